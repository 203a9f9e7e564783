import Glibc
import JSONDocument
import OKitModels
package import OKitStorage
import Restic

/// Copies backups to another folder, such as one on another disk. No backup is opened.
package struct BackupCopying {
  /// The result of copying one backup.
  package enum Outcome: Equatable, Sendable {
    /// It was copied to this path.
    case copied(FilePath)
    /// The same backup is already at this path.
    case present(FilePath)
  }

  private let folder: BackupFolder
  private var storage: Storage { folder.storage }
  private var system: FileSystem { storage.system }

  /// Prepares copies of the backups in `folder`.
  package init(_ folder: BackupFolder) {
    self.folder = folder
  }

  /// Copies the backup at `path`, and the record beside it, to the existing folder `folder`, with the name `name` or its own. The copy is read back and
  /// compared before it gets its name.
  ///
  /// Throws errors of kind `notFound` (no such backup, or no such folder), `exists` (another file has the name), `usage` (a folder inside the data),
  /// `malformed` (no backup, a damaged one, or not what its record describes), `busy` (the backup changed) and `inputOutput` (the copy differs), and
  /// `SystemError`. In each case no file is left behind.
  package func copy(_ path: FilePath, to folder: FilePath, as name: String? = nil) throws -> Outcome {
    guard try FileStatus.of(folder, followingLinks: true)?.kind == .folder else {
      throw OKitError(.notFound, "no such folder: \(folder)")
    }
    // Without a lock, another okit would take the copy for a leftover.
    return try self.folder.adding(to: folder, recovering: !self.folder.isDryRun) {
      try copyLocked(path, to: folder, as: name ?? path.name)
    }
  }

  private func copyLocked(_ path: FilePath, to folder: FilePath, as name: String) throws -> Outcome {
    try storage.requireBackupsAllowed(in: folder)
    if RepositoryLocation.isRepository(folder) {
      throw OKitError(.usage, "\(folder) is a restic repository, to which only snapshots can be copied")
    }
    try Self.requireNoBackup(folder, outside: path)
    guard let status = try FileStatus.of(path) else { throw OKitError(.notFound, "no such backup: \(path)") }
    if status.kind == .folder {
      _ = try BackupReader(folder: path)
    } else {
      _ = try BackupArchive(path)
    }
    let beside = try? BackupRecord(beside: path)
    let own = try? BackupRecord(of: path, beside: beside)
    if beside != nil, own == nil {
      throw OKitError(
        .malformed, "\(path) is not what its record describes, so it may be damaged",
        remedy: .words("run 'okit backup verify' to check it; that also updates the record of an intact backup"))
    }
    try own?.requireNotDamaged(path.text)
    let target = folder.appending(name)
    if let present = try FileStatus.of(target) {
      guard present.kind == status.kind, status.kind == .folder || present.size == status.size,
        try sums(path) == sums(target)
      else { throw try different(target, from: path) }
      // A copy that was interrupted may be without its record, and pins and verifications come later.
      if !self.folder.isDryRun, let record = try record(of: path) {
        let found = try? BackupRecord(of: target)
        let former = found?.isOfSameBackup(as: record) == true ? found : nil
        var updated = former ?? record
        updated.add(record)
        if updated != former {
          try storage.observer.warnOnFailure(to: "update the record of \(target)") {
            try updated.write(for: target, in: storage)
          }
        }
      }
      return .present(target)
    }
    try BackupRecord.requirePlace(beside: target)
    if self.folder.isDryRun { return .copied(target) }
    let record = try record(of: path)
    let total = try BackupListing.size(ofBackup: path)
    try storage.observer.step("copying \(path.name)", totalBytes: total) {
      try storage.staging(target) { staged in
        if status.kind == .folder {
          try system.copyTree(path, to: staged, progress: { try storage.observer.advanced(byBytes: $0) })
          try system.flushFileSystem(of: staged)
        } else {
          try system.copyFile(OpenFile(path), to: staged, flushing: true) { try storage.observer.advanced(byBytes: $0) }
        }
        guard try sums(staged) == sums(path) else {
          throw OKitError(.inputOutput, "\(target) does not have the content of \(path)")
        }
        // Some file systems accept no times. The record has the time of the backup, too.
        try? system.takeTimes(of: status, at: staged)
        if let record {
          try record.place(staged, at: target, in: storage)
        } else {
          try system.renameIntoPlace(staged, target)
        }
      }
    }
    return .copied(target)
  }

  /// Throws an error of kind `usage` for a folder that is a backup, or that lies in the one at `path`.
  static func requireNoBackup(_ folder: FilePath, outside path: FilePath? = nil) throws {
    let isInside = path.map { folder.resolvingExistingPrefix.lies(in: $0.resolvingExistingPrefix) } ?? false
    guard try !BackupListing.isBackup(folder), !isInside else {
      throw OKitError(.usage, "\(folder) is a backup itself, which a copy in it would damage")
    }
  }

  /// Returns the error for a file that has the name of the copy, but not the content of the backup at `path`.
  private func different(_ target: FilePath, from path: FilePath) throws -> OKitError {
    guard let record = try? BackupRecord(of: path), let other = try? BackupRecord(beside: target),
      other.isOfSameBackup(as: record)
    else { return OKitError(.exists, "\(target) already exists, and is another backup") }
    return OKitError(
      .exists, "\(target) already exists, and is another version of this backup",
      remedy: .words(
        "run 'okit backup verify' on both; if both are intact, one was encrypted again, so delete the older one"))
  }

  /// Returns the record of a backup. A damaged record does not keep anybody from a copy.
  private func record(of path: FilePath) throws -> BackupRecord? {
    do {
      return try BackupRecord(of: path)
    } catch let error as OKitError where error.kind == .malformed || error.kind == .unsupported {
      storage.observer.warned("copied without its record: \(error.message)")
      return nil
    }
  }

  /// Returns the fingerprints of a file, or of the files in a folder by their relative paths, as far as they are copied.
  private func sums(_ path: FilePath, below relative: String = "") throws -> [String: Journal.Fingerprint] {
    guard try FileStatus.of(path)?.kind == .folder else { return [relative: try .onDisk(path, storage.observer)] }
    let listing = try FolderListing(path)
    try listing.requireReadableNames(in: path)
    return try listing.entries.reduce(into: [:]) { sums, entry in
      guard entry.kind == .file || entry.kind == .folder, !StagedName.matches(entry.name) else { return }
      let found = try self.sums(path.appending(entry.name), below: "\(relative)/\(entry.name)")
      sums.merge(found) { first, _ in first }
    }
  }
}

extension Journal.Fingerprint {
  /// Returns the fingerprint of the file at `path`, read from the disk. `observer` can stop the reading.
  static func onDisk(_ path: FilePath, _ observer: any Observer) throws -> Self {
    let file = try OpenFile(path)
    // What is in the cache would prove nothing about the disk.
    _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
    return try of(file) { _ in try observer.advanced(byBytes: 0) }
  }
}
