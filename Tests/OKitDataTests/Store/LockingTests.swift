import Bindings
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct LockingTests {
  let scene: Scene

  init() throws {
    scene = try SampleShop.scene(.plain)
  }

  @Test func writersExcludeEveryoneAndReadersExcludeWriters() throws {
    let (first, second) = (try scene.workspace(), try scene.workspace())
    try first.storage.writing {
      #expect(kind { try second.storage.writing {} } == .busy)
      #expect(kind { try second.storage.reading {} } == .busy)
    }
    var wasRead = false
    try first.storage.reading {
      #expect(kind { try second.storage.writing {} } == .busy)
      try second.storage.reading { wasRead = true }
    }
    #expect(wasRead)
    try second.storage.writing {}
  }

  @Test func locksExcludeOtherProcesses() throws {
    let workspace = try scene.workspace()
    try workspace.storage.writing { () throws in
      #expect(try flock("-s") == 1)
      #expect(try flock("-x") == 1)
    }
    try workspace.storage.reading { () throws in
      #expect(try flock("-s") == 0)
      #expect(try flock("-x") == 1)
    }
    #expect(try flock("-x") == 0)
  }

  /// The status of flock(1), which runs `true` under the lock; 1 if the lock is taken.
  private func flock(_ mode: String) throws -> Int32 {
    let end = try Tool.run("flock", "-n", mode, scene.root + "/okit/.lock", "true", status: nil).end
    guard case .status(let status) = end else { throw ChildProcess.Failure("\(end)") }
    return status
  }

  @Test func aWaitingProcessGetsTheLockOnceItIsFree() throws {
    let path = scene.root + "/okit/.lock"
    let first = try WorkspaceLock(FilePath(text: path), .exclusive, timeout: .zero) {}
    var waited = 0
    let second = try WorkspaceLock(FilePath(text: path), .exclusive, timeout: .seconds(600)) {
      waited += 1
      first.release()
    }
    #expect(waited == 1)
    #expect(throws: OKitError.self) { try WorkspaceLock(FilePath(text: path), .shared, timeout: .zero) {} }
    second.release()
    _ = try WorkspaceLock(FilePath(text: path), .shared, timeout: .zero) {}
  }

  @Test func aStoppedWaiterStops() throws {
    struct Stop: Error {}
    let other = try scene.workspace()
    let observer = RecordingObserver()
    observer.onAdvance = { throw Stop() }
    let workspace = try scene.workspace(observer: observer, lockTimeout: .seconds(600))
    try other.storage.writing {
      #expect(throws: Stop.self) { try workspace.storage.writing {} }
      #expect(throws: Stop.self) { try workspace.storage.reading {} }
    }
  }

  @Test func anErrorReleasesTheLockAndKeepsItsFile() throws {
    struct Stop: Error {}
    let workspace = try scene.workspace()
    #expect(throws: Stop.self) { try workspace.storage.writing { throw Stop() } }
    try scene.workspace().storage.writing {}
    #expect(Files.exists(scene.root + "/okit/.lock"))
  }

  @Test(arguments: [(0o755, 0o600), (0o700, 0o600), (0o775, 0o660), (0o777, 0o666)] as [(mode_t, mode_t)])
  func theLockFileIsWritableToThoseWhoCanWrite(_ folder: mode_t, _ lock: mode_t) throws {
    let path = scene.root + "/okit/.lock"
    try Files.setMode(folder, scene.root + "/okit")
    if Files.exists(path) { try Files.remove(path) }
    try scene.workspace().storage.reading {}
    #expect(try Files.mode(path) == lock)
    // A lock file that an earlier version left writable to everybody is restricted, and one that was restricted further stays so.
    try Files.setMode(0o666, path)
    try scene.workspace().storage.writing {}
    #expect(try Files.mode(path) == lock)
    try Files.setMode(0o600, path)
    try scene.workspace().storage.writing {}
    #expect(try Files.mode(path) == 0o600)
  }

  @Test(.needsRoot("gives files away"))
  func theLockFileBelongsToTheFoldersOwnerAsRoot() throws {
    let path = scene.root + "/okit/.lock"
    if Files.exists(path) { try Files.remove(path) }
    for place in ["/okit", "/okit/okit.json", "/okit/data"] { try #require(chown(scene.root + place, 1234, 1235) == 0) }
    try scene.workspace(trust: Trust(callers: [0, 1234])).storage.writing {}
    let status = try #require(try FileStatus.of(FilePath(text: path)))
    #expect(status.raw.st_uid == 1234 && status.raw.st_gid == 1235 && status.mode == 0o600)
  }

  @Test func aLinkedLockFileIsNotFollowed() throws {
    let path = scene.root + "/okit/.lock"
    if Files.exists(path) { try Files.remove(path) }
    try Files.link(path, to: scene.folder + "/made")
    #expect(throws: OKitError.self) { try scene.workspace().storage.writing {} }
    #expect(!Files.exists(scene.folder + "/made"))
  }

  private func leaveJournal() throws {
    let name = ".okit-0123456789abcdef"
    try Files.write(#"{"new":1}"#, to: scene.data + "/" + name)
    let old = Journal.Fingerprint.of(text: try Files.text(scene.root + "/" + Scene.plain))
    try scene.leave([
      .replace(path: WorkspacePath(text: Scene.plain), staged: name, new: .of(text: #"{"new":1}"#), old: old)
    ])
  }

  @Test func aReaderFinishesAJournal() throws {
    try leaveJournal()
    let text = try scene.workspace().storage.reading { try Files.text(scene.root + "/" + Scene.plain) }
    #expect(text == #"{"new":1}"#)
    #expect(!scene.hasJournal)
    #expect(scene.staged == [])
  }

  @Test func aValueReaderFinishesAJournal() throws {
    try leaveJournal()
    let values = try ModelValues(scene.workspace(), model: .named("plain"))
    #expect(try values.value(at: "new").value?.int == 1)
    #expect(!scene.hasJournal)
  }

  @Test func aValueReaderDoesNotWaitForWriters() throws {
    let workspace = try scene.workspace()
    try scene.workspace().storage.writing {
      let values = try ModelValues(workspace, model: .named("plain"))
      #expect(try values.value(at: "title").value?.string == "open")
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root reads and writes everything"))
  func aReadOnlyWorkspaceIsReadWithoutALock() throws {
    let path = scene.root + "/okit/.lock"
    // A user who can only read the file waits for writers.
    let lock = try WorkspaceLock(FilePath(text: path), .exclusive, timeout: .zero) {}
    try Files.setMode(0o555, scene.root + "/okit")
    defer { try? Files.setMode(0o755, scene.root + "/okit") }
    #expect(kind { try scene.workspace().storage.reading {} } == .busy)
    lock.release()
    try Files.setMode(0o755, scene.root + "/okit")
    try Files.remove(path)
    try Files.setMode(0o555, scene.root + "/okit")
    let text = try scene.workspace().storage.reading { try Files.text(scene.root + "/" + Scene.plain) }
    #expect(text.contains("open"))
    #expect(!Files.exists(path))
  }

  @Test(.enabled(if: geteuid() != 0, "root reads and writes everything"))
  func aJournalInAReadOnlyWorkspaceIsLeft() throws {
    try leaveJournal()
    try Files.setMode(0o555, scene.root + "/okit")
    defer { try? Files.setMode(0o755, scene.root + "/okit") }
    try scene.workspace().storage.reading {}
    _ = try ModelValues(scene.workspace())
    #expect(kind { try scene.workspace().storage.writing {} } == .inputOutput)
  }

  @Test func dataWithoutConfigurationAreReadWithoutALock() throws {
    try Files.remove(scene.root + "/okit/okit.json")
    try Files.remove(scene.root + "/okit/.lock")
    try scene.workspace().storage.reading {}
    #expect(!Files.exists(scene.root + "/okit/.lock"))
    #expect(kind { try scene.workspace().storage.writing {} } == .configuration)
  }

  // MARK: - A lock file that is removed

  private var lockPath: String { scene.root + "/okit/.lock" }

  @Test(arguments: [true, false])
  func aReplacedLockFileIsLockedAgain(_ isReplaced: Bool) throws {
    let first = try WorkspaceLock(FilePath(text: lockPath), .exclusive, timeout: .zero) {}
    let path = lockPath
    let second = try WorkspaceLock(FilePath(text: path), .exclusive, timeout: .seconds(600)) { status in
      if status == nil { try Files.write("", to: path) }
    } whileWaiting: {
      try Files.remove(path)
      if isReplaced { try Files.write("", to: path) }
      first.release()
    }
    #expect(try second.isInPlace)
    #expect(kind { _ = try WorkspaceLock(FilePath(text: path), .exclusive, timeout: .zero) {} } == .busy)
  }

  @Test func aLockFileReplacedForeverIsGivenUp() throws {
    let path = lockPath
    if Files.exists(path) { try Files.remove(path) }
    var holder: WorkspaceLock?
    #expect(
      kind {
        _ = try WorkspaceLock(FilePath(text: path), .exclusive, timeout: .seconds(600)) { status in
          guard status == nil else { return }
          try Files.write("", to: path)
          holder = try WorkspaceLock(FilePath(text: path), .exclusive, timeout: .zero) {}
        } whileWaiting: {
          try Files.remove(path)
          holder?.release()
        }
      } == .busy)
  }

  @Test(arguments: [true, false])
  func aChangeWithARemovedLockFileIsRefused(_ isReplaced: Bool) throws {
    let before = try scene.snapshot()
    let error = failure {
      try scene.replace {
        try Files.remove(lockPath)
        if isReplaced { try Files.write("", to: lockPath) }
      }
    }
    #expect(error?.kind == .busy)
    #expect(error?.message.contains("okit/.lock was removed while okit was running") == true)
    #expect(try scene.snapshot() == before)
    #expect(scene.staged == [])
    #expect(!scene.hasJournal)
    try scene.replace()
  }

  @Test func aNewLockFileLeavesTheStagedFilesOfARunningChange() throws {
    let observer = RecordingObserver()
    let error = failure {
      try scene.replace {
        let staged = scene.staged
        #expect(staged.count == 2)
        try Files.remove(lockPath)
        try scene.recover(observer: observer)
        #expect(scene.staged == staged)
        // The command's own change succeeds; the other one stays undecided.
        try scene.replace("okit/data/other.json", with: "{}")
        #expect(scene.staged == staged)
      }
    }
    #expect(error?.kind == .busy)
    #expect(observer.notes == [])
    #expect(scene.staged == [])
    #expect(Files.exists(scene.data + "/other.json"))
  }

  @Test func stagedFilesOfACrashAreSweptAfterARunningChange() throws {
    let workspace = try scene.workspace()
    for ending in ["", ".owner"] {
      try Files.write("", to: scene.root + "/okit/" + workspace.storage.stagedName() + ending)
    }
    let observer = RecordingObserver()
    try scene.recover(observer: observer)
    #expect(scene.staged == [])
    #expect(observer.notes == ["removed 2 files and folders left over from an interrupted change"])
  }

  @Test func aRunningBackupSurvivesARemovedLockFile() throws {
    let (root, backups, path) = (scene.root, scene.backups, lockPath)
    let calls = FaultyCalls(refusing: { call in
      guard call.kind == .createFile, call.path.hasSuffix("/SHA256SUMS") else { return nil }
      try? Files.remove(path)
      try? Workspace(at: FilePath(text: root), calls: FaultyCalls()).storage.writing {}
      return Files.namesIfPresent(in: backups).contains { $0.hasPrefix(".okit-") } ? nil : ENOENT
    })
    let creation = BackupCreation(try scene.workspace(calls: calls), scryptWorkFactor: 1)
    _ = try creation.create(
      "b", format: .directory, to: .folder(nil), asStored: false, protection: .none)
    _ = try BackupInspection(unlock: scene.unlock()).verify(.file(FilePath(text: scene.backups + "/b")))
  }

  @Test func aRemovedStagedFileStopsTheChange() throws {
    let before = try scene.snapshot()
    let error = failure {
      try scene.replace {
        try Files.remove(
          scene.data + "/" + (try #require(Files.namesIfPresent(in: scene.data).first { $0.hasPrefix(".okit-") })))
      }
    }
    #expect(error?.kind == .busy)
    #expect(try scene.snapshot() == before)
    #expect(!scene.hasJournal)
    #expect(scene.staged == [])
  }

  @Test func aJournalOfARunningProcessIsNotReplayed() throws {
    let (root, path, data) = (scene.root, lockPath, scene.data)
    let refused = Refused()
    let calls = FaultyCalls(refusing: { call in
      guard call.kind == .rename, call.newPath == data + "/plain.json" else { return nil }
      // After the commit and before the first file is replaced.
      try? Files.remove(path)
      let other = try? Workspace(at: FilePath(text: root), calls: FaultyCalls())
      refused.writer = kind { try other?.storage.writing {} }
      refused.reader = kind { try other?.storage.reading {} }
      refused.recovering = kind { try other?.storage.reading(recovering: true) {} }
      return nil
    })
    try scene.replace(calls: calls)
    #expect(refused.writer == .busy)
    #expect(refused.reader == .busy)
    #expect(refused.recovering == .busy)
    #expect(try Files.text(scene.data + "/plain.json") == #"{"new":1}"#)
    #expect(scene.staged == [])
  }

  private final class Refused: @unchecked Sendable {
    var writer: OKitError.Kind?
    var reader: OKitError.Kind?
    var recovering: OKitError.Kind?
  }

  @Test func twoJournalsNeverReplaceEachOther() throws {
    let before = try scene.snapshot()
    let other = try scene.copy()
    try other.leave([.remove(path: "okit/data/missing.json", old: .of(text: ""))])
    let error = failure {
      try scene.replace { try Files.copy(other.root + "/okit/.journal", to: scene.root + "/okit/.journal") }
    }
    #expect(error?.kind == .busy)
    #expect(scene.hasJournal)
    try scene.recover()
    #expect(try scene.snapshot() == before)
    #expect(scene.staged == [])
  }
}
