import JSONDocument
package import OKitModels
package import OKitStorage

/// Removes the backups of a workspace that no rule keeps.
package struct BackupPruning {
  /// The decision about a backup.
  package struct Decision: Sendable {
    /// The backup.
    package let backup: BackupListing.Backup
    /// The time of the backup, in seconds since 1970; nil if it is unknown.
    package let created: Int64?
    /// The reasons to keep it; none if it is removed.
    package fileprivate(set) var reasons: [String]
    /// True if it is removed.
    package var isRemoved: Bool { reasons.isEmpty }
  }

  /// The rules and the exceptions to them.
  package struct Request {
    /// The rules that keep backups.
    package var rules: RetentionRules
    /// True if only verified backups count for the rules.
    package var countsOnlyVerified = false
    /// The names of the backups that `migrate rollback` needs.
    package let neededForRollback: Set<String>
    /// The path of a backup that was just made; nil for none.
    package var justMade: FilePath?
    /// Returns the offset of the local time from UTC at a time, both in seconds. Calendar periods are local.
    package var localOffset: (Int64) -> Int

    package init(_ rules: RetentionRules, neededForRollback: Set<String>, localOffset: @escaping (Int64) -> Int) {
      self.rules = rules
      self.neededForRollback = neededForRollback
      self.localOffset = localOffset
    }
  }

  /// The age in seconds from which a safety backup is removed.
  private static let safetyBackupAge: Int64 = 7 * 86_400

  private let workspace: Workspace
  private let now: Int64

  /// Prepares pruning of the backups of `workspace`. `now` is in seconds since 1970.
  package init(_ workspace: Workspace, now: Int64 = Timestamp.now()) {
    self.workspace = workspace
    self.now = now
  }

  /// Decides about each backup, the newest first, and removes those that no rule keeps. Calls `decided` before the first removal, and `removed` with
  /// each removed backup. Removes nothing in a dry run.
  ///
  /// It always keeps the newest backup, and the newest that counts for the rules; pinned and damaged backups; those without a record that can be
  /// read, since their time and workspace are unknown; and those of other workspaces, which are not locked. Damaged backups, and those from the
  /// future, do not count; if no backup counts, all stay. Safety backups do not count either: they are removed after a week, unless `migrate rollback` needs them.
  ///
  /// Throws an error of kind `busy` if another process locks the workspace for longer than the lock timeout, and `SystemError`. Backups already
  /// passed to `removed` stay removed. `request` is called under the lock.
  package func run(
    _ request: () throws -> Request, decided: ([Decision]) -> Void = { _ in }, removed: (FilePath) -> Void = { _ in }
  ) throws -> [Decision] {
    try workspace.writing {
      let decisions = try decisions(request())
      decided(decisions)
      if workspace.isDryRun { return decisions }
      try workspace.removeLockedBackups(decisions.filter(\.isRemoved).map(\.backup.path), removed: removed)
      try removeRecordsWithoutBackup()
      return decisions
    }
  }

  private typealias Member = (backup: BackupListing.Backup, record: BackupRecord)

  private func decisions(_ request: Request) throws -> [Decision] {
    let id = try workspace.requireConfiguration().id
    var decisions: [Decision] = []
    var ordinary: [Member] = []
    var safety: [Member] = []
    for backup in try BackupListing(workspace).backups {
      let record: BackupRecord
      do {
        guard let found = try backup.record() else {
          decisions.append(Decision(backup: backup, created: nil, reasons: ["no record"]))
          continue
        }
        record = found
      } catch {
        workspace.observer.warned("keeping backup \(PathComponent.printable(backup.name)): \(error)")
        decisions.append(Decision(backup: backup, created: nil, reasons: ["unreadable record"]))
        continue
      }
      guard record.workspace.isExactly(id) else {
        decisions.append(Decision(backup: backup, created: record.created, reasons: ["another workspace"]))
        continue
      }
      if backup.isSafetyBackup { safety.append((backup, record)) } else { ordinary.append((backup, record)) }
    }
    var kept = safety.map {
      Decision(backup: $0.backup, created: $0.record.created, reasons: reasons(for: $0, request))
    }
    // Then they may have the only good data.
    if !ordinary.contains(where: { reasonNotCounted($0.record, request) == nil }) {
      Self.keepNewest(in: &kept) { _ in true }
    }
    decisions += kept + ruled(ordinary, request)
    return decisions.sorted { left, right in
      (left.created ?? left.backup.modified, left.backup.modifiedNanoseconds, left.backup.name)
        > (right.created ?? right.backup.modified, right.backup.modifiedNanoseconds, right.backup.name)
    }
  }

  /// Decides about the ordinary backups.
  private func ruled(_ members: [Member], _ request: Request) -> [Decision] {
    let members = members.sorted { left, right in
      (left.record.created, left.backup.modifiedNanoseconds, left.backup.name)
        > (right.record.created, right.backup.modifiedNanoseconds, right.backup.name)
    }
    let candidates = members.map { member in
      RetentionPolicy.Candidate(
        time: member.record.created, tags: member.record.label.tags,
        reasonNotCounted: reasonNotCounted(member.record, request))
    }
    let policy = RetentionPolicy(rules: request.rules, localOffset: request.localOffset)
    var decisions = zip(members, policy.reasons(for: candidates)).map { member, reasons in
      Decision(
        backup: member.backup, created: member.record.created, reasons: always(member, request) + reasons)
    }
    Self.keepNewest(in: &decisions) { _ in true }
    Self.keepNewest(in: &decisions) { candidates[$0].reasonNotCounted == nil }
    return decisions
  }

  private static func keepNewest(in decisions: inout [Decision], where isMeant: (Int) -> Bool) {
    let newest = decisions.indices.filter(isMeant).max { left, right in
      (decisions[left].created ?? 0, decisions[left].backup.modifiedNanoseconds)
        < (decisions[right].created ?? 0, decisions[right].backup.modifiedNanoseconds)
    }
    if let newest, decisions[newest].isRemoved { decisions[newest].reasons = ["newest"] }
  }

  private func reasonNotCounted(_ record: BackupRecord, _ request: Request) -> String? {
    if record.verification?.isIntact == false { return "damaged" }
    if record.created > now { return "in the future" }
    return request.countsOnlyVerified && record.verification == nil ? "not verified" : nil
  }

  /// Returns the reasons to keep a backup that do not depend on others.
  private func always(_ member: Member, _ request: Request) -> [String] {
    var reasons: [String] = []
    if member.record.label.isPinned { reasons.append("pinned") }
    if member.record.verification?.isIntact == false { reasons.append("damaged") }
    if request.justMade == member.backup.path { reasons.append("just made") }
    if request.neededForRollback.contains(where: member.backup.name.isExactly) { reasons.append("migrate rollback") }
    return reasons
  }

  /// Returns the reasons to keep a safety backup.
  private func reasons(for member: Member, _ request: Request) -> [String] {
    // The modification time guards against a clock that was wrong for a while, and against a copied folder.
    let isYoung = now - max(member.record.created, member.backup.modified) < Self.safetyBackupAge
    return always(member, request) + (isYoung ? ["younger than a week"] : [])
  }

  /// Removes the workspace's records of backups that something else removed.
  private func removeRecordsWithoutBackup() throws {
    let folder = workspace.backupFolder
    let id = try workspace.requireConfiguration().id
    for entry in try FolderListing(folder).entries where entry.kind == .file && !entry.isHidden {
      guard let name = entry.name.withoutSuffix(BackupRecord.ending), !name.isEmpty else { continue }
      let backup = folder.appending(name)
      guard try FileStatus.of(backup) == nil, let record = try? BackupRecord(beside: backup),
        record.workspace.isExactly(id)
      else { continue }
      try workspace.storage.system.removeFile(folder.appending(entry.name))
    }
  }
}
