import JSONDocument
package import OKitModels
package import OKitStorage

/// Removes the backups that no rule keeps, in a folder and in a repository, each on its own. The backups of each workspace are one series.
package struct BackupPruning {
  /// The decision about a backup.
  package struct Decision {
    /// The backup.
    package let backup: BackupListing.Backup
    /// The time of the backup, in seconds since 1970; nil if it is unknown.
    package let created: Int64?
    /// The reasons to keep it; none if it is removed.
    package fileprivate(set) var reasons: [String]
    /// True if it is removed.
    package var isRemoved: Bool { reasons.isEmpty }
    fileprivate var order: (Int64, Int64, String) { backup.order(created: created) }
  }

  /// The rules and the exceptions to them.
  package struct Request {
    /// The rules that keep backups.
    package var rules: RetentionRules
    /// True if only verified backups count for the rules.
    package var countsOnlyVerified = false
    /// The names of the backups that `migrate rollback` needs; nil if no workspace tells, so that it may need any that a migration made.
    package let neededForRollback: Set<String>?
    /// A backup that was just made, by its name and time; nil for none.
    package var justMade: (name: String, created: Int64)?
    /// Returns the offset of the local time from UTC at a time, both in seconds. Calendar periods are local.
    package var localOffset: (Int64) -> Int

    package init(_ rules: RetentionRules, neededForRollback: Set<String>?, localOffset: @escaping (Int64) -> Int) {
      self.rules = rules
      self.neededForRollback = neededForRollback
      self.localOffset = localOffset
    }
  }

  /// The age in seconds from which a safety backup is removed.
  private static let safetyBackupAge: Int64 = 7 * 86_400

  private let places: BackupPlaces
  private let observer: any Observer
  private let now: Int64

  /// Prepares pruning of the backups in `places`: those of its workspace, or of all workspaces without one. `now` is in seconds since 1970.
  package init(_ places: BackupPlaces, observer: any Observer, now: Int64 = Timestamp.now()) {
    self.places = places
    self.observer = observer
    self.now = now
  }

  /// Decides about each backup, the newest first, and removes those that no rule keeps. Calls `decided` before the first removal, and `removed` with
  /// each removed backup. Removes nothing in a dry run.
  ///
  /// It always keeps the newest backup, and the newest that counts for the rules; pinned and damaged backups; those without a record that can be
  /// read, since their time and workspace are unknown; and those of other workspaces, which are not locked. Damaged backups, and those from the
  /// future, do not count; if no backup counts, all stay. Safety backups do not count either: they are removed after a week, unless `migrate rollback` needs them.
  ///
  /// With `freesSpace`, the space of failed backups in a repository is freed even if no backup is removed, which can take long.
  ///
  /// Throws an error of kind `busy` if another process locks the workspace for longer than the lock timeout, and `SystemError`. Backups already
  /// passed to `removed` stay removed. `request` is called for each place, for a folder under its lock.
  package func run(
    freesSpace: Bool = false, _ request: () throws -> Request, decided: ([Decision]) -> Void = { _ in },
    removed: (BackupSource) -> Void = { _ in }
  ) throws -> [Decision] {
    // A repository can take long, so nothing is locked meanwhile.
    let inRepository = try decisions(places.inRepository(of: places.workspace), request())
    var all = inRepository
    if let folder = places.folder {
      try folder.changing {
        let inFolder = try decisions(folder.listing().backups, request())
        all = Self.sorted(inFolder + inRepository)
        decided(all)
        if places.isDryRun { return }
        try folder.removeLocked(inFolder.filter(\.isRemoved).compactMap(\.backup.source.path)) { removed(.file($0)) }
        try folder.removeRecordsWithoutBackup(of: places.workspace)
      }
    } else {
      decided(all)
    }
    if let repository = places.repository, !places.isDryRun {
      if let workspace = places.workspace { try repository.removeRemains(of: workspace, now: now) }
      let outdated = inRepository.filter(\.isRemoved).map(\.backup.source)
      try places.remove(outdated, removed: removed)
      if outdated.isEmpty, freesSpace {
        try observer.warnOnFailure(to: "free the space of failed backups") {
          try repository.freeSpaceOfFailedBackups()
        }
      }
    }
    return all
  }

  private typealias Member = (backup: BackupListing.Backup, record: BackupRecord)

  private func decisions(_ backups: [BackupListing.Backup], _ request: Request) throws -> [Decision] {
    var decisions: [Decision] = []
    var series: [String: (ordinary: [Member], safety: [Member])] = [:]
    for backup in backups {
      let record: BackupRecord
      do {
        guard let found = try backup.record() else {
          let reason = backup.isKnownToBeDamaged(nil) ? "damaged" : "no record"
          decisions.append(Decision(backup: backup, created: nil, reasons: [reason]))
          continue
        }
        record = found
      } catch {
        observer.warned("keeping backup \(PathComponent.printable(backup.name)): \(error)")
        decisions.append(Decision(backup: backup, created: nil, reasons: ["unreadable record"]))
        continue
      }
      guard places.mayBeOwn(record) else {
        let reason = backup.isKnownToBeDamaged(record) ? "damaged" : "another workspace"
        decisions.append(Decision(backup: backup, created: record.created, reasons: [reason]))
        continue
      }
      if backup.isSafetyBackup {
        series[record.workspace, default: ([], [])].safety.append((backup, record))
      } else {
        series[record.workspace, default: ([], [])].ordinary.append((backup, record))
      }
    }
    for (ordinary, safety) in series.values {
      var kept = safety.map {
        Decision(backup: $0.backup, created: $0.record.created, reasons: reasons(for: $0, request))
      }
      // Then they may have the only good data.
      if !ordinary.contains(where: { reasonNotCounted($0.record, request) == nil }) {
        Self.keepNewest(in: &kept) { _ in true }
      }
      decisions += kept + ruled(ordinary, request)
    }
    return Self.sorted(decisions)
  }

  private static func sorted(_ decisions: [Decision]) -> [Decision] { decisions.sorted { $0.order > $1.order } }

  /// Decides about the ordinary backups.
  private func ruled(_ members: [Member], _ request: Request) -> [Decision] {
    let members = members.sorted {
      $0.backup.order(created: $0.record.created) > $1.backup.order(created: $1.record.created)
    }
    let candidates = members.map { member in
      RetentionPolicy.Candidate(
        time: member.record.created, tags: member.record.label.tags,
        reasonNotCounted: reasonNotCounted(member.record, request))
    }
    let policy = RetentionPolicy(rules: request.rules, localOffset: request.localOffset)
    var decisions = zip(members, policy.reasons(for: candidates)).map { member, reasons in
      Decision(
        backup: member.backup, created: member.record.created,
        reasons: always(member, request) + reasons.filter { $0 != "damaged" })
    }
    Self.keepNewest(in: &decisions) { _ in true }
    Self.keepNewest(in: &decisions) { candidates[$0].reasonNotCounted == nil }
    return decisions
  }

  private static func keepNewest(in decisions: inout [Decision], where isMeant: (Int) -> Bool) {
    let newest = decisions.indices.filter(isMeant).max { decisions[$0].order < decisions[$1].order }
    if let newest, decisions[newest].isRemoved { decisions[newest].reasons = ["newest"] }
  }

  private func reasonNotCounted(_ record: BackupRecord, _ request: Request) -> String? {
    if record.verification?.isIntact == false { return "damaged" }
    if record.created > now { return "in the future" }
    guard request.countsOnlyVerified, !record.isVerified else { return nil }
    return record.verification == nil ? "not verified" : "has unreadable files"
  }

  /// Returns the reasons to keep a backup that do not depend on others.
  private func always(_ member: Member, _ request: Request) -> [String] {
    var reasons: [String] = []
    if member.record.label.isPinned { reasons.append("pinned") }
    if member.record.verification?.isIntact == false { reasons.append("damaged") }
    if let made = request.justMade, member.backup.name.isExactly(made.name), member.record.created == made.created {
      reasons.append("just made")
    }
    let name = member.backup.name
    let isNeeded =
      request.neededForRollback?.contains(where: name.isExactly)
      ?? (member.backup.isSafetyBackup && name.withoutPrefix("before-migrate-") != nil)
    if isNeeded { reasons.append("migrate rollback") }
    return reasons
  }

  /// Returns the reasons to keep a safety backup.
  private func reasons(for member: Member, _ request: Request) -> [String] {
    // The modification time guards against a clock that was wrong for a while, and against a copied folder.
    let isYoung = now - max(member.record.created, member.backup.modified) < Self.safetyBackupAge
    return always(member, request) + (isYoung ? ["younger than a week"] : [])
  }
}
