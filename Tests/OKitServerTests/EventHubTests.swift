import HTTPServer
import OKitModels
import OKitStorage
import Synchronization
import Testing
import WorkspaceTestSupport

@testable import OKitServer

@Suite struct EventHubTests {
  /// Workspaces that are opened for a hub, and what happens while one is being opened.
  private final class Opening: @unchecked Sendable {
    private let scene: Scene
    private let count = Mutex(0)
    private let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)

    init() throws { scene = try .exampleShop(.plain) }

    var opened: Int { count.withLock { $0 } }

    func run(_ body: @escaping @Sendable () -> Void) { meanwhile.withLock { $0 = body } }

    func open() throws -> Workspace {
      count.withLock { $0 += 1 }
      meanwhile.withLock { $0 }?()
      return try scene.workspace(lockTimeout: .seconds(10))
    }
  }

  private static func isStopping(_ body: () throws -> EventStream) -> Bool {
    do {
      _ = try body()
      return false
    } catch {
      return (error as? Refusal)?.status == 503
    }
  }

  @Test func noStreamBeginsAfterTheEnd() throws {
    let opening = try Opening()
    let hub = EventHub({ try opening.open() }, report: { _ in })
    let stream = try hub.subscribe { _ in true }
    hub.end()
    #expect(stream.hasEnded)
    #expect(Self.isStopping { try hub.subscribe { _ in true } })
    #expect(opening.opened == 1)
  }

  @Test func noStreamBeginsIfTheEndComesWhileTheModelsAreRead() throws {
    let opening = try Opening()
    let hub = EventHub({ try opening.open() }, report: { _ in })
    opening.run { hub.end() }
    #expect(Self.isStopping { try hub.subscribe { _ in true } })
    #expect(hub.count == 0)
  }

  @Test func eachWatchHasItsOwnWorkspace() throws {
    let opening = try Opening()
    let hub = EventHub({ try opening.open() }, report: { _ in })
    let streams = try (0..<2).map { _ in try hub.subscribe { _ in true } }
    #expect(opening.opened == 1 && hub.count == 2)
    for stream in streams { stream.end() }
    hub.tick(at: MonotonicTime.milliseconds + 60_000)
    let next = try hub.subscribe { _ in true }
    #expect(opening.opened == 2 && hub.count == 1 && !next.hasEnded)
    hub.end()
  }

  @Test func watchThatFailsEndsItsStreamsAndIsReplaced() throws {
    let opening = try Opening()
    let reported = Mutex<[String]>([])
    let hub = EventHub({ try opening.open() }, report: { text in reported.withLock { $0.append(text) } })
    let stream = try hub.subscribe { _ in true }
    hub.fail(OKitError(.inputOutput, "no more files"))
    #expect(stream.hasEnded && reported.withLock { $0 } == ["the event streams ended: no more files"])
    let next = try hub.subscribe { _ in true }
    #expect(opening.opened == 2 && !next.hasEnded)
    hub.end()
  }
}
