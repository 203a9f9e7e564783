import Ciphers
import OKitBackups
package import OKitMigrations
import OKitModels
import OKitStorage

extension MigrationRollback {
  /// The effects of a rollback.
  package struct Preview {
    /// The migrations to undo, in the order in which they were applied.
    package let migrations: [String]
    /// The number of the last applied migration before the rollback.
    package let from: Int
    /// The number of the last applied migration after the rollback.
    package let to: Int
    /// The backup to restore the data from.
    package let backup: String
    /// The changes of the data since the migration, by path. They would be lost.
    package let lost: [LostChange]
    /// The models whose stored form changes.
    package let forms: FormChanges
    let plan: RollbackPlan
    /// The files of the data folder at the time of the comparison.
    let stamps: [DataPath: FileStamp]
  }

  /// Returns the effects of a rollback to migration `number`; nil undoes the last apply. Needs no key, because it compares the stored files.
  ///
  /// Throws errors of kind `notFound` (nothing to undo, or the backup is missing), `malformed` (a damaged backup), `configuration` (a damaged
  /// history) and `busy`.
  package func preview(to number: Int? = nil) throws -> Preview {
    try workspace.storage.reading {
      let plan = try RollbackPlan(to: number, in: MigrationHistory(lockedIn: workspace))
      var contents = try contents(ofBackup: plan.first.backup)
      var stamps: [DataPath: FileStamp] = [:]
      let now = try workspace.observer.step("comparing") { try currentContents(&stamps) }
      var lost = LostChanges()
      for (index, step) in plan.undone.enumerated() {
        for (path, digest) in step.apply.files {
          if let path = DataPath(path) { contents[path] = digest }
        }
        let next = index + 1 < plan.undone.count ? contentsIfThere(ofBackup: plan.undone[index + 1].apply.backup) : now
        guard let next else { continue }
        lost.add(from: contents, to: next)
        contents = next
      }
      return Preview(
        migrations: plan.migrations, from: plan.from, to: plan.to, backup: plan.first.backup, lost: lost.changes,
        forms: try formChanges(of: plan), plan: plan, stamps: stamps)
    }
  }

  /// Throws an error of kind `busy` if the data has changed since the comparison.
  func requireUnchanged(_ preview: Preview) throws {
    var count = 0
    try workspace.forEachDataFile { path in
      count += 1
      let found = try FileStatus.of(workspace.storage.absolute(inData: path), followingLinks: true)?.stamp
      guard let stamp = preview.stamps[path], found == stamp else { throw Self.changed }
    }
    guard count == preview.stamps.count else { throw Self.changed }
  }

  static let changed = OKitError(.busy, "the workspace changed in the meantime")

  /// Returns the current files of the data folder.
  private func currentContents(_ stamps: inout [DataPath: FileStamp]) throws -> LostChanges.Contents {
    var contents: LostChanges.Contents = [:]
    try workspace.forEachDataFile { path in
      guard let file = try workspace.storage.openIfPresent(workspace.storage.absolute(inData: path)) else {
        throw Self.changed
      }
      stamps[path] = file.stamp
      contents[path] = try Journal.Fingerprint.of(file) { try workspace.observer.advanced(byBytes: Int64($0)) }.digest
    }
    return contents
  }

  /// Returns the files of the data folder at the time of a backup, by its checksums. Throws errors of kind `notFound` and `malformed`.
  private func contents(ofBackup name: String) throws -> LostChanges.Contents {
    let path = (try folder(ofBackup: name)).appending(Checksums.fileName)
    guard try FileStatus.of(path) != nil else {
      throw OKitError(.malformed, "backup \(name) is incomplete: \(Checksums.fileName) is missing")
    }
    let file = try OpenFile(path)
    let sums = try Checksums(decoding: file.contents(), of: name)
    return Dictionary(
      uniqueKeysWithValues: sums.digests.compactMap { path, digest in
        DataPath(path).map { ($0, digest) }
      })
  }

  /// Returns the same as `contents(ofBackup:)`, or warns and returns nil if that fails. Only the preview needs the backups of the later applies.
  private func contentsIfThere(ofBackup name: String) -> LostChanges.Contents? {
    do {
      return try contents(ofBackup: name)
    } catch {
      workspace.observer.warned("\(error); the list of earlier changes is incomplete")
      return nil
    }
  }
}
