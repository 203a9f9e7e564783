import JSONDocument
package import OKitModels
import OKitStorage

/// The age and the condition of backups, for monitoring. No backup is opened.
package struct BackupHealth: Sendable {
  /// The number of the workspace's backups with a record, without those that okit made before a change, and without those from the future.
  package let count: Int
  /// The name of the newest backup that is not known to be damaged; nil if there is none.
  package private(set) var newest: String?
  /// The time of the newest backup, or the last time when nothing had changed since then, in seconds since 1970; nil without a backup.
  package private(set) var time: Int64?
  /// The time of the last verification that found a backup intact and no problems in its data, in seconds since 1970; nil if there was none.
  package private(set) var verified: Int64?
  /// The names of the backups that the last verification found damaged, or that are not what their record describes.
  package private(set) var damaged: [String] = []
  /// The models that are not in the newest backup, but were in the one before.
  package let lostModels: [ModelName]

  /// Examines the backups in `places` at the time `now`, in seconds since 1970. Those from the future do not count. With a workspace, only its
  /// backups count; without one, the workspace whose newest backup is the oldest decides.
  ///
  /// Throws an error of kind `configuration` for a folder that is not a workspace, `SystemError` if the backup folder cannot be read, and the errors of
  /// a repository.
  package init(of places: BackupPlaces, _ workspace: Workspace?, now: Int64 = Timestamp.now()) throws {
    let id = try workspace?.requireConfiguration().id
    func isOwn(_ record: BackupRecord) -> Bool { id.map(record.workspace.isExactly) ?? true }
    var count = 0
    // Without a workspace, each workspace with backups there has a series of its own.
    var series: [ExactText: Series] = [:]
    for backup in try places.backups() where !backup.isSafetyBackup {
      guard let record = try? backup.record() else {
        // A file of the workspace that is not what its record describes was changed, or truncated.
        if let path = backup.source.path, let beside = try? BackupRecord(beside: path), isOwn(beside) {
          damaged.append(backup.name)
        }
        continue
      }
      guard isOwn(record), record.created <= now else { continue }
      count += 1
      series[ExactText(record.workspace), default: Series()].add(backup.name, record, now)
      if record.verification?.isIntact == false { damaged.append(backup.name) }
    }
    if let oldest = series.values.min(by: { ($0.time ?? .min) < ($1.time ?? .min) }) {
      (newest, time) = (oldest.newest, oldest.time)
    }
    verified = series.values.map { $0.verified ?? .min }.min().flatMap { $0 == .min ? nil : $0 }
    if places.damagedSnapshots > 0 { damaged.append("\(places.damagedSnapshots) unknown snapshots") }
    self.count = count
    lostModels = workspace.flatMap { try? LastBackup(of: $0, in: LastBackup.Place(places, $0)) }?.lostModels ?? []
  }

  /// The backups of one workspace.
  private struct Series {
    private(set) var newest: String?
    private(set) var time: Int64?
    private(set) var verified: Int64?

    mutating func add(_ name: String, _ record: BackupRecord, _ now: Int64) {
      if record.verification?.isIntact == false { return }
      let current = max(record.created, record.confirmed.flatMap { $0 <= now ? $0 : nil } ?? 0)
      if current > time ?? .min { (newest, time) = (name, current) }
      if let verification = record.verification, verification.isGood, verification.time <= now {
        verified = max(verified ?? .min, verification.time)
      }
    }
  }
}
