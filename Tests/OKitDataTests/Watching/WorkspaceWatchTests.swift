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
    let good = try Files.read(path)
    try Files.write(Array("{".utf8), to: path)
    // The observer is asked whether to stop in each round, so the file is repaired after the warning.
    observer.onAdvance = {
      guard !observer.warnings.isEmpty else { return }
      observer.onAdvance = {}
      try Files.write(
        Array(String(decoding: good, as: UTF8.self).replacing("Solaris", with: "Eden").utf8), to: path)
    }
    let changes = try #require(try watch.next())
    #expect(changes.contains { $0.new?.string == "Eden" })
    #expect(observer.warnings.contains { $0.contains("default") })
  }

  @Test func aModelBehindALinkIsWatched() throws {
    let path = scene.data + "/default.json"
    try FileManager.default.createDirectory(atPath: scene.root + "/elsewhere", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: path, toPath: scene.root + "/elsewhere/books.json")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../elsewhere/books.json")
    let watch = try watch(["books[1]/price"])
    let text = try Files.text(scene.root + "/elsewhere/books.json")
    try Files.write(
      Array(text.replacing("\"price\":8.5", with: "\"price\":4").utf8), to: scene.root + "/elsewhere/new.json")
    #expect(rename(scene.root + "/elsewhere/new.json", scene.root + "/elsewhere/books.json") == 0)
    #expect(try next(watch) == ["default:books[1]/price: 8.5 -> 4"])
  }

  @Test func theLibraryReportsEntitiesThatWereAddedChangedAndRemoved() throws {
    let shop = try OpenWorkspace(scene.root)
    struct Book: Encodable { var name: String }
    var seen: [OpenWorkspace.Change] = []
    // The first change can only be made when the watch has started, which its own thread cannot see.
    let root = scene.root
    let thread = Thread {
      for number in 0..<600 where !Thread.current.isCancelled {
        _ = try? OpenWorkspace(root).edit { try $0.set("books[1]/price", to: Double(number)) }
        usleep(50_000)
      }
    }
    thread.start()
    try shop.watch { changes in
      seen += changes
      return false
    }
    thread.cancel()
    let change = try #require(seen.first)
    #expect(change.kind == .changed && change.model == "default" && change.path == "default:books[1]/price")
    #expect(change.id?.isEmpty == false)
  }
}
