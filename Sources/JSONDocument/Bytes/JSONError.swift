/// The reason and position at which a text is not JSON according to RFC 8259 and the limits of this module.
package struct JSONError: Error, Hashable, Sendable {
  /// The reason why a text is not valid.
  package enum Reason: Hashable, Sendable {
    /// The text ends before its value is complete. Also applies to an empty text.
    case unexpectedEnd
    /// A value is expected.
    case expectedValue
    /// The first element or the end of an array is expected.
    case expectedElementOrEnd
    /// A key is expected after a comma.
    case expectedKey
    /// The first key or the end of an object is expected.
    case expectedKeyOrEnd
    /// A colon is expected after a key.
    case expectedColon
    /// A comma or the end of the object is expected.
    case expectedCommaOrBrace
    /// A comma or the end of the array is expected.
    case expectedCommaOrBracket
    /// There is more text after the value.
    case trailingText
    /// A word begins like a literal but continues differently.
    case misspeltLiteral
    /// A digit of a number is expected.
    case expectedDigit
    /// A number of several digits begins with a zero.
    case leadingZero
    /// A backslash is followed by a character that RFC 8259 does not allow.
    case unknownEscape
    /// `\u` is not followed by four hexadecimal digits.
    case expectedHexDigit
    /// A `\u` escape is half of a surrogate pair, and the other half is missing.
    case loneSurrogate
    /// A string contains an unescaped character below U+0020.
    case controlCharacter
    /// A string is not UTF-8.
    case invalidUTF8
    /// Arrays and objects are nested more than 10,000 levels deep.
    case tooDeep
    /// The text has 4 GiB − 64 bytes or more. `size` is its size in bytes.
    case tooLarge(size: Int)
    /// There is not enough memory to parse the text. The text may be valid.
    case outOfMemory
  }

  /// The reason.
  package let reason: Reason

  /// The position of the first byte that cannot be part of a JSON text. For half of a surrogate pair, the start of its escape; for invalid
  /// UTF-8, the start of the sequence.
  package let position: JSONPosition

  /// Creates an error.
  package init(reason: Reason, position: JSONPosition) {
    self.reason = reason
    self.position = position
  }
}

extension JSONError: CustomStringConvertible {
  /// The reason in words, in lower case and without a full stop. It does not contain the position.
  package var description: String { reason.description }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The reason in words, in lower case and without a full stop.
  package var description: String {
    switch self {
    case .unexpectedEnd: "unexpected end of file"
    case .expectedValue: "expected a value"
    case .expectedElementOrEnd: "expected a value or ']'"
    case .expectedKey: "expected a key in double quotes"
    case .expectedKeyOrEnd: "expected a key in double quotes or '}'"
    case .expectedColon: "expected ':'"
    case .expectedCommaOrBrace: "expected ',' or '}'"
    case .expectedCommaOrBracket: "expected ',' or ']'"
    case .trailingText: "unexpected text after the value"
    case .misspeltLiteral: "expected 'true', 'false' or 'null'"
    case .expectedDigit: "expected a digit"
    case .leadingZero: "a number has a leading zero"
    case .unknownEscape: "a string has an unknown escape"
    case .expectedHexDigit: "expected four hexadecimal digits after '\\u'"
    case .loneSurrogate: "a string has a lone surrogate"
    case .controlCharacter: "a string has a control character"
    case .invalidUTF8: "a string has invalid UTF-8"
    case .tooDeep: "nested deeper than \(Limits.depth) levels"
    case .tooLarge(let size): "the text has \(size) bytes; the limit is \(Limits.size - 1)"
    case .outOfMemory: "not enough memory"
    }
  }
}

/// The limits of a document.
enum Limits {
  /// The maximum nesting depth.
  static let depth = 10_000

  /// The size in bytes from which a text is refused, because offsets and the padding must fit into 32 bits.
  static let size = Int(UInt32.max) - 63

  /// Throws if a text is too large, before any of it is examined.
  static func check(size: Int) throws(JSONError) {
    if size >= Self.size {
      throw JSONError(reason: .tooLarge(size: size), position: JSONPosition(line: 1, column: 1, offset: 0))
    }
  }
}

/// A position where a text is not valid, before its line and column are known.
struct Fault: Error {
  let reason: JSONError.Reason
  let offset: Int
}
