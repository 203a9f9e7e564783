import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct TransactionTests {
  let scene: Scene
  private var target: String { scene.root + "/" + Scene.plain }

  init() throws {
    scene = try SampleShop.scene(.plain)
  }

  private func expectUntouched(_ before: Snapshot) throws {
    #expect(try scene.snapshot() == before)
    #expect(scene.staged == [])
    #expect(!scene.hasJournal)
  }

  @Test func aFileIsReplacedWithoutLeftovers() throws {
    try scene.replace(with: #"{"a":2}"#)
    #expect(try Files.text(target) == #"{"a":2}"#)
    #expect(scene.staged == [])
    #expect(!scene.hasJournal)
  }

  @Test func realCallsReplaceAFile() throws {
    try scene.replace(with: "{}", calls: LiveFileSystemCalls())
    #expect(try Files.text(target) == "{}")
    #expect(scene.staged == [])
    _ = try ModelConversion(scene.workspace(calls: LiveFileSystemCalls())).encrypt(
      .named([SampleShop.shop]), cipher: .age)
    #expect(
      try scene.snapshot().files["data/shop/G1.json"] == .init(form: .age, plain: SampleShop.files["shop/G1.json"]!))
  }

  @Test func aNewFileGetsItsModeLessTheUmask() throws {
    let path = "okit/data/other.json"
    try scene.replace(path)
    let mask = umask(0)
    umask(mask)
    #expect(try Files.mode(scene.root + "/" + path) == 0o666 & ~mask)
    #expect(try Files.text(scene.root + "/" + path) == #"{"new":1}"#)
  }

  /// The second content would replace the first one.
  @Test func twoNamesOfOneFileCannotBeChangedAtOnce() throws {
    let link: WorkspacePath = "okit/data/link.json"
    try Files.link(scene.root + "/\(link)", to: "plain.json")
    let before = try scene.snapshot()
    let workspace = try scene.workspace()
    let error = failure {
      try Transaction.run(workspace.storage, command: "test") { transaction in
        for path in [WorkspacePath(text: Scene.plain), link] {
          try transaction.replace(path, old: workspace.storage.snapshot(path)) { _ in }
        }
      }
    }
    #expect(error?.kind == .malformed && error?.isCommitted == false)
    #expect(error?.message.contains("okit/data/link.json and okit/data/plain.json are the same file") == true)
    try expectUntouched(before)
  }

  @Test func aFileCannotBeChangedTwice() throws {
    let before = try scene.snapshot()
    let workspace = try scene.workspace()
    let path = WorkspacePath(text: Scene.plain)
    let error = failure {
      try Transaction.run(workspace.storage, command: "test") { transaction in
        let old = try #require(try workspace.storage.snapshot(path))
        try transaction.replace(path, old: old) { _ in }
        try transaction.remove(path, old: old)
      }
    }
    #expect(error?.message == "okit/data/plain.json is changed twice")
    try expectUntouched(before)
  }

  @Test func aNewFileCanGetTheAttributesOfAnother() throws {
    try Files.setMode(0o640, target)
    let workspace = try scene.workspace()
    let old = try #require(try workspace.storage.snapshot(WorkspacePath(text: Scene.plain)))
    try Transaction.run(workspace.storage, command: "test") { transaction in
      try transaction.replace("okit/data/other.json", old: nil, like: old) { _ in }
    }
    #expect(try Files.mode(scene.data + "/other.json") == 0o640)
  }

  @Test func aFailedTransactionLeavesNothing() throws {
    struct Stop: Error {}
    let before = try scene.snapshot()
    let workspace = try scene.workspace()
    #expect(throws: Stop.self) {
      try Transaction.run(workspace.storage, command: "test") { transaction in
        try transaction.ensureFolder("okit/data/fresh")
        try transaction.replace("okit/data/fresh/x.json", old: nil) { _ in }
        try transaction.replace(
          WorkspacePath(text: Scene.plain), old: workspace.storage.snapshot(WorkspacePath(text: Scene.plain))
        ) { _ in throw Stop() }
      }
    }
    try expectUntouched(before)
    #expect(!Files.exists(scene.data + "/fresh"))
  }

  @Test func aFileThatChangesBeforeTheCommitStopsTheTransaction() throws {
    let ways: [(String, (String) throws -> Void)] = [
      ("other bytes", { try Files.write(#"{"id":"PLAIN","title":"oops"}"#, to: $0) }),
      ("the same bytes again", { try Files.write(try Files.read($0), to: $0) }),
      (
        "another file with the same bytes",
        { path in
          let bytes = try Files.read(path)
          try Files.remove(path)
          try Files.write(bytes, to: path)
        }
      ),
      ("gone", { try Files.remove($0) }),
    ]
    for (name, change) in ways {
      let scene = try scene.copy()
      let target = scene.root + "/" + Scene.plain
      try waitForAnotherTime(than: target)
      var between: Snapshot?
      let error = failure {
        try scene.replace {
          try change(target)
          between = try scene.snapshot()
        }
      }
      #expect(error?.kind == .busy, "\(name): \(String(describing: error))")
      #expect(try scene.snapshot() == between, "\(name)")
      #expect(scene.staged == [], "\(name)")
      #expect(!scene.hasJournal, "\(name)")
    }
  }

  @Test func aFileThatAppearsBeforeTheCommitStopsTheTransaction() throws {
    let path = scene.data + "/late.json"
    let error = failure {
      try scene.replace("okit/data/late.json") { try Files.write("{}", to: path) }
    }
    #expect(error?.kind == .busy)
    #expect(try Files.text(path) == "{}")
    #expect(scene.staged == [])
  }

  @Test func aFileThatChangesAfterTheCommitKeepsItsChange() throws {
    let target = target
    let calls = FaultyCalls(refusing: { call in
      if call.newPath?.hasSuffix("/.journal") == true { try? Files.write("theirs", to: target) }
      return nil
    })
    let error = failure { try scene.replace(calls: calls) }
    #expect(error?.kind == .busy)
    #expect(try Files.text(target) == "theirs")
    #expect(scene.conflicts.count == 1)
    let kept = try #require(scene.conflicts.first)
    #expect(kept.hasSuffix("-plain.json"))
    #expect(error?.message.contains(kept) == true)
    #expect(try Files.text(scene.backups + "/" + kept) == #"{"new":1}"#)
    #expect(!scene.hasJournal)
    #expect(scene.staged == [])
  }

  @Test func aReadOnlyFileIsRefused() throws {
    try Files.setMode(0o444, target)
    let before = try scene.snapshot()
    #expect(kind { try scene.replace() } == .inputOutput)
    try expectUntouched(before)
  }

  @Test func aHardLinkedFileIsRefused() throws {
    let other = scene.folder + "/other"
    try #require(link(target, other) == 0)
    let before = try scene.snapshot()
    let error = failure {
      _ = try ModelConversion(scene.workspace()).encrypt(
        .named([SampleShop.shop, .named("plain")]))
    }
    #expect(error?.kind == .inputOutput)
    #expect(error?.message.contains("plain.json") == true)
    try expectUntouched(before)
    #expect(try Files.read(other) == Files.read(target))
  }

  @Test func removingAReadOnlyFileIsRefused() throws {
    try Files.setMode(0o400, target)
    let workspace = try scene.workspace()
    let old = try #require(try workspace.storage.snapshot(WorkspacePath(text: Scene.plain)))
    let before = try scene.snapshot()
    #expect(
      kind {
        try Transaction.run(workspace.storage, command: "test") {
          try $0.remove(WorkspacePath(text: Scene.plain), old: old)
        }
      }
        == .inputOutput)
    try expectUntouched(before)
  }

  @Test func aFileIsRemoved() throws {
    let workspace = try scene.workspace()
    let old = try #require(try workspace.storage.snapshot(WorkspacePath(text: Scene.plain)))
    try Transaction.run(workspace.storage, command: "test") {
      try $0.remove(WorkspacePath(text: Scene.plain), old: old)
    }
    #expect(!Files.exists(target))
    #expect(!scene.hasJournal)
  }

  @Test func anEmptyTransactionMakesNoCalls() throws {
    let calls = FaultyCalls()
    let workspace = try scene.workspace(calls: calls)
    try Transaction.run(workspace.storage, command: "test") { _ in }
    #expect(calls.calls.isEmpty)
  }

  // MARK: - Steps that the system refuses

  /// Replaces one file and removes another.
  private func change(_ calls: FaultyCalls) throws {
    let workspace = try scene.workspace(calls: calls)
    try workspace.storage.writing {
      try Transaction.run(workspace.storage, command: "test") { transaction in
        try transaction.ensureFolder("okit/data/fresh")
        try transaction.replace(
          WorkspacePath(text: Scene.plain), old: workspace.storage.snapshot(WorkspacePath(text: Scene.plain))
        ) { _ in }
        let doomed = "okit/data/shop/G1.json"
        try transaction.remove(
          WorkspacePath(text: doomed), old: try #require(try workspace.storage.snapshot(WorkspacePath(text: doomed))))
      }
    }
  }

  @Test(arguments: [EPERM, EACCES, EROFS, EBUSY, EIO, ENOSPC])
  func aRefusedFirstStepUndoesTheChange(_ code: Int32) throws {
    let before = try scene.snapshot()
    let target = target
    let calls = FaultyCalls(refusing: { $0.kind == .rename && $0.newPath == target ? code : nil })
    let error = failure { try change(calls) }
    #expect(error?.kind == .inputOutput && error?.isCommitted == false)
    #expect(error?.message.hasSuffix("\(String(cString: strerror(code))); nothing was changed") == true)
    #expect(!Files.exists(scene.data + "/fresh"))
    try expectUntouched(before)
  }

  @Test func aRefusedLaterStepLeavesReadableData() throws {
    let doomed = scene.data + "/shop/G1.json"
    let calls = FaultyCalls(refusing: { $0.kind == .removeFile && $0.path == doomed ? EPERM : nil })
    let error = failure { try change(calls) }
    #expect(error?.message.contains("the next command will finish the change") == true)
    #expect(error?.isCommitted == true)
    #expect(scene.hasJournal)

    let writer = failure { try scene.recover(calls: calls) }
    #expect(writer?.kind == .inputOutput)
    #expect(writer?.message.contains("cannot finish an interrupted change (test): ") == true)
    let hint = String(describing: writer?.remedy)
    #expect(hint.contains("move \(scene.root)/okit/.journal away"))
    for read in [
      { try $0.storage.reading {} }, { try $0.storage.reading(recovering: true) {} },
      { try $0.storage.finishPendingChange() },
    ] as [(Workspace) throws -> Void] {
      let observer = RecordingObserver()
      let workspace = try scene.workspace(observer: observer, calls: calls)
      try read(workspace)
      #expect(observer.warnings.count == 1)
      #expect(observer.warnings.first?.hasSuffix("; the data may be partly changed") == true)
    }
    #expect(scene.hasJournal)

    try scene.recover()
    #expect(!scene.hasJournal)
    #expect(!Files.exists(doomed))
    #expect(try Files.text(target) == "")
  }

  @Test(arguments: [EPERM, EACCES, EROFS, EBUSY])
  func leftoversThatCannotBeRemovedAreOnlyAWarning(_ code: Int32) throws {
    let left = scene.data + "/" + (try scene.workspace().storage.stagedName())
    try Files.write("", to: left)
    let observer = RecordingObserver()
    let calls = FaultyCalls(refusing: { $0.kind == .removeFile && $0.path == left ? code : nil })
    try scene.recover(observer: observer, calls: calls)
    #expect(observer.notes == [])
    #expect(observer.warnings.count == 1)
    #expect(observer.warnings.first?.contains(left) == true)
    try scene.recover()
    #expect(!Files.exists(left))
  }

  /// Waits until a change would give the file another time. On some systems the clock of files advances only every few milliseconds.
  private func waitForAnotherTime(than path: String) throws {
    // On the same disk, but outside of the folder that the test lists.
    let folder = try TemporaryFolder()
    let own = try #require(try FileStatus.of(FilePath(text: path))).stamp.changed
    for _ in 0..<5_000 {
      let probe = try folder.write("", to: "probe")
      if try #require(try FileStatus.of(FilePath(text: probe))).stamp.changed > own { return }
      usleep(1_000)
    }
    Issue.record("the time of files does not go on")
  }
}
