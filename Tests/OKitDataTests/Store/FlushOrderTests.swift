import Foundation
import Testing
import WorkspaceTestSupport

@testable import OKitStorage

/// The order of flushes makes a power cut no worse than a crash.
@Suite struct FlushOrderTests {
  @Test(arguments: [
    Operation.conversions[0], Operation.conversions[1], Operation.restorations[2], Operation.restorations[4],
    Operation.imports[0],
  ])
  func journalEntriesAreFlushedBeforeTheJournalAndItBeforeTheChange(_ operation: Operation) throws {
    let scene = try operation.scene()
    let recorder = FaultyCalls(refusing: operation.refusing)
    try operation.run(scene, recorder)
    let calls = recorder.calls
    let okit = scene.root + "/okit"
    let journal = okit + "/.journal"
    let commit = try #require(calls.lastIndex { $0.kind == .renameExclusively && $0.newPath == journal })
    // The journal becomes the record of a step.
    let end = try #require(calls.lastIndex { $0.kind == .rename && $0.path == journal })
    let renames = calls.indices.filter { index in
      index > commit && index < end && [.rename, .exchange].contains(calls[index].kind)
        && calls[index].newPath?.hasPrefix(okit) == true
    }
    #expect(renames.count > 2)

    func isFlushed(_ path: String, in range: Range<Int>) -> Bool {
      calls[range].contains { $0.kind == .flushFileSystem || $0.kind == .flush && $0.path == path }
    }
    for index in renames {
      let staged = calls[index].path
      let written = calls.lastIndex { $0.kind == .write && $0.path == staged } ?? 0
      #expect(isFlushed(staged, in: written..<commit), "\(staged) is not on the disk before the journal")
      let named = calls.firstIndex { $0.path == staged && $0.kind == .createFile || $0.newPath == staged } ?? 0
      let folder = (staged as NSString).deletingLastPathComponent
      #expect(isFlushed(folder, in: named..<commit), "the name \(staged) is not on the disk before the journal")
      let target = try #require(calls[index].newPath)
      let place = (target as NSString).deletingLastPathComponent
      #expect(isFlushed(place, in: index..<end), "\(target) is not on the disk before the journal goes")
    }
    #expect(isFlushed(calls[commit].path, in: 0..<commit), "the journal has a name before it is on the disk")
    let first = try #require(renames.first)
    #expect(isFlushed(okit, in: commit..<first), "a file is replaced before the journal is on the disk")
    #expect(isFlushed(okit, in: end..<calls.count), "the end of the journal is not on the disk")
  }

  @Test func exchangedFoldersAreFlushedBeforeTheJournal() throws {
    let operation = Operation.restorations[0]
    let scene = try operation.scene()
    let recorder = FaultyCalls()
    try operation.run(scene, recorder)
    let calls = recorder.calls
    let commit = try #require(calls.firstIndex { $0.newPath?.hasSuffix("/.journal") == true })
    let exchange = try #require(calls.firstIndex { $0.kind == .exchange })
    let end = try #require(calls.lastIndex { $0.path.hasSuffix("/.journal") && $0.kind == .rename })
    let lastStaged = try #require(
      calls[..<commit].lastIndex { $0.kind == .createFile && $0.path.hasPrefix(calls[exchange].path + "/") })
    #expect(calls[lastStaged..<commit].contains { $0.kind == .flushFileSystem })
    #expect(commit < exchange && exchange < end)
    #expect(calls[exchange..<end].contains { $0.kind == .flush && $0.path == scene.root + "/okit" })
  }

  @Test(arguments: Operation.backups)
  func aBackupIsFlushedBeforeItIsNamed(_ operation: Operation) throws {
    let scene = try operation.scene()
    let recorder = FaultyCalls()
    try operation.run(scene, recorder)
    let calls = recorder.calls
    let named = try #require(calls.firstIndex { $0.kind == .renameExclusively })
    let written = try #require(calls[..<named].lastIndex { $0.kind == .write })
    // Only the record and the facts about the last backup follow.
    #expect(calls[named...].count { $0.kind == .write } == 2)
    #expect(calls[written..<named].contains { $0.kind == .flush || $0.kind == .flushFileSystem })
    #expect(calls[named...].contains { $0.kind == .flush && $0.path == scene.backups })
  }
}
