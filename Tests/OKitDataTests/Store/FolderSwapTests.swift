import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitStorage

@Suite struct FolderSwapTests {
  private static let restore = Operation.restorations[0]

  /// The workspace after a restore, and the folder that was kept.
  private func restored(_ scene: Scene, _ calls: FaultyCalls) throws -> (Snapshot, kept: [String: [UInt8]]) {
    try Self.restore.run(scene, calls)
    let names = Files.namesIfPresent(in: scene.backups).filter { $0.hasPrefix("before-") }
    let kept = scene.backups + "/" + (try #require(names.first))
    #expect(names.count == 1)
    #expect(scene.staged == [])
    _ = try BackupInspection(unlock: scene.unlock()).verify(.file(FilePath(text: kept)))
    let data = try Files.files(below: kept + "/data").map { ($0, try Files.read(kept + "/data/" + $0)) }
    return (try scene.snapshot(), Dictionary(uniqueKeysWithValues: data))
  }

  /// All errors of Linux.
  private static let codes = (1...133).filter { ![EINTR, 41, 58].contains($0) }

  @Test(arguments: codes)
  func aRefusedExchangeReplacesFilesOneByOne(_ code: Int32) throws {
    let scene = try Self.restore.scene()
    let old = try Files.files(below: scene.data).map { ($0, try Files.read(scene.data + "/" + $0)) }
    let other = try scene.copy()
    let (whole, wholeKept) = try restored(scene, FaultyCalls())
    let calls = FaultyCalls(refusing: { $0.kind == .exchange ? code : nil })
    let (single, singleKept) = try restored(other, calls)
    #expect(single == whole)
    #expect(wholeKept == Dictionary(uniqueKeysWithValues: old))
    #expect(singleKept == wholeKept)
    #expect(calls.calls.contains { $0.kind == .exchange })
    #expect(!Files.exists(other.data + "/new.json"))
    #expect(Files.exists(other.data + "/shop/G2.json"))
  }

  @Test(arguments: codes)
  func oldDataThatCannotBeMovedAreReplacedFileByFile(_ code: Int32) throws {
    guard code != EXDEV else { return }
    let scene = try Self.restore.scene()
    let old = try Files.files(below: scene.data).map { ($0, try Files.read(scene.data + "/" + $0)) }
    let other = try scene.copy()
    let (whole, _) = try restored(scene, FaultyCalls())
    let calls = FaultyCalls(refusing: { call in
      let isMove =
        call.kind == .rename && call.newPath?.hasSuffix("/data") == true && call.path.hasSuffix("/.okit-") == false
      return isMove && call.newPath?.contains("/backup/.okit-") == true ? code : nil
    })
    let (single, kept) = try restored(other, calls)
    #expect(single == whole)
    #expect(kept == Dictionary(uniqueKeysWithValues: old))
    #expect(calls.calls.count { $0.kind == .exchange } == 2)
  }

  @Test func anUnnamableBackupOfOldDataUndoesTheExchange() throws {
    let scene = try Self.restore.scene()
    let before = try scene.snapshot()
    let calls = FaultyCalls(refusing: { call in
      call.kind == .renameExclusively && call.newPath?.contains("/backup/before-") == true ? EPERM : nil
    })
    #expect(failure { try Self.restore.run(scene, calls) }?.message.contains("/backup/before-") == true)
    #expect(calls.calls.count { $0.kind == .exchange } == 2)
    try scene.recover()
    #expect(try scene.snapshot() == before)
    #expect(scene.staged == [])
    #expect(!scene.hasJournal)
  }

  @Test func backupsOnAnotherFileSystemGetACompleteCopy() throws {
    let scene = try Self.restore.scene()
    let old = try Files.files(below: scene.data).map { ($0, try Files.read(scene.data + "/" + $0)) }
    let (_, kept) = try restored(scene, FaultyCalls(refusing: Operation.restorations[3].refusing))
    #expect(kept == Dictionary(uniqueKeysWithValues: old))
  }

  @Test(arguments: ["plain.json", "fresh.json", nil])
  func anEditDuringTheExchangeStopsIt(_ name: String?) throws {
    let scene = try Self.restore.scene()
    let data = scene.data
    let calls = FaultyCalls(refusing: { call in
      guard call.kind == .createFile, call.path.hasSuffix("/SHA256SUMS") else { return nil }
      if let name { try? Files.write(#"{"id":"EDITED"}"#, to: data + "/" + name) }
      if name == nil { try? Files.remove(data + "/plain.json") }
      return nil
    })
    #expect(kind { try Self.restore.run(scene, calls) } == .busy)
    if let name { #expect(try Files.text(scene.data + "/" + name) == #"{"id":"EDITED"}"#) }
    #expect(Files.exists(scene.data + "/plain.json") == (name != nil))
    #expect(scene.staged == [])
    #expect(scene.backupNames == ["old.tar.zst.age"])
  }

  @Test func aLinkedDataFolderStaysALink() throws {
    let scene = try Self.restore.scene()
    let real = scene.folder + "/elsewhere/data"
    try FileManager.default.createDirectory(atPath: scene.folder + "/elsewhere", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: scene.data, toPath: real)
    try Files.link(scene.data, to: real)
    try Self.restore.run(scene, FaultyCalls())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scene.data) == real)
    #expect(try Files.read(real + "/plain.json") == SampleShop.files["plain.json"])
    #expect(Files.namesIfPresent(in: scene.folder + "/elsewhere") == ["data"])
  }

  /// Workspaces after crashes at each call once the journal is in place.
  private func crashed() throws -> (goal: Goal, scenes: [Scene]) {
    let goal = try Goal(Self.restore)
    let scenes = try (1...goal.calls).compactMap { number in
      let scene = try goal.template.copy()
      try? Self.restore.run(scene, FaultyCalls(.kill(at: number)))
      return scene.hasJournal ? scene : nil
    }
    return (goal, scenes)
  }

  @Test func aKilledRecoveryRecovers() throws {
    let (goal, scenes) = try crashed()
    #expect(scenes.count > 5)
    for crash in scenes {
      var number = 0
      while true {
        number += 1
        let scene = try crash.copy()
        let calls = FaultyCalls(.kill(at: number))
        try? scene.recover(calls: calls)
        if calls.calls.count < number { break }
        let trial = Trial(scene: scene, goal: goal, end: .crashed)
        #expect(trial.problems() == [], "\(calls.calls[number - 1])")
        #expect(try Self.restore.snapshot(scene) == goal.after, "\(calls.calls[number - 1])")
      }
      #expect(number > 1)
    }
  }

  @Test func aRefusalAfterACrashLeavesTheOldData() throws {
    let (goal, scenes) = try crashed()
    var results: Set<Bool> = []
    for scene in scenes {
      try scene.recover(calls: FaultyCalls(refusing: { $0.kind == .exchange ? EXDEV : nil }))
      let found = try Self.restore.snapshot(scene)
      #expect(found == goal.before || found == goal.after)
      #expect(scene.staged == [])
      results.insert(found == goal.before)
    }
    #expect(results == [true, false])
  }
}
