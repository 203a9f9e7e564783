/// What a validator has seen last, and so what may come next.
enum ValidatorState: UInt8 {
  /// Nothing yet: a byte order mark may come.
  case beginning
  /// One, two bytes of a byte order mark.
  case byteOrderMark1, byteOrderMark2
  /// A value has to begin.
  case value
  /// `[`
  case firstElement
  /// `{`
  case firstKey
  /// A comma in an object.
  case key
  /// A key.
  case colon
  /// A value, inside an array or object.
  case afterValue
  /// The root.
  case end

  /// Inside a string.
  case text
  /// A backslash.
  case escape
  /// `\u` and fewer than four digits.
  case hexDigits
  /// The high half of a surrogate pair.
  case lowBackslash
  /// The high half of a surrogate pair and a backslash.
  case lowLetter
  /// The high half of a surrogate pair, `\u` and fewer than four digits.
  case lowHexDigits
  /// The first byte of a UTF-8 sequence.
  case secondByte
  /// Two bytes or more of a UTF-8 sequence.
  case laterByte

  /// A minus.
  case minus
  /// A zero that begins a number.
  case zero
  /// The digits before the point.
  case integer
  /// A point.
  case point
  /// The digits after the point.
  case fraction
  /// `e`
  case exponent
  /// `e` and a sign.
  case exponentSign
  /// The digits of an exponent.
  case exponentDigits

  /// The beginning of a literal.
  case literal

  /// Whether the text may end here if the value is the root.
  var isEndOfRoot: Bool {
    switch self {
    case .end, .zero, .integer, .fraction, .exponentDigits: true
    default: false
    }
  }
}
