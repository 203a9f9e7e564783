import Glibc
import JSONDocument
package import OKitModels
package import OKitStorage

/// A verification of a backup, to be recorded beside it.
package struct BackupVerification {
  fileprivate let path: FilePath
  fileprivate let stamp: FileStamp
  fileprivate let time: Int64
  /// The manifest; nil if the backup is damaged.
  fileprivate private(set) var manifest: BackupManifest?

  /// A verification of the backup at `path` that begins now and finds damage; nil if there is no backup.
  package init?(of path: FilePath) throws {
    guard let status = try FileStatus.of(path) else { return nil }
    self.path = path
    stamp = status.stamp
    time = Timestamp.now()
  }

  /// Returns the verification of an intact backup.
  package func finding(_ manifest: BackupManifest) -> BackupVerification {
    var verification = self
    verification.manifest = manifest
    return verification
  }
}

extension Workspace {
  /// Records verifications of backups in the folder of backups, if the caller may change the workspace. Warns if that fails, because the
  /// verification is complete without it. A dry run records nothing.
  package func record(_ verifications: [BackupVerification]) throws {
    let own = verifications.filter { $0.path.parent.resolvingExistingPrefix == backupFolder.resolvingExistingPrefix }
    guard !isDryRun, !own.isEmpty, (try? isTrusted()) == true, access(backupFolder.text, W_OK) == 0,
      access(storage.okitFolder.text, W_OK) == 0
    else { return }
    try observer.warnOnFailure(to: "record the verification") {
      try writing {
        for verification in own {
          try observer.warnOnFailure(to: "record the verification of \(verification.path)") { try record(verification) }
        }
      }
    }
  }

  private func record(_ verification: BackupVerification) throws {
    let path = verification.path
    // Another file may have got the name in the meantime.
    guard let status = try FileStatus.of(path), status.stamp == verification.stamp else { return }
    let size = status.kind == .folder ? 0 : status.size
    let new = verification.manifest.map {
      BackupRecord(created: $0.created, workspace: $0.workspace, size: size)
    }
    var record: BackupRecord?
    do {
      record = try BackupRecord(of: path)
      // The record of a truncated file still says whose it is, and that of a backup that was encrypted again by other means has its label.
      if record == nil, let beside = try BackupRecord(beside: path),
        new.map({ $0.created == beside.created && $0.workspace.isExactly(beside.workspace) }) ?? true
      {
        record = beside
      }
      record?.size = size
    } catch let error as OKitError where error.kind == .malformed {
      guard var replacement = new else { return }
      replacement.label.isPinned = true
      observer.warned("\(error.message), so the backup is pinned now: the record may have said so")
      let place = BackupRecord.path(of: path)
      try storage.system.renameIntoPlace(
        place, place.parent.appending(BackupName.unused(place.name + ".damaged", in: place.parent)))
      record = replacement
    }
    guard var record = record ?? new else { return }
    record.verification = .init(time: verification.time, isIntact: verification.manifest != nil)
    try record.write(for: path, in: storage)
  }
}
