package import Archives
package import Ciphers
package import JSONDocument
import OKitModels
import OKitStorage

/// An age file that its password or an identity has opened, and what is in it: a backup, or one JSON document.
package final class OpenedAge {
  /// The file as errors name it.
  package let name: String
  /// True if a password opened it: only someone who knew it can have made it.
  package let isAuthenticated: Bool
  private let source: SniffedSource

  /// Decrypts what `source` gives. A file is read ahead, but not a stream: that may be a pipe to which nothing comes for long, and a thread
  /// that reads it could not be stopped.
  package init(_ source: @escaping CipherSource, name: String, _ unlock: BackupUnlock, readsAhead: Bool) throws {
    self.name = name
    let opener = AgeOpener(unlock: unlock)
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

  /// True if it holds text rather than a compressed archive.
  var isDocument: Bool {
    // Of a small archive most bytes can read as text.
    !Self.isZstandard(source.prefix)
      && StoredForm.ofDocument(prefix: source.prefix, size: Int64(source.prefix.count)) == .plain
  }

  /// Whether these are the first bytes of a frame, or of one to be skipped (RFC 8878, 3.1).
  private static func isZstandard(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) || prefix.dropFirst().starts(with: [0x2a, 0x4d, 0x18])
  }

  /// The archive in it.
  package func archive() throws -> ArchiveReader {
    try BackupArchive.translating(name) { [source] in
      try ArchiveReader(tarZstd: { try source.read(into: $0) })
    }
  }

  /// All of the document in it.
  package func document() throws -> JSONBytes {
    try BackupArchive.translating(name) {
      try JSONBytes.collecting(name, expected: 0, secret: true) { try source.read(into: $0) }
    }
  }
}

/// Asks for a password or loads the identities, as the header of an age file needs.
private final class AgeOpener: AgeIdentity {
  private let unlock: BackupUnlock
  private(set) var usedPassword = false

  init(unlock: BackupUnlock) {
    self.unlock = unlock
  }

  func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? {
    if stanzas.contains(where: { $0.type == "scrypt" }) {
      guard let key = try ScryptIdentity(passphrase: try unlock.password()).unwrap(stanzas) else {
        throw AgeError(.incorrectPassphrase, "wrong password")
      }
      usedPassword = true
      return key
    }
    try unlock.keyring.prepare(for: [.age])
    for identity in try unlock.keyring.identities() {
      if let key = try identity.unwrap(stanzas) { return key }
    }
    return nil
  }
}
