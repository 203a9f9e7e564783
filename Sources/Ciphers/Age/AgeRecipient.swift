/// Whoever a file is encrypted to: wraps the file's key so that an ``AgeIdentity`` can unwrap it.
package protocol AgeRecipient: Sendable {
  /// Wraps a file key of 16 bytes into one or more stanzas.
  ///
  /// Each call must give stanzas that were made with fresh randomness. What it throws ends the encryption.
  func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza]
}
