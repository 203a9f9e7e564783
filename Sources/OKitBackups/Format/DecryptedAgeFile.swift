package import Archives
package import Ciphers
package import JSONDocument
import OKitModels
import OKitStorage

/// A decrypted age file. It contains a backup or one JSON document.
package final class DecryptedAgeFile {
  /// The name of the file in errors.
  package let name: String
  /// True if it was encrypted with a password: only someone who knew the password can have made the file.
  package let isAuthenticated: Bool
  private let source: SniffedSource

  /// Starts to decrypt `source`. Pass true for `readsAhead` for a file, but not for a stream.
  ///
  /// A stream may be a pipe that delivers nothing for a long time, and a thread that reads it could not be stopped.
  package init(_ source: @escaping CipherSource, name: String, _ unlock: BackupUnlock, readsAhead: Bool) throws {
    self.name = name
    let opener = AgeOpener(name: name, unlock: unlock)
    self.source = try BackupArchive.translating(name) {
      let decryptor = try AgeDecryptor(identities: [opener], source: source)
      var plain: CipherSource = { try decryptor.read(into: $0) }
      if readsAhead {
        let ahead = ReadAhead { try decryptor.read(into: $0) }
        plain = { try ahead.read(into: $0) }
      }
      return try SniffedSource(plain, count: StoredForm.sniffedBytes)
    }
    isAuthenticated = opener.usedPassword
  }

  /// True if the content is text and not a compressed archive.
  var isDocument: Bool {
    // Most bytes of a small archive can be valid text.
    !Self.isZstandard(source.prefix)
      && StoredForm.ofDocument(prefix: source.prefix, size: Int64(source.prefix.count)) == .plain
  }

  /// True if these are the first bytes of a Zstandard frame or of a skippable frame (RFC 8878, 3.1).
  private static func isZstandard(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) || prefix.dropFirst().starts(with: [0x2a, 0x4d, 0x18])
  }

  /// Returns a reader of the archive in the file.
  package func archive() throws -> ArchiveReader {
    try BackupArchive.translating(name) { [source] in
      try ArchiveReader(tarZstd: { try source.read(into: $0) })
    }
  }

  /// Fills the buffer with decrypted bytes and returns their count; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try BackupArchive.translating(name) { try source.read(into: buffer) }
  }

  /// Returns the document in the file.
  package func document() throws -> JSONBytes {
    try BackupArchive.translating(name) {
      try JSONBytes.collecting(name, expected: 0, secret: true) { try source.read(into: $0) }
    }
  }
}

/// Requests a password or loads the identities, depending on the header of an age file.
final class AgeOpener: AgeIdentity {
  private let name: String
  private let unlock: BackupUnlock
  private(set) var usedPassword = false

  init(name: String, unlock: BackupUnlock) {
    self.name = name
    self.unlock = unlock
  }

  func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? {
    if stanzas.contains(where: { $0.type == "scrypt" }) {
      let password = try PlainSource.naming(name) { try unlock.password() }
      guard let key = try ScryptIdentity(passphrase: password).unwrap(stanzas) else {
        throw AgeError(.incorrectPassphrase, "wrong password")
      }
      usedPassword = true
      return key
    }
    let identities = try PlainSource.naming(name) {
      try unlock.keyring.prepare(for: [.age])
      return try unlock.keyring.identities()
    }
    for identity in identities {
      if let key = try identity.unwrap(stanzas) { return key }
    }
    return nil
  }
}
