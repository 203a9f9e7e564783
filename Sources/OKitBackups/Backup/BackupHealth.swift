import JSONDocument
package import OKitModels
import OKitStorage

/// The age and the condition of backups, for monitoring. No backup is opened.
package struct BackupHealth: Sendable {
  /// The backups of the workspace. Without a workspace, those of each workspace that has backups there, the one whose newest backup is the oldest first.
  package let series: [Series]
  /// The number of backups that do not count, because they have no record that can be read.
  package private(set) var unrecorded = 0
  /// The number of snapshots that are damaged, so that it is unknown whose backups they were.
  package let damagedSnapshots: Int
  /// The models that are not in the newest backup, but were in the one before.
  package let lostModels: [ModelName]

  /// Examines the backups in `places` at the time `now`, in seconds since 1970. Those from the future do not count. With a workspace, only its
  /// backups count.
  ///
  /// Throws an error of kind `configuration` for a folder that is not a workspace, `SystemError` if the backup folder cannot be read, and the errors of
  /// a repository.
  package init(of places: BackupPlaces, _ workspace: Workspace?, now: Int64 = Timestamp.now()) throws {
    let id = try workspace?.requireConfiguration().id
    func owner(_ record: BackupRecord) -> String {
      record.workspace.isExactly(BackupRecord.unknownWorkspace) ? id ?? record.workspace : record.workspace
    }
    func isOwn(_ record: BackupRecord) -> Bool { id.map(owner(record).isExactly) ?? true }
    var all: [ExactText: Series] = [:]
    func change(_ workspace: String, _ body: (inout Series) -> Void) {
      body(&all[ExactText(workspace), default: Series(workspace: workspace)])
    }
    for (backup, found) in try places.byCreation() where !backup.isSafetyBackup {
      guard let record = found else {
        if let other = backup.recordOfSomethingElse, isOwn(other) {
          change(owner(other)) { $0.damaged.append(backup.name) }
        } else if let id, backup.isEmptyFile {
          change(id) { $0.damaged.append(backup.name) }
        } else {
          unrecorded += 1
        }
        continue
      }
      guard isOwn(record), record.created <= now else { continue }
      change(owner(record)) { $0.add(backup.name, record, now) }
    }
    series = all.values.sorted { left, right in
      (left.time ?? .min, left.workspace) < (right.time ?? .min, right.workspace)
    }
    damagedSnapshots = places.damagedSnapshots
    lostModels = workspace.flatMap { try? LastBackup(of: $0, in: LastBackup.Place(places, $0)) }?.lostModels ?? []
  }

  /// The backups of one workspace.
  package struct Series: Sendable {
    /// The id of the workspace.
    package let workspace: String
    /// The number of backups with a record, without those that okit made before a change, and without those from the future.
    package private(set) var count = 0
    /// The name of the newest backup that is not known to be damaged; nil if there is none.
    package private(set) var newest: String?
    /// The time of the newest backup, or the last time when nothing had changed since then, in seconds since 1970; nil without a backup.
    package private(set) var time: Int64?
    /// The number of files in the newest backup that were already unreadable when it was made, as far as that is known.
    package private(set) var unreadableFiles = 0
    /// The names of the backups that the last verification found damaged, or that are not what their record describes.
    package fileprivate(set) var damaged: [String] = []
    /// The time of the last verification of a backup that is intact and without unreadable files, in seconds since 1970; nil if there was none.
    package private(set) var verified: Int64?

    fileprivate init(workspace: String) {
      self.workspace = workspace
    }

    fileprivate mutating func add(_ name: String, _ record: BackupRecord, _ now: Int64) {
      count += 1
      if record.verification?.isIntact == false { return damaged.append(name) }
      let current = max(record.created, record.confirmed.flatMap { $0 <= now ? $0 : nil } ?? 0)
      if current > time ?? .min { (newest, time, unreadableFiles) = (name, current, record.unreadableFiles) }
      if record.isVerified, let verification = record.verification, verification.time <= now {
        verified = max(verified ?? .min, verification.time)
      }
    }
  }
}
