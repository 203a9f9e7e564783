/// Whoever can open a file: unwraps the file's key from the stanzas addressed to it.
package protocol AgeIdentity {
  /// Finds the file key in a header's stanzas, which are all that it has, in its order.
  ///
  /// - Returns: The file key of 16 bytes, or nil if no stanza is for this identity.
  /// - Throws: An ``AgeError`` of kind `incorrectPassphrase` lets the next identity be tried; any other error ends
  ///   the reading of the file.
  func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes?
}
