import Ciphers
import OKitBackups
package import OKitMigrations
import OKitModels
import OKitStorage

extension MigrationRollback {
  /// What a rollback would do.
  package struct Preview {
    /// The migrations that are undone, in the order in which they were applied.
    package let migrations: [String]
    /// The number of the last migration applied, now.
    package let from: Int
    /// The number of the last migration applied, then.
    package let to: Int
    /// The backup that the data go back to.
    package let backup: String
    /// What changed in the data since they were migrated, by path; it would be lost.
    package let lost: [LostChange]
    /// The models that come back stored in another way than they are now.
    package let forms: FormChanges
    let plan: RollbackPlan
    /// The files of the data folder as they were compared, by their paths relative to it.
    let stamps: [ExactText: FileStamp]
  }

  /// What a rollback to `number`, or of the last apply, would do. Reads files as they are stored, so that no key is needed.
  ///
  /// Throws errors of kind `notFound` (nothing to undo, or its backup is gone), `malformed` (a damaged backup), `configuration` (a damaged history), and
  /// `busy`.
  package func preview(to number: Int? = nil) throws -> Preview {
    try workspace.storage.reading {
      let plan = try RollbackPlan(to: number, in: MigrationHistory(lockedIn: workspace))
      var contents = try contents(ofBackup: plan.first.backup)
      var stamps: [ExactText: FileStamp] = [:]
      let now = try workspace.observer.step("comparing") { try currentContents(&stamps) }
      var lost = LostChanges()
      for (index, step) in plan.undone.enumerated() {
        for (path, digest) in step.apply.files {
          if let path = Workspace.pathInData(path.text) { contents[ExactText(path)] = digest }
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

  /// Throws an error of kind `busy` where the data are no longer those that were compared.
  func requireUnchanged(_ preview: Preview) throws {
    var count = 0
    try workspace.forEachDataFile { path in
      count += 1
      let found = try FileStatus.of(Path.join(workspace.storage.dataFolder, path), followingLinks: true)?.stamp
      guard let stamp = preview.stamps[ExactText(path)], found == stamp else { throw Self.changed }
    }
    guard count == preview.stamps.count else { throw Self.changed }
  }

  static let changed = OKitError(.busy, "the workspace changed in the meantime")

  /// What is in the data folder now.
  private func currentContents(_ stamps: inout [ExactText: FileStamp]) throws -> LostChanges.Contents {
    var contents: LostChanges.Contents = [:]
    try workspace.forEachDataFile { path in
      let place = Path.join(workspace.storage.dataFolder, path)
      let stamp = try FileStatus.of(place, followingLinks: true)?.stamp
      let fingerprint = try Journal.Fingerprint.of(place) { try workspace.observer.advanced(byBytes: Int64($0)) }
      guard let stamp, let fingerprint else { throw Self.changed }
      stamps[ExactText(path)] = stamp
      contents[ExactText(path)] = fingerprint.digest
    }
    return contents
  }

  /// What the data folder held when a backup was made, by its sums. Throws errors of kind `notFound` and `malformed`.
  private func contents(ofBackup name: String) throws -> LostChanges.Contents {
    let path = Path.join(try folder(ofBackup: name), Checksums.fileName)
    guard try FileStatus.of(path) != nil else {
      throw OKitError(.malformed, "backup \(name) is incomplete: \(Checksums.fileName) is missing")
    }
    let file = try OpenFile(path)
    let sums = try Checksums(decoding: file.contents(), of: name)
    return Dictionary(
      uniqueKeysWithValues: sums.digests.compactMap { path, digest in
        path.text.withoutPrefix("data/").map { (ExactText($0), digest) }
      })
  }

  /// Of an apply in between only the preview needs the backup.
  private func contentsIfThere(ofBackup name: String) -> LostChanges.Contents? {
    do {
      return try contents(ofBackup: name)
    } catch {
      workspace.observer.warned("\(error); the list of earlier changes is incomplete")
      return nil
    }
  }
}
