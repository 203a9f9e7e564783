/// A public key of age: `age1…` (age-encryption.org/v1, "The X25519 recipient type").
package struct X25519Recipient: AgeRecipient, Hashable, CustomStringConvertible {
  static let prefix = "age"

  /// The point on the curve: 32 bytes.
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses a recipient: Bech32 (BIP 173) in lower case.
  ///
  /// - Throws: ``AgeKeyError`` for any other text, such as another prefix, upper case, or a wrong checksum or length; of kind `insecure` for a
  ///   point of low order, to which anybody could decrypt.
  package init(parsing text: String) throws(AgeKeyError) {
    var text = text
    // `withUTF8` does not support typed throws.
    let result = text.withUTF8 { utf8 in
      Result<[UInt8], AgeKeyError> { () throws(AgeKeyError) in
        try Self.decoded(UnsafeRawBufferPointer(utf8))
      }
    }
    bytes = try result.get()
  }

  init(parsing text: UnsafeRawBufferPointer) throws(AgeKeyError) {
    bytes = try Self.decoded(text)
  }

  private static func decoded(_ text: UnsafeRawBufferPointer) throws(AgeKeyError) -> [UInt8] {
    if let other = UnsupportedKey(text).otherThanRecipient { throw AgeKeyError(other) }
    let key = try Bech32.decode(text, prefix: prefix, as: "recipient")
    guard key.count == X25519.size else { throw AgeKeyError("the recipient has the wrong length") }
    let bytes = key.withUnsafeBytes { Array($0) }
    guard !X25519.isLowOrder(bytes) else {
      throw AgeKeyError("the recipient is a point of low order, which provides no secrecy", kind: .insecure)
    }
    return bytes
  }

  /// The text of the recipient: `age1…`.
  package var description: String {
    bytes.withUnsafeBytes { bytes in
      Bech32.encode(bytes, prefix: Self.prefix).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Wraps the file key in an `X25519` stanza, which does not reveal the recipient.
  ///
  /// - Throws: ``AgeError`` of kind `recipient` if the key is a point of low order, to which anybody could decrypt.
  package func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza] {
    let ephemeral = SecretBytes(random: X25519.size)
    let share = X25519.publicKey(of: ephemeral)
    guard let shared = X25519.sharedSecret(of: ephemeral, and: bytes) else {
      throw AgeError(.recipient, "the recipient \(self) is not a usable public key")
    }
    let key = X25519Stanza.wrapKey(shared: shared, share: share, recipient: bytes)
    return [X25519Stanza(share: share, body: FileKey.wrap(fileKey, with: key)).stanza]
  }
}
