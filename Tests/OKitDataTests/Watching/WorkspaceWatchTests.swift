import Bindings
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitEditing
@testable import OKitModels
@testable import OKitStorage

/// Changes are recorded from the start of a watch, so each test makes its change before it waits.
@Suite struct WorkspaceWatchTests {
  private let scene: Scene

  init() throws { scene = try Scene.exampleShop(.plain) }

  private func watch(_ paths: [String] = [], observer: any Observer = SilentObserver()) throws -> WorkspaceWatch {
    let workspace = try scene.workspace(observer: observer)
    let watch =
      try paths.isEmpty
      ? WorkspaceWatch(workspace) : WorkspaceWatch(workspace, bindings: paths.map { try Binding(parsing: $0) })
    try watch.start()
    return watch
  }

  private func set(_ path: String, _ json: String) throws {
    let value = try JSONDocument(parsing: json).root
    _ = try scene.workspace().edit("set") { try $0.set([EditItem(Binding(parsing: path), .json(value))]) }
  }

  private func remove(_ path: String) throws {
    _ = try scene.workspace().edit("remove") { try $0.remove([Binding(parsing: path)]) }
  }

  /// Returns the changes of the next batch as lines.
  private func next(_ watch: WorkspaceWatch) throws -> [String] {
    try #require(try watch.next()).map { "\($0.path): \($0.old?.rawText ?? "-") -> \($0.new?.rawText ?? "-")" }
  }

  @Test func aChangeOfAWatchedValueIsReported() throws {
    let watch = try watch(["books[1]/price", "books.@count"])
    try set("books[1]/price", "12.5")
    #expect(try next(watch) == ["default:books[1]/price: 8.5 -> 12.5"])
  }

  @Test func anotherValueIsNotReported() throws {
    let watch = try watch(["books[1]/price"])
    try set("books[0]/price", "1")
    try set("books[1]/price", "2")
    let lines = try next(watch)
    #expect(lines.count == 1 && lines[0].hasSuffix(" -> 2"))
  }

  @Test func aRemovedElementTakesItsWatchedValueAway() throws {
    let watch = try watch(["books[3]/name"])
    try remove("books[3]")
    let gone = try next(watch)
    #expect(gone.count == 1 && gone[0].hasSuffix("\"Frankenstein\" -> -"))
  }

  @Test func theValueOfAFunctionIsReportedUnderItsPath() throws {
    let watch = try watch(["books.@count"])
    try remove("books[3]")
    #expect(try next(watch) == ["books.@count: 4 -> 3"])
  }

  @Test func aDamagedFileIsAWarningAndTheWatchGoesOn() throws {
    let observer = RecordingObserver()
    let watch = try watch(observer: observer)
    let path = scene.data + "/default.json"
    let good = try Files.text(path)
    try Files.write("{", to: path)
    // The observer is asked whether to stop in each round, so the file is repaired after the warning.
    observer.onAdvance = {
      guard !observer.warnings.isEmpty else { return }
      observer.onAdvance = {}
      try Files.write(good.replacing("Solaris", with: "Eden"), to: path)
    }
    let changes = try #require(try watch.next())
    #expect(changes.contains { $0.new?.string == "Eden" })
    #expect(observer.warnings.contains { $0.contains("default") })
  }

  @Test func aModelBehindALinkIsWatched() throws {
    let path = scene.data + "/default.json"
    let place = scene.root + "/elsewhere/books.json"
    try Files.makeFolder(scene.root + "/elsewhere")
    try Files.move(path, to: place)
    try Files.link(path, to: "../../elsewhere/books.json")
    let watch = try watch(["books[1]/price"])
    let text = try Files.text(place)
    try Files.write(text.replacing("\"price\":8.5", with: "\"price\":4"), to: place + ".new")
    try Files.move(place + ".new", to: place)
    #expect(try next(watch) == ["default:books[1]/price: 8.5 -> 4"])
  }

  @Test func theLibraryReportsEntitiesThatWereAddedChangedAndRemoved() throws {
    struct Book: Encodable { var name: String }
    let shop = try OpenWorkspace(scene.root)
    let root = scene.root
    // The first change can only be made when the watch has started, which its own thread cannot see.
    let thread = Thread {
      for number in 0..<600 where !Thread.current.isCancelled {
        guard let other = try? OpenWorkspace(root) else { continue }
        _ = try? other.edit { try $0.set("books[1]/price", to: Double(number)) }
        usleep(100_000)
        _ = try? other.edit { try $0.add(Book(name: "Emma"), to: "books") }
        usleep(100_000)
        _ = try? other.edit { try $0.remove("books[-1]") }
        usleep(100_000)
      }
    }
    thread.start()
    defer { thread.cancel() }
    var seen: [OpenWorkspace.Change] = []
    try shop.watch { changes in
      seen += changes
      let kinds = seen.map(\.kind)
      return ![.changed, .managed, .unmanaged].allSatisfy(kinds.contains)
    }
    let change = try #require(seen.first { $0.kind == .changed })
    #expect(change.model == "default" && change.path == "default:books[1]/price" && change.id?.isEmpty == false)
    for kind in [OpenWorkspace.Change.Kind.managed, .unmanaged] {
      #expect(seen.first { $0.kind == kind }?.path == "default:books[4]")
    }
  }
}
