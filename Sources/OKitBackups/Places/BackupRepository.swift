import Archives
import JSONDocument
import OKitModels
package import OKitStorage
package import Restic

/// A repository of restic as a place of backups. Each backup is a snapshot with one file; restic provides increments, deduplication, compression,
/// encryption and remote places.
///
/// Methods throw the errors of `ResticRepository`.
package final class BackupRepository {
  /// The time to wait for other programs when everything is stored.
  private static let patience = Duration.seconds(3600)
  /// The time for which a list counts as current before a change.
  private static let freshTime = Duration.seconds(5)
  /// The age in seconds from which a snapshot without its end is removed.
  private static let incompleteAge: Int64 = 7 * 86_400

  /// The repository.
  package let restic: ResticRepository
  /// The repository in messages.
  package var name: String { restic.name }

  /// All snapshots when they were listed last; nil after a change.
  private var known: [ResticSnapshot]?
  /// The end of the time in which hardly anybody else has changed what is known.
  private var freshness = Deadline(after: .zero)
  /// The number of snapshots that were damaged then. Nobody knows what they were.
  private(set) var damaged = 0

  package init(_ restic: ResticRepository) {
    self.restic = restic
  }

  /// Returns the backups in the repository, the newest first: those of a workspace if its id is given, otherwise all.
  package func backups(of workspace: String?) throws -> [BackupListing.Backup] {
    // The last change of a record only adds tags or makes their times later.
    let complete = try snapshots(of: workspace).filter(SnapshotTags.isComplete)
    return Dictionary(grouping: complete, by: \.original).values.compactMap { versions in
      let sorted = versions.sorted { SnapshotTags.isOlder($0, $1) }
      guard let snapshot = sorted.last, let name = SnapshotTags.name(of: snapshot),
        let record = SnapshotTags.record(of: snapshot)
      else {
        return nil
      }
      return BackupListing.Backup(
        BackupSnapshot(
          id: snapshot.id, name: name, record: record, others: sorted.dropLast().map(\.id),
          repository: restic))
    }.sorted { ($0.modified, $0.name) > ($1.modified, $1.name) }
  }

  private func snapshots(of workspace: String?) throws -> [ResticSnapshot] {
    if known == nil {
      let found = try restic.snapshots()
      (known, damaged) = (found.snapshots, found.damaged)
      freshness = Deadline(after: Self.freshTime)
    }
    let all = known ?? []
    guard let workspace else { return all }
    return all.filter { $0.tags.contains(where: SnapshotTags.workspace(workspace).isExactly) }
  }

  /// True if this repository has the backup `name` with this record, or a copy of it.
  ///
  /// Throws an error of kind `exists` if another backup of the same workspace has the name, or if the copy is known to be damaged.
  package func has(_ name: String, _ record: BackupRecord) throws -> Bool {
    let named = try backups(of: record.workspace).compactMap(\.source.snapshot).filter { $0.name.isExactly(name) }
    guard let first = named.first else { return false }
    guard let found = named.first(where: { $0.record.isOfSameBackup(as: record) }) else {
      throw OKitError(.exists, "\(first) already exists, and is another backup")
    }
    try found.record.requireNotDamagedCopy(found.description)
    return true
  }

  /// Returns the version of a snapshot that is in the repository now, because another program may have changed its record; nil if it was removed.
  package func present(_ snapshot: BackupSnapshot) throws -> BackupSnapshot? {
    known = nil
    return try current(snapshot)
  }

  private func current(_ snapshot: BackupSnapshot) throws -> BackupSnapshot? {
    let all = try backups(of: nil).compactMap(\.source.snapshot)
    return all.first { $0.id == snapshot.id } ?? all.first { $0.isVersion(of: snapshot) }
  }

  /// Copies a snapshot of another repository to this one, and reads the copy. A dry run only finds out whether that is necessary. Returns false if the copy is
  /// already here.
  ///
  /// Throws errors of kind `malformed` if the snapshot is known to be damaged, or if its copy is, which is then removed, and `exists` if another backup has
  /// the name.
  package func copy(_ snapshot: BackupSnapshot, isDryRun: Bool, observer: any Observer) throws -> Bool {
    try snapshot.record.requireNotDamaged(snapshot.description)
    if try has(snapshot.name, snapshot.record) { return false }
    if isDryRun { return true }
    known = nil
    try restic.copy(snapshot.id, from: snapshot.repository)
    let all = try backups(of: snapshot.record.workspace).compactMap(\.source.snapshot)
    guard let copy = all.first(where: snapshot.isVersion) else {
      throw OKitError(.inputOutput, "\(self.name) has no copy of \(snapshot) after restic has copied it")
    }
    do {
      try read(copy.id, copy.name, observer)
    } catch let error as OKitError where error.kind == .malformed {
      // Some repositories only take new files.
      let isRemoved = (try? remove([copy])) != nil
      if !isRemoved {
        try? changeRecords(of: [copy]) { $0.verification = .init(time: Timestamp.now(), isIntact: false) }
      }
      throw damaged(error, isRemoved ? "the copy was removed" : "the copy is marked as damaged")
    }
    return true
  }

  /// Reads a snapshot that is not finished. Throws an error of kind `malformed` if it is damaged; then it is removed.
  func read(_ snapshot: Unfinished, _ name: String, _ observer: any Observer) throws {
    do {
      try read(snapshot.id, name, observer)
    } catch let error as OKitError where error.kind == .malformed {
      discard(snapshot)
      throw damaged(error, "the copy was removed")
    }
  }

  /// Reads a whole snapshot from the repository itself. restic does not store data that it already has, even if that is damaged.
  private func read(_ id: String, _ name: String, _ observer: any Observer) throws {
    let bypassesCache = restic.bypassesCache
    restic.bypassesCache = true
    defer { restic.bypassesCache = bypassesCache }
    let description = "\(PathComponent.printable(name)) in \(self.name)"
    let dump = try restic.dump(id, name + BackupSnapshot.ending, name: description)
    let reader = try BackupReader(snapshot: { try dump.read(into: $0) }, name: description, isAuthenticated: false)
    try observer.step("reading the copy of \(name)", totalBytes: reader.manifest.totalSize) {
      try reader.readAll(observer)
    }
  }

  private func damaged(_ error: OKitError, _ outcome: String) -> OKitError {
    OKitError(
      .malformed, "\(error.message); \(outcome)",
      remedy: .words("run 'okit backup repository check --read-data --repository \(ShellWord.quoted(self.name))'"))
  }

  /// Removes a snapshot that is not finished, if the repository allows that. It does not count anyway.
  func discard(_ snapshot: Unfinished) {
    known = nil
    try? restic.forget([snapshot.id])
  }

  /// A snapshot without its last tag, so that it does not count yet.
  struct Unfinished {
    fileprivate let id: String
    fileprivate let record: BackupRecord
  }

  /// Makes a snapshot of the archive that `write` passes to its argument. It is called while restic still opens the repository. If anything fails, no
  /// snapshot is left.
  func begin(_ name: String, _ record: BackupRecord, _ write: (@escaping ArchiveSink) throws -> Void) throws
    -> Unfinished
  {
    try SnapshotTags.requireUsable(record.label.tags)
    known = nil
    let id = try restic.backUp(
      to: name + BackupSnapshot.ending, time: record.created,
      tags: SnapshotTags.tags(of: record) + [SnapshotTags.started()], write)
    return Unfinished(id: id, record: record)
  }

  /// Marks a completely stored snapshot as complete. `size` is the size of its files in bytes, and `unreadableFiles` the number of damaged ones.
  ///
  /// For that restic must be alone in the repository. After a long backup, waiting longer than `timeout` is better than losing it, unless the caller
  /// does not want to wait at all.
  func finish(
    _ snapshot: Unfinished, size: Int64, unreadableFiles: Int, timeout: Duration, observer: any Observer
  ) throws {
    do {
      try restic.tag(
        [snapshot.id],
        adding: [SnapshotTags.complete, SnapshotTags.size(size)] + SnapshotTags.unreadable(unreadableFiles),
        timeout: timeout == .zero ? timeout : max(timeout, Self.patience))
    } catch let error as OKitError {
      let isThere = (try? snapshots(of: snapshot.record.workspace))?.contains {
        SnapshotTags.isComplete($0) && $0.original.withoutPrefix(snapshot.id) != nil
      }
      guard isThere == true else {
        throw OKitError(
          error.kind, "the backup is stored, but does not count yet: \(error.message)",
          remedy: .words("make it again; restic does not store the same data twice"))
      }
      observer.warned("the backup is complete, but its snapshot without tags could not be removed: \(error.message)")
    }
  }

  /// Changes the records of `snapshots`, each as `change` says. If one does not exist any more, throws an error of kind `notFound` after the others
  /// were changed.
  ///
  /// In a repository that only takes new files, each change adds a version of the snapshot, and the newest one counts. Throws an error of kind `locked`
  /// there if the change only removes something.
  func changeRecords(of snapshots: [BackupSnapshot], _ change: (inout BackupRecord) -> Void) throws {
    // Another program may have changed the record since the snapshots were listed.
    if freshness.isPast { known = nil }
    let current = try snapshots.map { try self.current($0) ?? $0 }
    let former: Set<String>
    do {
      former = try addVersions(of: current, change)
    } catch let error as OKitError where error.kind == .notFound {
      // Another program may have given one of them another id in this moment.
      known = nil
      let present = try snapshots.map { try self.current($0) }
      let newer = present.compactMap(\.self).filter { !current.contains($0) }
      if newer.isEmpty { throw error }
      former = try addVersions(of: newer, change)
      if present.contains(nil) { throw error }
    }
    if former.isEmpty { return }
    // Another program may have changed a newer version meanwhile.
    let outdated = try backups(of: nil).compactMap(\.source.snapshot).filter { snapshot in
      var changed = snapshot.record
      change(&changed)
      return changed != snapshot.record && !former.isDisjoint(with: snapshot.others)
    }
    _ = try addVersions(of: outdated, change)
  }

  /// Changes the records of snapshots. Returns the ids of their former versions if these are still there.
  private func addVersions(
    of snapshots: [BackupSnapshot], _ change: (inout BackupRecord) -> Void
  ) throws -> Set<String> {
    var former: Set<String> = []
    var changes: [TagChange] = []
    for snapshot in snapshots {
      var changed = snapshot.record
      change(&changed)
      try SnapshotTags.requireUsable(changed.label.tags)
      let (old, new) = (Set(SnapshotTags.tags(of: snapshot.record)), Set(SnapshotTags.tags(of: changed)))
      if old == new { continue }
      let tagChange = TagChange(snapshot.id, from: old, to: new)
      var isJoined = false
      for index in changes.indices where !isJoined { isJoined = changes[index].join(tagChange) }
      if !isJoined { changes.append(tagChange) }
    }
    if changes.isEmpty { return [] }
    known = nil
    var failure: (any Error)?
    for change in changes {
      do {
        let kept = try restic.tag(change.snapshots, adding: change.added.sorted(), removing: change.removed.sorted())
        if !kept.isEmpty, change.added.isEmpty { throw restic.refusedRemoval }
        former.formUnion(kept)
      } catch let error as OKitError where error.kind == .notFound {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return former
  }

  /// A change of the tags of snapshots that one call of restic can make.
  private struct TagChange {
    private(set) var snapshots: [String]
    let added: Set<String>
    private(set) var removed: Set<String>
    /// All tags that one of the snapshots has afterwards.
    private var tags: Set<String>

    init(_ snapshot: String, from old: Set<String>, to new: Set<String>) {
      snapshots = [snapshot]
      (added, removed) = (new.subtracting(old), old.subtracting(new))
      tags = new
    }

    /// Adds the snapshots of another change. Returns false if one call cannot make both: restic removes the tags from all snapshots of a call, so no other
    /// one of them may keep such a tag.
    mutating func join(_ other: TagChange) -> Bool {
      let (allRemoved, allTags) = (removed.union(other.removed), tags.union(other.tags))
      guard added == other.added, allRemoved.isDisjoint(with: allTags) else { return false }
      (removed, tags) = (allRemoved, allTags)
      snapshots += other.snapshots
      return true
    }
  }

  /// Removes backups. Their space is not free yet.
  func remove(_ backups: [BackupSnapshot]) throws {
    known = nil
    try restic.forget(backups.flatMap { [$0.id] + $0.others })
  }

  /// Removes the snapshots of a workspace without their end, which a killed okit left more than a week before `now`, in seconds since 1970, and former
  /// versions of backups, unless the repository only takes new files.
  func removeRemains(of workspace: String, now: Int64) throws {
    let incomplete = try snapshots(of: workspace).filter { snapshot in
      !SnapshotTags.isComplete(snapshot) && now - SnapshotTags.start(of: snapshot) > Self.incompleteAge
    }
    let former = try backups(of: workspace).flatMap { $0.source.snapshot?.others ?? [] }
    if incomplete.isEmpty && former.isEmpty { return }
    known = nil
    do {
      try restic.forget(incomplete.map(\.id) + former)
    } catch let error as OKitError where error == restic.refusedRemoval {
      // They cost little, and no command lists them.
    }
  }

  /// Frees the space of what no backup needs.
  func freeSpace() throws { try restic.prune() }

  /// Frees the space of backups that failed, if the repository seems to allow that. Where only new files are taken, restic would add one each time.
  func freeSpaceOfFailedBackups() throws {
    let all = try snapshots(of: nil)
    // Former versions of snapshots remain only there, and after a change of a record was interrupted.
    if Set(all.map(\.original)).count == all.count { try freeSpace() }
  }
}
