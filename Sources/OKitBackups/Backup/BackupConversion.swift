import Archives
import Ciphers
import JSONDocument
import OKitModels
package import OKitStorage

/// Copies a backup from a repository to a file, or from a file or folder to a repository. It is opened, and each of its files is written again.
///
/// Time, workspace, tags, note and pin stay. A verification of the original says nothing about the copy.
package struct BackupConversion {
  /// The result of copying one backup.
  package enum Outcome: Equatable, Sendable {
    /// It was copied to this place.
    case copied(String)
    /// The same backup is already at this place.
    case present(String)

    /// The place of the copy.
    package var copy: String {
      switch self {
      case .copied(let copy), .present(let copy): copy
      }
    }
  }

  private let source: BackupSource
  /// The record of the original, if it has one that can be read.
  private let known: BackupRecord?
  private let unlock: BackupUnlock
  private let observer: any Observer
  private let scryptWorkFactor: Int

  /// Prepares a copy of the backup at `source`. `scryptWorkFactor` is the binary logarithm of the cost of scrypt; only tests lower it.
  package init(
    of source: BackupSource, unlock: BackupUnlock, observer: any Observer, scryptWorkFactor: Int = 18
  ) {
    self.source = source
    known =
      switch source {
      case .file(let path): try? BackupRecord(of: path)
      case .snapshot(let snapshot): snapshot.record
      }
    self.unlock = unlock
    self.observer = observer
    self.scryptWorkFactor = scryptWorkFactor
  }

  /// Returns the record of a copy with this size. That of the original does not count if it describes something else.
  private func record(_ manifest: BackupManifest, size: Int64) -> BackupRecord {
    var record = BackupRecord(created: manifest.created, workspace: manifest.workspace, size: size)
    guard let known, known.isOfSameBackup(as: record) else { return record }
    (record.label, record.confirmed, record.unreadableFiles) = (known.label, known.confirmed, known.unreadableFiles)
    return record
  }

  /// Passes all files of a backup to `sink`. Throws an error of kind `malformed` if it is damaged, after its files were passed on.
  private func transfer(_ reader: BackupReader, to sink: any BackupSink) throws {
    try BackupArchive.translating(source.description) {
      try reader.rewrite(to: sink) { try observer.advanced(byBytes: $0) }
    }
  }

  // MARK: - To a folder

  /// Writes the backup to an archive of its name in an existing folder. The file is read back before it gets its name.
  ///
  /// Throws errors of kind `exists` (another file has the name), `usage` (a folder inside the data), `malformed` (damaged),
  /// `locked` (no protection) and `inputOutput` (what is on the disk differs), those of `ResticRepository`, and `SystemError`. In each case no file is left
  /// behind.
  package func copy(to folder: BackupFolder, _ protection: borrowing BackupProtection) throws -> Outcome {
    let storage = folder.storage
    try storage.requireBackupsAllowed(in: folder.path)
    try BackupCopying.requireNoBackup(folder.path)
    let target = folder.path.appending(source.name + BackupFormat.archive.ending)
    try known?.requireNotDamaged(source.description)
    if let present = try present(in: folder.path) { return .present(present.text) }
    try BackupRecord.requirePlace(beside: target)
    if folder.isDryRun { return .copied(target.text) }
    let encryption = try ArchiveEncryption(protection, scryptWorkFactor: scryptWorkFactor)
    let reader = try BackupReader(source, unlock: unlock)
    let hasPassword =
      switch protection {
      case .password: true
      default: false
      }
    if hasPassword, !reader.isAuthenticated {
      observer.warned("anybody can have made \(source); the password of the copy will not prove who made it")
    }
    try folder.adding(to: folder.path, recovering: true) {
      try storage.staging(target) { staged in
        let file = try storage.system.createFile(staged, mode: FileSystem.privateFile)
        let hasher = BackgroundHasher()
        try observer.step("copying \(source.name)", totalBytes: reader.manifest.totalSize) {
          try encryption.seal {
            hasher.update($0)
            try file.write($0)
          } whileWaiting: {
            try observer.advanced(byBytes: 0)
          } _: { sealed in
            try transfer(reader, to: TarZstdWriter(threads: BackupCreation.threads, sink: sealed))
          }
        }
        try file.flush()
        let found = try Journal.Fingerprint.onDisk(staged, observer)
        guard found.digest == hasher.finish() else {
          throw OKitError(.inputOutput, "\(target) does not have the content of \(source)")
        }
        try record(reader.manifest, size: found.size).place(staged, at: target, in: storage)
      }
    }
    return .copied(target.text)
  }

  /// Returns the path of this backup in a folder, whatever its format is there; nil if it has none.
  private func present(in folder: FilePath) throws -> FilePath? {
    for format in BackupFormat.allCases {
      let path = folder.appending(source.name + format.ending)
      guard try FileStatus.of(path) != nil else { continue }
      guard let known, let record = try? BackupRecord(of: path), record.isOfSameBackup(as: known) else {
        throw OKitError(.exists, "\(path) already exists, and is another backup or has no record")
      }
      try record.requireNotDamagedCopy(path.text)
      return path
    }
    return nil
  }

  // MARK: - To a repository

  /// Makes a snapshot of a file or folder, and reads it. `timeout` is the time to wait for other programs that use the repository.
  ///
  /// Throws errors of kind `exists` (another backup has the name, or the copy is damaged), `malformed` (damaged, or a zip that anybody can have made),
  /// `usage` (a name or a tag that a repository cannot have), `locked` and `busy`, those of `ResticRepository`, and `SystemError`. In each case no
  /// snapshot is left that counts.
  package func copy(to repository: BackupRepository, timeout: Duration, isDryRun: Bool) throws -> Outcome {
    let name = source.name
    if !BackupName.isSafetyBackup(name) { try BackupName.check(name) }
    let copy = "\(name) in \(repository.name)"
    // A copy that is there needs no key.
    if let known {
      try known.requireNotDamaged(source.description)
      if try repository.has(name, known) { return .present(copy) }
      do {
        try SnapshotTags.requireUsable(known.label.tags)
      } catch let error as OKitError {
        throw OKitError(error.kind, "\(source): \(error.message)", remedy: error.remedy)
      }
    }
    let reader = try BackupReader(source, unlock: unlock)
    try reader.requireSealed()
    let manifest = reader.manifest
    var record = record(manifest, size: 0)
    record.isAuthenticated = reader.isAuthenticated
    if try repository.has(name, record) { return .present(copy) }
    if !reader.isAuthenticated {
      observer.warned(
        "\(source) was not made with a password, so anybody can have made it; being in the repository does not prove who made it"
      )
    }
    if isDryRun { return .copied(copy) }
    var unread: BackupReader? = reader
    let unfinished = try repository.begin(name, record) { sink in
      // restic may have to be started again.
      let reader = try unread ?? BackupReader(source, unlock: unlock)
      unread = nil
      guard reader.manifest == manifest else { throw OKitError(.busy, "\(source) has changed meanwhile") }
      try observer.step("copying \(name)", totalBytes: manifest.totalSize) {
        try transfer(reader, to: SnapshotArchive(manifest, sink: sink))
      }
    }
    try repository.read(unfinished, name, observer)
    do {
      // Another program may have copied it, too.
      if try repository.has(name, record) {
        repository.discard(unfinished)
        return .present(copy)
      }
    } catch {
      repository.discard(unfinished)
      throw error
    }
    try observer.step("completing the backup") {
      try repository.finish(
        unfinished, size: manifest.totalSize, unreadableFiles: record.unreadableFiles, timeout: timeout,
        observer: observer)
    }
    return .copied(copy)
  }
}
