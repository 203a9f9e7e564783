package import Ciphers
package import OKitModels

/// The protection of a new backup.
package enum BackupProtection: ~Copyable {
  /// Encrypt with a password. Applies to archives and zip files.
  case password(SecretBytes)
  /// Encrypt to these recipients. Applies only to archives.
  case recipients([X25519Recipient])
  /// Do not encrypt. Applies only to folders with files as they are stored.
  case none
}

/// The keys and passwords to open a backup. The password is requested only if the backup needs it.
package struct BackupUnlock {
  /// Returns the password, asking the user if necessary.
  package var password: () throws -> SecretBytes
  /// Return former passwords, tried in order if the first one is wrong. Only ``BackupInspection/verify(_:)`` uses them.
  package var oldPasswords: [() throws -> SecretBytes] = []
  /// The identities.
  package var keyring: Keyring
  /// True if zip files with the old, weak encryption are accepted.
  package var allowsWeakZip: Bool

  /// Creates an unlock. If `password` throws, for example because nobody can be asked, the call that needed the password throws the same error.
  package init(
    keyring: Keyring, allowsWeakZip: Bool = false, password: @escaping () throws -> SecretBytes
  ) {
    self.password = password
    self.keyring = keyring
    self.allowsWeakZip = allowsWeakZip
  }
}
