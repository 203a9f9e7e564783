import Bindings
import Foundation
import JSONDocument
import Testing

@testable import OKit

@Suite("Locks")
struct LockingTests {
  let scene: Scene

  init() throws {
    scene = try Corner.scene(.plain)
  }

  @Test("a writer keeps everybody out, a reader only writers")
  func modes() throws {
    let (first, second) = (try scene.workspace(), try scene.workspace())
    try first.writing(patience: .zero) {
      #expect(kind { try second.writing(patience: .zero) {} } == .busy)
      #expect(kind { try second.reading(patience: .zero) {} } == .busy)
    }
    var wasRead = false
    try first.reading(patience: .zero) {
      #expect(kind { try second.writing(patience: .zero) {} } == .busy)
      try second.reading(patience: .zero) { wasRead = true }
    }
    #expect(wasRead)
    try second.writing(patience: .zero) {}
  }

  @Test("another process is kept out, and keeps out")
  func processes() throws {
    let workspace = try scene.workspace()
    try workspace.writing(patience: .zero) { () throws in
      #expect(try flock("-s") == 1)
      #expect(try flock("-x") == 1)
    }
    try workspace.reading(patience: .zero) { () throws in
      #expect(try flock("-s") == 0)
      #expect(try flock("-x") == 1)
    }
    #expect(try flock("-x") == 0)
  }

