/// Wraps the file key so that an ``AgeIdentity`` can unwrap it.
package protocol AgeRecipient: Sendable {
  /// Wraps a file key of 16 bytes into one or more stanzas.
  ///
  /// Each call must use fresh randomness. An error ends the encryption.
  func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza]
}
