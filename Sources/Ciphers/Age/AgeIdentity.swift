/// Unwraps the file key from the stanzas that are encrypted to this identity.
package protocol AgeIdentity {
  /// Unwraps the file key from the stanzas of a header. `stanzas` contains all of them in their order.
  ///
  /// - Returns: The file key of 16 bytes; nil if no stanza is for this identity.
  /// - Throws: An ``AgeError`` of kind `incorrectPassphrase` continues with the next identity. Any other error ends the
  ///   reading of the file.
  func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes?
}
