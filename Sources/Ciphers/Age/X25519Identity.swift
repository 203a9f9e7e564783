/// A secret key of age: `AGE-SECRET-KEY-1…` (age-encryption.org/v1, "The X25519 recipient type").
package final class X25519Identity: AgeIdentity, Sendable {
  static let prefix = "AGE-SECRET-KEY-"

  private let secret: SecretBytes

  /// The public key of the identity.
  package let recipient: X25519Recipient

  private init(secret: consuming SecretBytes) {
    recipient = X25519Recipient(bytes: X25519.publicKey(of: secret))
    self.secret = secret
  }

  /// Parses an identity: Bech32 (BIP 173) in upper case, without surrounding text.
  ///
  /// - Throws: ``AgeKeyError`` for any other text, without quoting it.
  package convenience init(parsing text: UnsafeRawBufferPointer) throws(AgeKeyError) {
    self.init(secret: try Self.decoded(text))
  }

  /// Parses an identity in a secret buffer.
  ///
  /// - Throws: ``AgeKeyError`` for any other text, without quoting it.
  package convenience init(parsing text: borrowing SecretBytes) throws(AgeKeyError) {
    self.init(secret: try text.withUnsafeBytes(Self.decoded))
  }

  private static func decoded(_ text: UnsafeRawBufferPointer) throws(AgeKeyError) -> SecretBytes {
    if let other = UnsupportedKey(text).otherThanIdentity { throw AgeKeyError(other) }
    let secret = try Bech32.decode(text, prefix: prefix, as: "identity")
    guard secret.count == X25519.size else { throw AgeKeyError("the identity has the wrong length") }
    return secret
  }

  /// Generates an identity with libcrypto's generator for private values.
  package static func generate() -> X25519Identity {
    X25519Identity(secret: SecretBytes(random: X25519.size))
  }

  /// Returns the text of the identity, `AGE-SECRET-KEY-1…`, in ASCII, without a line ending.
  package func encoded() -> SecretBytes {
    secret.withUnsafeBytes { Bech32.encode($0, prefix: Self.prefix) }
  }

  /// Unwraps the file key from the first `X25519` stanza that this identity opens; nil if there is none.
  ///
  /// - Throws: ``AgeError`` of kind `header` if such a stanza is malformed, or if its shared secret is zero.
  package func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? {
    for stanza in stanzas {
      guard let stanza = try X25519Stanza(stanza) else { continue }
      guard let shared = X25519.sharedSecret(of: secret, and: stanza.share) else {
        throw AgeError(.header, "its X25519 stanza has an invalid share")
      }
      let key = X25519Stanza.wrapKey(shared: shared, share: stanza.share, recipient: recipient.bytes)
      if let fileKey = FileKey.unwrap(stanza.body, with: key) { return fileKey }
    }
    return nil
  }
}
