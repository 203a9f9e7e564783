/// Says why and where a text is not JSON as RFC 8259 and the limits of this module define it.
package struct JSONError: Error, Hashable, Sendable {
  /// What is wrong with the text.
  package enum Reason: Hashable, Sendable {
    /// The text ends before the value does; an empty text, too.
    case unexpectedEnd
    /// A value has to begin here.
    case expectedValue
    /// The first element of an array or its end has to be here.
    case expectedElementOrEnd
    /// A key has to begin here, after a comma.
    case expectedKey
    /// The first key of an object or its end has to be here.
    case expectedKeyOrEnd
    /// A colon has to follow the key.
    case expectedColon
    /// The object has to go on or to end here.
    case expectedCommaOrBrace
    /// The array has to go on or to end here.
    case expectedCommaOrBracket
    /// There is more text after the value.
    case trailingText
    /// A word begins like a literal and goes on differently.
    case misspeltLiteral
    /// A number needs a digit here.
    case expectedDigit
    /// A number begins with a zero that is not its only digit.
    case leadingZero
    /// A backslash is followed by something that RFC 8259 does not list.
    case unknownEscape
    /// `\u` is not followed by four hexadecimal digits.
    case expectedHexDigit
    /// A `\u` escape is one half of a surrogate pair and the other half is missing.
    case loneSurrogate
    /// A string contains a character below U+0020 that is not escaped.
    case controlCharacter
    /// A string is not UTF-8.
    case invalidUTF8
    /// Arrays and objects are nested more than 10,000 levels deep.
    case tooDeep
    /// The text has 4 GiB − 64 bytes or more; the value is its size in bytes.
    case tooLarge(size: Int)
    /// There is not enough memory for what has to be known of the text. It says nothing about the text.
    case outOfMemory
  }

  /// What is wrong.
  package let reason: Reason

  /// The place of the first byte that cannot be part of a JSON text; of an escape that lacks its other half and of bytes that are not
  /// UTF-8, the first byte of the escape and of the sequence.
  package let position: JSONPosition

  /// Makes an error from its parts.
  package init(reason: Reason, position: JSONPosition) {
    self.reason = reason
    self.position = position
  }
}

extension JSONError: CustomStringConvertible {
  /// The reason in words, in lower case and without a full stop. It does not name the position.
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

/// What a document may have at most.
enum Limits {
  /// Levels of nesting.
  static let depth = 10_000

  /// The size in bytes that is refused: offsets and padding have to fit into 32 bits.
  static let size = Int(UInt32.max) - 63

  /// Refuses what is too large before any of it is looked at.
  static func check(size: Int) throws(JSONError) {
    if size >= Self.size {
      throw JSONError(reason: .tooLarge(size: size), position: JSONPosition(line: 1, column: 1, offset: 0))
    }
  }
}

/// A place where a text stops being JSON, before its line and column are known.
struct Fault: Error {
  let reason: JSONError.Reason
  let offset: Int
}
