import Archives
import Ciphers

/// A backup that is one file: opened with its password or an identity, and its errors told apart.
struct BackupArchive {
  let file: OpenFile
  let format: BackupFormat

  /// Looks at the file at `path`. Throws an error of kind `malformed` where it is neither an age file nor a zip.
  init(_ path: String) throws {
    file = try OpenFile(path, followingLinks: true)
    let prefix = try file.bytes(at: 0, count: StoredForm.sniffedBytes)
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) {
      format = .archive
    } else if Self.isZip(prefix: prefix) {
      format = .zip
    } else {
      throw OKitError(.malformed, "\(path) is no backup: neither an age file nor a zip")
    }
  }

  /// Whether a file of these first bytes begins like a zip.
  static func isZip(prefix: [UInt8]) -> Bool { prefix.starts(with: "PK".utf8) }

  func reader(_ unlock: BackupUnlock) throws -> ArchiveReader {
    let file = self.file
    if format == .archive {
      try file.rewind()
      return try Self.translating(file.path) {
        let decryptor = try Self.decryptor({ try file.read(into: $0) }, unlock)
        let ahead = ReadAhead { try decryptor.read(into: $0) }
        return try ArchiveReader(tarZstd: { try ahead.read(into: $0) })
      }
    }
    return try Self.translating(file.path) {
      let directory = try ZipDirectory(descriptor: file.descriptor)
      guard directory.isEncrypted else {
        return try ArchiveReader(zip: file.descriptor, password: nil)
      }
      let password = try unlock.password()
      return try password.withUnsafeBytes { password in
        try ArchiveReader(zip: file.descriptor, password: password, allowWeakEncryption: unlock.allowsWeakZip)
      }
    }
  }

  /// Opens a tar.zst in an age file that is read from `source`, but not ahead: that may be a pipe to which nothing comes for long, and a
  /// thread that reads it could not be stopped.
  static func reader(ofAge source: @escaping CipherSource, name: String, _ unlock: BackupUnlock) throws -> ArchiveReader
  {
    try translating(name) {
      let decryptor = try decryptor(source, unlock)
      return try ArchiveReader(tarZstd: { try decryptor.read(into: $0) })
    }
  }

  private static func decryptor(_ source: @escaping CipherSource, _ unlock: BackupUnlock) throws -> AgeDecryptor {
    try AgeDecryptor(identities: [AgeOpener(unlock: unlock)], source: source)
  }

  /// Runs `body`; errors of ciphers and archives come out as the library's, naming the backup.
  static func translating<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as AgeError {
      guard error.kind != .incorrectPassphrase else { throw OKitError(.locked, "wrong password for \(name)") }
      throw OKitError(error, name: name)
    } catch let error as ArchiveError {
      switch error.kind {
      case .wrongPassword: throw OKitError(.locked, "wrong password for \(name)")
      case .passwordNeeded: throw OKitError(.locked, "\(name) needs a password")
      case .weakEncryption:
        throw OKitError(.malformed, "\(name): \(error)", remedy: .allowWeakZip)
      case .changed: throw OKitError(.busy, "\(name): \(error)")
      case .failed: throw OKitError(.inputOutput, "\(name): \(error)")
      case .unsupported: throw OKitError(.unsupported, "\(name): \(error)")
      case .damaged, .unsafe, .limit: throw OKitError(.malformed, "\(name): \(error)")
      }
    }
  }
}

/// Asks for a password or loads the identities, as the header of an age file needs.
private final class AgeOpener: AgeIdentity {
  private let unlock: BackupUnlock

  init(unlock: BackupUnlock) {
    self.unlock = unlock
  }

  func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? {
    if stanzas.contains(where: { $0.type == "scrypt" }) {
      guard let key = try ScryptIdentity(passphrase: try unlock.password()).unwrap(stanzas) else {
        throw AgeError(.incorrectPassphrase, "wrong password")
      }
      return key
    }
    try unlock.keyring.prepare(for: [.age])
    for identity in try unlock.keyring.identities() {
      if let key = try identity.unwrap(stanzas) { return key }
    }
    return nil
  }
}
