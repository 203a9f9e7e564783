package import Ciphers
package import OKitStorage

extension Keyring {
  /// The recipients of the identities at hand. Throws what ``identities()`` throws if a passphrase has to be asked for first.
  package func ownRecipients() throws -> [X25519Recipient] { try identityRecipients() ?? identities().map(\.recipient) }

  /// Throws an error of kind `locked` unless an identity at hand opens what is encrypted to `recipients`.
  ///
  /// Everything that encrypts existing data asks this before it writes, so that nobody locks themselves out. `remedy` names the ways to
  /// continue; without it they are to become a recipient or to use another identity. Throws what ``identities()`` throws if a passphrase has
  /// to be asked for first.
  package func requireAccess(to recipients: [X25519Recipient], remedy: OKitError.Remedy? = nil) throws {
    let own = try ownRecipients()
    guard !own.contains(where: recipients.contains) else { return }
    throw OKitError(
      .locked, "no available identity would open the result: the workspace encrypts to other recipients",
      remedy: remedy ?? .becomeRecipient(own.map(\.description)))
  }
}
