import Glibc
import JSONDocument
package import OKitModels
package import OKitStorage

/// A folder of backups: that of a workspace, or any other one.
package struct BackupFolder {
  /// The path of the folder.
  package let path: FilePath
  /// True if nothing is changed.
  package let isDryRun: Bool
  /// The files of the workspace; those of the folder alone if there is none.
  let storage: Storage
  /// The workspace whose lock protects the folder; nil if there is none, or if the caller may not lock it.
  let workspace: Workspace?
  /// The verifications that the workspace has recorded.
  private let kept: () -> KeptVerifications

  /// The backup folder of `workspace`, or the folder at `path`.
  package init(of workspace: Workspace, at path: FilePath? = nil) {
    self.path = path ?? workspace.backupFolder
    let isOther = self.path != workspace.backupFolder
    self.workspace = isOther && !workspace.storage.isWritable ? nil : workspace
    kept = { KeptVerifications(of: workspace) }
    storage = workspace.storage
    isDryRun = workspace.isDryRun
  }

  /// The folder at `path`, without a workspace. Operations throw an error of kind `busy` if another okit changes it for longer than `lockTimeout`.
  package init(
    at path: FilePath, isDryRun: Bool, lockTimeout: Duration, observer: any Observer, trust: Trust,
    calls: any FileSystemCalls
  ) throws {
    self.path = path
    self.isDryRun = isDryRun
    workspace = nil
    kept = { KeptVerifications() }
    storage = try Storage(
      at: path, id: nil, configuredBackupFolder: ".", lockTimeout: lockTimeout, observer: observer, trust: trust,
      calls: calls)
  }

  /// True if a file is directly in this folder.
  func contains(_ file: FilePath) -> Bool { file.parent.resolvingExistingPrefix == path.resolvingExistingPrefix }

  /// True for the backup folder of the workspace.
  package var isOwn: Bool { path == storage.backupFolder }

  private var observer: any Observer { storage.observer }

  /// Lists the backups. A missing folder in the workspace counts as empty.
  ///
  /// Throws an error of kind `notFound` if the folder is not a folder, or if its disk may not be mounted, and `SystemError` if it cannot be read.
  package func listing() throws -> BackupListing {
    if isOwn { try workspace?.requireBackupFolder() }
    return try BackupListing(in: path, kept())
  }

  /// Runs `body` while no other okit changes the folder.
  func changing<Result>(_ body: () throws -> Result) throws -> Result {
    if let workspace {
      return try workspace.writing {
        // The lock of the workspace is enough for its own folder.
        try isOwn ? body() : locking(path, LOCK_EX, body)
      }
    }
    return try locking(path, LOCK_EX) {
      if !isDryRun { try StagedName.sweep(path, of: .nobody, storage.system) }
      return try body()
    }
  }

  /// Runs `body`, which makes new files in `folder`, by default this one.
  func adding<Result>(to folder: FilePath? = nil, recovering: Bool = false, _ body: () throws -> Result) throws
    -> Result
  {
    if let workspace { return try workspace.storage.reading(recovering: recovering, body) }
    // Otherwise another okit without a workspace would take them for leftovers. With one, their names belong to it.
    let folder = folder ?? path
    return try locking(folder, LOCK_SH) {
      if !isDryRun { removeOldLeftovers(in: folder) }
      return try body()
    }
  }

  /// The age in seconds from which nobody works on a temporary file any more.
  private static let leftoverAge: Int64 = 86_400

  /// Removes what killed programs left behind, as far as this user may.
  private func removeOldLeftovers(in folder: FilePath) {
    let limit = (Timestamp.now() - Self.leftoverAge) * 1_000_000_000
    for path in (try? StagedName.leftovers(in: folder, of: .nobody)) ?? [] {
      if let status = try? FileStatus.of(path), status.stamp.modified < limit { try? storage.system.removeTree(path) }
    }
  }

  /// Locks the folder itself. Nothing remains of the lock.
  private func locking<Result>(_ folder: FilePath, _ mode: Int32, _ body: () throws -> Result) throws -> Result {
    let descriptor = open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", folder) }
    defer { close(descriptor) }
    let deadline = Deadline(after: storage.lockTimeout)
    while flock(descriptor, mode | LOCK_NB) != 0 {
      // Some file systems cannot lock a folder.
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      if deadline.isPast { throw OKitError(.busy, "another okit is changing the backups in \(folder)") }
      try observer.advanced(byBytes: 0)
      usleep(20_000)
    }
    return try body()
  }

  // MARK: - Records

  /// Changes the records of the backups at `paths`, each as `change` says: all, or none if it throws.
  ///
  /// Throws errors of kind `notFound` (no such backup, or no record), `busy`, `malformed` and `unsupported`, and `SystemError`.
  package func changeRecords(of paths: [FilePath], _ change: (inout BackupRecord) -> Void) throws {
    try changing {
      let records = try paths.map { path in
        guard try FileStatus.of(path) != nil else { throw OKitError(.notFound, "no such backup: \(path)") }
        guard let record = try BackupRecord(of: path) else {
          throw OKitError(
            .notFound, "backup \(PathComponent.printable(BackupListing.name(of: path))) has no record",
            remedy: .words("'okit backup verify' writes one"))
        }
        return record
      }
      var written: [(FilePath, BackupRecord)] = []
      do {
        for (path, record) in zip(paths, records) {
          var changed = record
          change(&changed)
          if isDryRun || changed == record { continue }
          written.append((path, record))
          try changed.write(for: path, in: storage)
        }
      } catch {
        for (path, record) in written { try? record.write(for: path, in: storage) }
        throw error
      }
    }
  }

  // MARK: - Removal

  /// Removes the backups at `paths`, in any format. Calls `removed` with each removed path.
  ///
  /// Throws an error of kind `busy` if another process locks the workspace for longer than the lock timeout, and `SystemError`. Backups already
  /// passed to `removed` stay removed.
  package func remove(_ paths: [FilePath], removed: (FilePath) -> Void) throws {
    try changing { try removeLocked(paths, removed: removed) }
  }

  /// Does the same under the exclusive lock, which the caller holds.
  func removeLocked(_ paths: [FilePath], removed: (FilePath) -> Void) throws {
    for path in paths {
      try storage.discard(path) { removed(path) }
      try observer.warnOnFailure(to: "remove the record of \(path)") {
        // A file that is no record belongs to somebody else.
        if (try? BackupRecord(beside: path)) != nil { try storage.system.removeFile(BackupRecord.path(of: path)) }
      }
    }
  }

  /// Removes the records of backups that something else removed, if they are of the workspace `id`; nil for those of any workspace.
  func removeRecordsWithoutBackup(of id: String?) throws {
    for entry in try FolderListing(path).entries where entry.kind == .file && !entry.isHidden {
      guard let name = entry.name.withoutSuffix(BackupRecord.ending), !name.isEmpty else { continue }
      let backup = path.appending(name)
      guard try FileStatus.of(backup) == nil, let record = try? BackupRecord(beside: backup),
        id.map(record.workspace.isExactly) ?? true
      else { continue }
      try storage.system.removeFile(path.appending(entry.name))
    }
  }

  // MARK: - Verifications

  /// Records verifications of backups in the folder; if the caller may not change it, in the workspace. Warns if that fails or if the caller may not do
  /// that either, because the verification is complete without it. A dry run records nothing.
  package func record(_ verifications: [BackupVerification]) throws {
    let own = verifications.filter { verification in
      guard case .file(let file, _) = verification.subject else { return false }
      return contains(file)
    }
    guard !isDryRun, !own.isEmpty else { return }
    let isWritable = access(path.text, W_OK) == 0
    guard workspace?.canHaveFacts ?? isWritable else {
      let place = isWritable ? storage.okitFolder : path
      return observer.warned("the verification is not recorded, because this user may not change \(place)")
    }
    try observer.warnOnFailure(to: "record the verification") {
      if let workspace, !isWritable { return try keep(own, in: workspace) }
      try changing {
        for verification in own {
          guard case .file(let path, let stamp) = verification.subject else { continue }
          try observer.warnOnFailure(to: "record the verification of \(path)") {
            try record(verification, of: path, stamp)
          }
        }
      }
    }
  }

  /// Records verifications in the workspace.
  func keep(_ verifications: [BackupVerification], in workspace: Workspace) throws {
    try workspace.writing {
      var kept = KeptVerifications(of: workspace)
      try kept.removeMissing(in: path)
      for verification in verifications {
        guard case .file(let backup, let stamp) = verification.subject,
          let status = try FileStatus.of(backup), status.stamp == stamp
        else { continue }
        let place = path.appending(backup.name)
        var record = try? BackupRecord(of: backup)
        if let former = kept.record(of: place, status) {
          record?.take(laterVerificationOf: former)
          record = record ?? former
        }
        var new = record ?? verification.newRecord(status)
        verification.outcome.apply(to: &new, at: verification.time)
        new.size = BackupRecord.size(of: status)
        kept.set(KeptVerifications.Entry(backup: place, modified: stamp.modified, record: new))
      }
      try kept.write(in: storage)
    }
  }

  private func record(_ verification: BackupVerification, of path: FilePath, _ stamp: FileStamp) throws {
    // Another file may have got the name in the meantime.
    guard let status = try FileStatus.of(path), status.stamp == stamp else { return }
    let size = BackupRecord.size(of: status)
    let new = verification.newRecord(status)
    let known = verification.manifest == nil ? nil : new
    var record: BackupRecord
    do {
      let beside = try BackupRecord(beside: path)
      record = try recordIfReadable(of: path, beside: beside) ?? new
      // The record of a truncated file still says whose it is, and that of a backup that was encrypted again by other means has its label.
      if record == new, let beside, known?.isOfSameBackup(as: beside) ?? true { record = beside }
      record.size = size
      if let known, !record.isOfSameBackup(as: known) {
        let label = record.label
        record = known
        record.label = label
      }
    } catch let error as OKitError where error.kind == .malformed {
      record = new
      record.label.isPinned = true
      observer.warned("\(error.message), so the backup is pinned now: the record may have said so")
      let place = BackupRecord.path(of: path)
      try storage.system.renameIntoPlace(
        place, place.parent.appending(BackupName.unused(place.name + ".damaged", in: place.parent)))
    }
    verification.outcome.apply(to: &record, at: verification.time)
    try record.write(for: path, in: storage)
  }

  /// Returns the record of the backup at `path`; nil if there is none, or if its manifest is damaged.
  private func recordIfReadable(of path: FilePath, beside: BackupRecord?) throws -> BackupRecord? {
    do {
      return try BackupRecord(of: path, beside: beside)
    } catch let error as OKitError where error.kind == .malformed {
      return nil
    }
  }
}

