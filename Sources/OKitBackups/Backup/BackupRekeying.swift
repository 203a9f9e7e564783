import Archives
import Ciphers
import Glibc
import JSONDocument
import OKitModels
package import OKitStorage

/// Changes the password or the recipients of backups.
package struct BackupRekeying {
  /// The way in which a backup was changed.
  package enum Outcome: Equatable, Sendable {
    /// It has a new header in front of the same encrypted content.
    case rewrapped
    /// It was encrypted again with a new key.
    case sealedAgain
  }

  private let folder: BackupFolder
  private let scryptWorkFactor: Int
  private var storage: Storage { folder.storage }
  private var system: FileSystem { storage.system }

  /// Prepares changes of the backups in `folder`. `scryptWorkFactor` is the binary logarithm of the cost of scrypt; only tests lower it.
  package init(_ folder: BackupFolder, scryptWorkFactor: Int = 18) {
    self.folder = folder
    self.scryptWorkFactor = scryptWorkFactor
  }

  /// Replaces the backup at `path` by one with another protection, in one step. Its time, its label and its place in the order stay.
  ///
  /// From recipients to recipients, only the header is new. If a password is involved, everything is encrypted with a new key, because anybody who
  /// knew the old password could otherwise forge the backup. Then an earlier verification does not count any more, unless it found damage.
  ///
  /// Throws errors of kind `usage` (a folder, which is not encrypted; recipients for a zip), `locked`, `malformed`, `busy` and `notFound`, and
  /// `SystemError`. In each case the old backup stays, except after an error with `isCommitted`.
  package func rekey(
    _ path: FilePath, unlock: BackupUnlock, _ protection: borrowing BackupProtection
  ) throws -> Outcome {
    guard let status = try FileStatus.of(path) else { throw OKitError(.notFound, "no such backup: \(path)") }
    guard status.kind != .folder else {
      throw OKitError(.usage, "\(path) is a folder with files as stored, which has neither a password nor recipients")
    }
    let archive = try BackupArchive(path)
    // Asks for passwords and passphrases while nothing is locked.
    let outcome = try transfer(archive, unlock, protection, to: nil)
    if folder.isDryRun { return outcome }
    try folder.workspace?.requireTrusted()
    // Several can run at once, since the workspace is only locked for reading.
    guard flock(archive.file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw OKitError(.busy, "another okit is changing \(path)")
    }
    try forgetLastBackup(path)
    return try folder.adding {
      try storage.staging(path) { staged in
        let file = try system.createFile(staged, mode: FileSystem.privateFile)
        _ = try storage.observer.step("rekeying \(path.name)", totalBytes: archive.file.size) {
          try transfer(archive, unlock, protection) { piece in
            try file.write(piece)
            try storage.observer.advanced(byBytes: Int64(piece.count))
          }
        }
        try file.takeAttributes(of: archive.file.snapshot)
        try file.flush()
        // Some file systems accept no times. The record has the time of the backup, too.
        try? system.takeTimes(of: archive.file.status, at: staged)
        guard try FileStatus.of(path)?.stamp == archive.file.stamp else { throw OKitError.changedMeanwhile(path) }
        try replace(path, by: staged, outcome)
      }
      return outcome
    }
  }

  /// Lets the next `backup create --if-changed` make a backup, because this one no longer has the protection that it would have.
  private func forgetLastBackup(_ path: FilePath) throws {
    guard let workspace = folder.workspace else { return }
    let place = LastBackup.Place(path.parent, of: workspace)
    guard var last = try? LastBackup(of: workspace, in: place), last.files != nil, last.backup.isExactly(path.name)
    else { return }
    last.files = nil
    try workspace.writing { try last.write(place, in: workspace.storage) }
  }

  private func replace(_ path: FilePath, by staged: FilePath, _ outcome: Outcome) throws {
    let former = try BackupRecord(of: path)
    var record = former
    if outcome == .sealedAgain {
      if record?.verification?.isIntact == true { record?.verification = nil }
      record?.restoreTest = nil
    }
    // Until the backup is replaced, the record describes both.
    record?.sizeOfReplacement = try FileStatus.of(staged)?.size
    try record?.write(for: path, in: storage)
    do {
      try system.rename(staged, to: path)
    } catch {
      try? former?.write(for: path, in: storage)
      throw error
    }
    do {
      try system.flushFolder(path.parent)
    } catch {
      throw OKitError(.inputOutput, "\(error); \(path) has its new protection", isCommitted: true)
    }
    try storage.observer.warnOnFailure(to: "complete the record of \(path)") {
      try BackupRecord(of: path)?.write(for: path, in: storage)
    }
  }

  // MARK: - Contents

  /// Passes the new file to `sink`; without a sink, only finds out whether the backup can be opened.
  private func transfer(
    _ archive: BackupArchive, _ unlock: BackupUnlock, _ protection: borrowing BackupProtection, to sink: CipherSink?
  ) throws -> Outcome {
    if archive.format == .zip {
      try writeZip(archive, unlock, protection, to: sink)
      return .sealedAgain
    }
    let header = try BackupArchive.translating(archive.file.path.text) {
      try archive.file.rewind()
      return try AgeHeader { try archive.file.read(into: $0) }
    }
    let recipients: [X25519Recipient]? =
      switch protection {
      case .recipients(let recipients): recipients
      case .password: nil
      case .none: nil
      }
    if let recipients, !header.isPassphraseSealed {
      try archive.file.rewind()
      try BackupArchive.translating(archive.file.path.text) {
        let opener = AgeOpener(name: archive.file.path.text, unlock: unlock)
        let rewrapping = try AgeRewrapping(identities: [opener], recipients: recipients) {
          try archive.file.read(into: $0)
        }
        if let sink { try rewrapping.write(to: sink) }
      }
      try archive.file.requireUnchanged()
      return .rewrapped
    }
    let plain = try archive.decrypted(unlock)
    if sink == nil, recipients == nil, !plain.isAuthenticated {
      storage.observer.warned(
        "\(archive.file.path) was made for recipients, so anybody can have made it; its password will not prove who made it"
      )
    }
    guard let sink else { return .sealedAgain }
    let encryption = try ArchiveEncryption(protection, scryptWorkFactor: scryptWorkFactor)
    try encryption.seal(to: sink, whileWaiting: { try storage.observer.advanced(byBytes: 0) }) { write in
      try forEachPiece(of: plain.read(into:), write)
    }
    return .sealedAgain
  }

  private func writeZip(
    _ archive: BackupArchive, _ unlock: BackupUnlock, _ protection: borrowing BackupProtection,
    to sink: CipherSink?
  ) throws {
    let path = archive.file.path
    switch protection {
    case .password(let password): try writeZip(path, unlock, password, to: sink)
    default: throw OKitError(.usage, "\(path) is a zip, which takes a password, not recipients")
    }
  }

  private func writeZip(
    _ path: FilePath, _ unlock: BackupUnlock, _ password: borrowing SecretBytes, to sink: CipherSink?
  ) throws {
    try BackupCreation.requireZipPassword(password)
    let reader = try BackupReader(path, unlock: unlock)
    try reader.requireSealed()
    guard let sink else { return }
    let zip = try password.withUnsafeBytes { try ZipWriter(password: $0, sink: sink) }
    try BackupArchive.translating(path.text) { try reader.rewrite(to: zip) }
  }
}
