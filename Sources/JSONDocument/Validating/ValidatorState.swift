/// The state of a validator. Most cases name what was read last, which determines what may follow.
enum ValidatorState: UInt8 {
  /// Nothing. A byte order mark may follow.
  case beginning
  /// One or two bytes of a byte order mark.
  case byteOrderMark1, byteOrderMark2
  /// The start of the text, a colon, or a comma in an array. A value must follow.
  case value
  /// `[`
  case firstElement
  /// `{`
  case firstKey
  /// A comma in an object.
  case key
  /// A key.
  case colon
  /// A value in an array or object.
  case afterValue
  /// The root value.
  case end

  /// The opening quote or text of a string.
  case text
  /// A backslash.
  case escape
  /// `\u` and fewer than four hexadecimal digits.
  case hexDigits
  /// The high half of a surrogate pair.
  case lowBackslash
  /// The high half of a surrogate pair and a backslash.
  case lowLetter
  /// The high half of a surrogate pair, `\u` and fewer than four hexadecimal digits.
  case lowHexDigits
  /// The first byte of a UTF-8 sequence.
  case secondByte
  /// Two or more bytes of a UTF-8 sequence.
  case laterByte

  /// A minus.
  case minus
  /// A zero at the start of a number.
  case zero
  /// Digits before the decimal point.
  case integer
  /// A decimal point.
  case point
  /// Digits after the decimal point.
  case fraction
  /// `e`
  case exponent
  /// `e` and a sign.
  case exponentSign
  /// Digits of an exponent.
  case exponentDigits

  /// The beginning of a literal.
  case literal

  /// True if the text may end here, provided that the value is the root.
  var isEndOfRoot: Bool {
    switch self {
    case .end, .zero, .integer, .fraction, .exponentDigits: true
    default: false
    }
  }
}
