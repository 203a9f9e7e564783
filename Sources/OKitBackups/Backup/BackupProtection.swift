package import Ciphers
package import OKitModels

/// What a backup can be opened with.
package enum BackupProtection: ~Copyable {
  /// A password: of the age file, or of a zip.
  case password(SecretBytes)
  /// The identities of these recipients.
  case recipients([X25519Recipient])
  /// Nothing: a folder with files as they are stored.
  case none
}

/// What is at hand to open a backup with; asked only when the backup needs it.
package struct BackupUnlock {
  /// Gives the password, asking for it if need be.
  package var password: () throws -> SecretBytes
  /// Give former passwords, tried in order when that one is wrong; only ``BackupInspection/verify(_:)`` does.
  package var oldPasswords: [() throws -> SecretBytes] = []
  /// The identities.
  package var keyring: Keyring
  /// Whether a zip with the old, breakable encryption is taken.
  package var allowsWeakZip: Bool

  /// What is at hand. What `password` throws, as where nobody can be asked, comes out of whatever needed the password.
  package init(
    keyring: Keyring, allowsWeakZip: Bool = false, password: @escaping () throws -> SecretBytes
  ) {
    self.password = password
    self.keyring = keyring
    self.allowsWeakZip = allowsWeakZip
  }
}