  /// The status of flock(1), which runs `true` under the lock; 1 where it is taken.
  private func flock(_ mode: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["flock", "-n", mode, scene.root + "/okit/.lock", "true"]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test("who waits gets the lock once it is free")
  func waits() throws {
    let path = scene.root + "/okit/.lock"
    let first = try WorkspaceLock(path, .exclusive, patience: .zero) {}
    var waited = 0
    let second = try WorkspaceLock(path, .exclusive, patience: .seconds(600)) {
      waited += 1
      first.release()
    }
    #expect(waited == 1)
    #expect(throws: OKitError.self) { try WorkspaceLock(path, .shared, patience: .zero) {} }
    second.release()
    _ = try WorkspaceLock(path, .shared, patience: .zero) {}
  }

  @Test("who is told to stop while waiting stops")
  func givesUp() throws {
    struct Stop: Error {}
    let other = try scene.workspace()
    let observer = RecordingObserver()
    observer.onAdvance = { throw Stop() }
    let workspace = try scene.workspace(observer: observer)
    try other.writing(patience: .zero) {
      #expect(throws: Stop.self) { try workspace.writing(patience: .seconds(600)) {} }
      #expect(throws: Stop.self) { try workspace.reading(patience: .seconds(600)) {} }
    }
  }

  @Test("the lock goes with an error, and its file stays")
  func error() throws {
    struct Stop: Error {}
    let workspace = try scene.workspace()
    #expect(throws: Stop.self) { try workspace.writing(patience: .zero) { throw Stop() } }
    try scene.workspace().writing(patience: .zero) {}
    #expect(Disk.exists(scene.root + "/okit/.lock"))
  }

  @Test(
    "the lock is for those who may write to the workspace",
    arguments: [(0o755, 0o600), (0o700, 0o600), (0o775, 0o660), (0o777, 0o666)] as [(mode_t, mode_t)])
  func mode(_ folder: mode_t, _ lock: mode_t) throws {
    let path = scene.root + "/okit/.lock"
    try Disk.setMode(folder, scene.root + "/okit")
    if Disk.exists(path) { try Disk.remove(path) }
    try scene.workspace().reading(patience: .zero) {}
    #expect(Disk.mode(path) == lock)
    // One that an earlier version left open to everybody is closed, and one that was closed further stays so.
    try Disk.setMode(0o666, path)
    try scene.workspace().writing(patience: .zero) {}
    #expect(Disk.mode(path) == lock)
    try Disk.setMode(0o600, path)
    try scene.workspace().writing(patience: .zero) {}
    #expect(Disk.mode(path) == 0o600)
  }

  @Test("root makes the lock for the owner of the folder", .enabled(if: geteuid() == 0, "needs root: gives files away"))
  func owner() throws {
    let path = scene.root + "/okit/.lock"
    if Disk.exists(path) { try Disk.remove(path) }
    for place in ["/okit", "/okit/okit.json", "/okit/data"] { try #require(chown(scene.root + place, 1234, 1235) == 0) }
    try scene.workspace(trust: Trust(callers: [0, 1234])).writing(patience: .zero) {}
    let status = try #require(try FileStatus.of(path))
    #expect(status.raw.st_uid == 1234 && status.raw.st_gid == 1235 && status.mode == 0o600)
  }

  @Test("a lock file that is a link is not followed")
  func linkedLock() throws {
    let path = scene.root + "/okit/.lock"
    if Disk.exists(path) { try Disk.remove(path) }
    try Disk.link(path, to: scene.folder + "/made")
    #expect(throws: OKitError.self) { try scene.workspace().writing(patience: .zero) {} }
    #expect(!Disk.exists(scene.folder + "/made"))
  }

  private func leaveJournal() throws {
    let name = ".okit-0123456789abcdef"
    try Disk.write(#"{"new":1}"#, to: scene.data + "/" + name)
    let old = Journal.Fingerprint.of(text: try Disk.text(scene.root + "/" + Scene.plain))
    try scene.leave([.replace(path: Scene.plain, staged: name, new: .of(text: #"{"new":1}"#), old: old)])
  }

  @Test("a reader that meets a journal finishes it first")
  func readerReplays() throws {
    try leaveJournal()
    let text = try scene.workspace().reading(patience: .zero) { try Disk.text(scene.root + "/" + Scene.plain) }
    #expect(text == #"{"new":1}"#)
    #expect(!scene.hasJournal)
    #expect(scene.staged == [])
  }

  @Test("a reader of a single value does so, too")
  func valueReplays() throws {
    try leaveJournal()
    let values = try ModelValues(scene.workspace(), keyring: scene.keyring(), model: .named("plain"))
    #expect(try values.value(at: "new").value?.int == 1)
    #expect(!scene.hasJournal)
  }

  @Test("a reader of a single value waits for no writer where there is no journal")
  func valueWithoutLock() throws {
    let workspace = try scene.workspace()
    try scene.workspace().writing(patience: .zero) {
      let values = try ModelValues(workspace, keyring: scene.keyring(), model: .named("plain"))
      #expect(try values.value(at: "title").value?.string == "open")
    }
  }

  @Test("a workspace that cannot be written and has no lock file is read without", .enabled(if: geteuid() != 0))
  func readOnly() throws {
    let path = scene.root + "/okit/.lock"
    // Whoever may read the file waits for those who write.
    let lock = try WorkspaceLock(path, .exclusive, patience: .zero) {}
    try Disk.setMode(0o555, scene.root + "/okit")
    defer { try? Disk.setMode(0o755, scene.root + "/okit") }
    #expect(kind { try scene.workspace().reading(patience: .zero) {} } == .busy)
    lock.release()
    try Disk.setMode(0o755, scene.root + "/okit")
    try Disk.remove(path)
    try Disk.setMode(0o555, scene.root + "/okit")
    let text = try scene.workspace().reading(patience: .zero) { try Disk.text(scene.root + "/" + Scene.plain) }
    #expect(text.contains("open"))
    #expect(!Disk.exists(path))
  }

  @Test("a journal in a workspace that cannot be written stops a reader", .enabled(if: geteuid() != 0))
  func readOnlyJournal() throws {
    try leaveJournal()
    try Disk.setMode(0o555, scene.root + "/okit")
    defer { try? Disk.setMode(0o755, scene.root + "/okit") }
    #expect(kind { try scene.workspace().reading(patience: .zero) {} } == .busy)
    #expect(kind { _ = try ModelValues(scene.workspace(), keyring: scene.keyring()) } == .busy)
  }

  @Test("data without okit.json are read without a lock, and not written")
  func bareData() throws {
    try Disk.remove(scene.root + "/okit/okit.json")
    try Disk.remove(scene.root + "/okit/.lock")
    try scene.workspace().reading(patience: .zero) {}
    #expect(!Disk.exists(scene.root + "/okit/.lock"))
    #expect(kind { try scene.workspace().writing(patience: .zero) {} } == .configuration)
  }
}
