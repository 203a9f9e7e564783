/// A recipient stanza of an age header, which contains the wrapped file key (age-encryption.org/v1, "Recipient stanza").
package struct AgeStanza: Hashable, Sendable {
  /// The first argument, which tells the type of recipient, such as `X25519`.
  package let type: String

  /// The other arguments. In a file, each consists of one or more visible ASCII characters.
  package let arguments: [String]

  /// The body, usually the wrapped file key.
  package let body: [UInt8]

  /// Creates a stanza. Its text is only validated when a header is created.
  package init(type: String, arguments: [String], body: [UInt8]) {
    self.type = type
    self.arguments = arguments
    self.body = body
  }

  /// Each line of the body has exactly this many characters, except for the last, which has fewer.
  static let columns = 64

  /// True if a word is allowed in the first line.
  static func isArgument(_ word: some Collection<UInt8>) -> Bool {
    !word.isEmpty && word.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Returns the text of the stanza in the header.
  ///
  /// - Throws: ``AgeError`` of kind `recipient` if an argument is empty or contains other than visible ASCII characters.
  func encoded() throws -> [UInt8] {
    var text = Array("->".utf8)
    for word in [type] + arguments {
      guard Self.isArgument(word.utf8) else {
        throw AgeError(.recipient, "a recipient created an invalid stanza")
      }
      text.append(UInt8(ascii: " "))
      text += word.utf8
    }
    text.append(UInt8(ascii: "\n"))
    var rest = Base64.encoded(body)[...]
    while rest.count >= Self.columns {
      text += rest.prefix(Self.columns)
      text.append(UInt8(ascii: "\n"))
      rest = rest.dropFirst(Self.columns)
    }
    return text + rest + [UInt8(ascii: "\n")]
  }
}

/// Wraps the file key so that an ``AgeIdentity`` can unwrap it.
package protocol AgeRecipient: Sendable {
  /// Wraps a file key of 16 bytes into one or more stanzas.
  ///
  /// Each call must use fresh randomness. An error ends the encryption.
  func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza]
}

/// Unwraps the file key from the stanzas that are encrypted to this identity.
package protocol AgeIdentity {
  /// Unwraps the file key from the stanzas of a header. `stanzas` contains all of them in their order.
  ///
  /// - Returns: The file key of 16 bytes; nil if no stanza is for this identity.
  /// - Throws: An ``AgeError`` of kind `incorrectPassphrase` continues with the next identity. Any other error ends the
  ///   reading of the file.
  func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes?
}