extension Workspace {
  /// True if the caller may record facts about backups in `okit/`. A workspace of another user may be a place of backups, too.
  var canHaveFacts: Bool { access(storage.okitFolder.text, W_OK) == 0 && (try? isTrusted()) == true }

  /// True if `okit.json` names a backup folder that is not in the workspace, for example on another disk.
  var hasBackupFolderOutside: Bool {
    configuration?.backup.folder != nil && !backupFolder.resolvingExistingPrefix.lies(in: root.resolvingExistingPrefix)
  }

  /// Throws an error of kind `notFound` if the backup folder is not a folder, or if it is not in the workspace and the disk with the backups may not be
  /// mounted: if it is missing, or on another file system than the last backup.
  func requireBackupFolder() throws {
    try BackupListing.requireFolder(backupFolder)
    guard hasBackupFolderOutside else { return }
    guard try FileStatus.of(backupFolder) != nil else {
      throw OKitError(
        .notFound, "the backup folder \(backupFolder) is missing",
        remedy: .words("mount its disk, or create the folder"))
    }
    let facts = LastBackup.Place.own
    guard let last = try? LastBackup(of: self, in: facts), let disk = last.disk,
      disk.folder.isExactly(backupFolder.text), case let present = try LastBackup.Disk(of: backupFolder),
      disk != present
    else { return }
    let places = [disk, present].map { PathComponent.printable($0.mountPoint) }
    throw OKitError(
      .notFound,
      "the backup folder \(backupFolder) was on the file system mounted at \(places[0]), and is now on the one at \(places[1])",
      remedy: .words("mount its disk, or remove \(storage.absolute(facts.path)) to go on with the present folder"))
  }

  /// Creates the backup folder if it is missing. Throws the errors of ``requireBackupFolder()``, and `SystemError`.
  func ensureBackupFolder() throws {
    try requireBackupFolder()
    try storage.system.ensureFolder(backupFolder, mode: FileSystem.privateFolder)
  }
}
