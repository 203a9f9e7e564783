/// One way to the file key: a recipient stanza of an age header (age-encryption.org/v1, "Recipient stanza").
package struct AgeStanza: Hashable, Sendable {
  /// The first argument, which says who may understand the rest, such as `X25519`.
  package let type: String

  /// The further arguments; in a file each has at least one character, all of them visible ASCII.
  package let arguments: [String]

  /// The body, usually the wrapped file key.
  package let body: [UInt8]

  /// Makes a stanza; whether its text is allowed in a header is checked when the header is made.
  package init(type: String, arguments: [String], body: [UInt8]) {
    self.type = type
    self.arguments = arguments
    self.body = body
  }

  /// Body lines have exactly this many characters, but for the last, which has fewer.
  static let columns = 64

  /// Whether a word may stand in the first line.
  static func isArgument(_ word: some Collection<UInt8>) -> Bool {
    !word.isEmpty && word.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The stanza as it stands in the header.
  ///
  /// - Throws: ``AgeError`` of kind `recipient` if an argument is empty or has other than visible ASCII characters.
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
