package import Ciphers
package import OKitStorage

extension Keyring {
  /// Returns the recipients of the available identities. Throws the errors of ``identities()`` if a passphrase is needed first.
  package func ownRecipients() throws -> [X25519Recipient] { try identityRecipients() ?? identities().map(\.recipient) }

  /// Throws an error of kind `locked` unless an available identity decrypts data encrypted to `recipients`.
  ///
  /// Everything that encrypts existing data calls this before it writes, so that users do not lock themselves out. The default `remedy` is to become
  /// a recipient or to use another identity. Throws the errors of ``identities()`` if a passphrase is needed first.
  package func requireAccess(to recipients: [X25519Recipient], remedy: OKitError.Remedy? = nil) throws {
    let own = try ownRecipients()
    guard !own.contains(where: recipients.contains) else { return }
    throw OKitError(
      .locked, "no available identity would open the result: the workspace encrypts to other recipients",
      remedy: remedy ?? .becomeRecipient(own.map(\.description)))
  }
}
