import Glibc
import JSONDocument
import OKitModels
import OKitStorage

/// Compares a workspace with its last backup in a place, and keeps the facts for the next comparison.
struct LastBackupSearch {
  /// The last backup, if nothing has changed since.
  struct Unchanged {
    let backup: BackupListing.Backup
    let facts: LastBackup
  }

  private let workspace: Workspace
  private let places: BackupPlaces
  private let place: LastBackup.Place
  /// The format and the protection of the new backup.
  private let kind: String

  /// Prepares the comparison with the last backup in `places`, of the same format and protection.
  init(_ workspace: Workspace, in places: BackupPlaces, kind: String) {
    self.workspace = workspace
    self.places = places
    self.kind = kind
    place = LastBackup.Place(places, workspace)
  }

  /// Returns the stored files, nil if one of them cannot be read, and the last backup if they are those that it has. Then adds `label` to it.
  func searchForChanges(_ label: BackupRecord.Label) throws -> (files: StoredFiles?, unchanged: Unchanged?) {
    let now = Timestamp.now()
    // Without facts that can be read, everything counts as changed.
    let last = try? LastBackup(of: workspace, in: place)
    let found = try unlessUnreadable {
      try workspace.storage.reading(recovering: !workspace.isDryRun) {
        try workspace.observer.step("comparing with the last backup") {
          try StoredFiles(of: workspace, known: last?.files ?? [:])
        }
      }
    }
    guard let files = found else { return (nil, nil) }
    let facts = files.facts()
    guard var last, last.kind.isExactly(kind), last.hasContent(of: facts),
      let backup = try last.backup(among: places.backups(), of: workspace.requireConfiguration().id)
    else { return (files, nil) }
    do {
      try places.changeRecords(of: [backup.source]) { record in
        record.confirmed = now
        record.label.add(label)
      }
    } catch let error as OKitError where error.kind == .notFound {
      // It was deleted in the meantime.
      return (files, nil)
    } catch let error as OKitError where backup.source.snapshot != nil {
      // Not everybody who may read a repository may write to it.
      workspace.observer.warned("cannot record that nothing has changed: \(error.message)")
    }
    if !workspace.isDryRun, last.files != facts {
      // With the new times, the next comparison is fast.
      last.files = facts
      try workspace.observer.warnOnFailure(to: "record the times of the files") {
        try workspace.writing { try last.write(place, in: workspace.storage) }
      }
    }
    return (files, Unchanged(backup: backup, facts: last))
  }

  /// Returns the stored files for the next comparison, without reading them a second time; nil if the result cannot be recorded.
  func storedFiles() throws -> StoredFiles? {
    guard canRecord else { return nil }
    // No lock is needed: they only count if they have the same times after the backup.
    let files = try unlessUnreadable { try StoredFiles(of: workspace, known: nil) }
    // A clock that was set back must not keep the backup waiting.
    guard let wait = files?.timeUntilSettled, 1...Self.longestWait ~= wait else { return files }
    usleep(useconds_t(wait / 1000 + 1))
    return try unlessUnreadable { try StoredFiles(of: workspace, known: nil) }
  }

  /// The longest time in nanoseconds to wait until the times of files that have just changed count.
  private static let longestWait: Int64 = 50_000_000

  /// Returns what `body` returns; nil if a file cannot be read.
  private func unlessUnreadable(_ body: () throws -> StoredFiles) throws -> StoredFiles? {
    do {
      return try body()
    } catch let error as OKitError where error.kind == .malformed {
      // The backup reports it, or is made without that file.
      return nil
    } catch is SystemError {
      return nil
    }
  }

  private var canRecord: Bool { !workspace.isDryRun && workspace.canHaveFacts }

  /// Records the facts about a new backup, and warns of models that the one before it had. The backup is complete without them.
  func note(_ outcome: BackupCreation.Outcome, _ files: StoredFiles?) throws {
    guard canRecord else { return }
    try workspace.observer.warnOnFailure(to: "record the backup in the workspace") {
      try workspace.writing {
        let former = try? LastBackup(of: workspace, in: place)
        let name = outcome.path?.name ?? outcome.name
        var last = LastBackup(backup: name, created: outcome.created, models: outcome.models, kind: kind)
        last.lostModels = (former?.models ?? []).filter { !outcome.models.contains($0) }
        if place == .own, workspace.hasBackupFolderOutside {
          last.disk = try LastBackup.Disk(of: workspace.backupFolder)
        }
        if let files, try files.areUnchanged() { last.files = files.facts() }
        for name in last.lostModels where !outcome.missing.contains(name) {
          workspace.observer.warned(
            "model \(name) was in the last backup, \(PathComponent.printable(former?.backup ?? "")), and is not in this one"
          )
        }
        try last.write(place, in: workspace.storage)
      }
    }
  }
}
