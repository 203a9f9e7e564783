/// An integer or floating point literal.
struct NumberLiteral: Sendable {
  var isNegative = false
  /// True if it has a fraction or an exponent.
  let isFloating: Bool
  /// The absolute value of an integer; nil if it has a fraction or more than 64 bits.
  let magnitude: UInt64?
  /// The absolute value, rounded to double precision.
  let double: Double

  /// Parses the text of a literal; nil if it is invalid.
  init?(_ text: String) {
    let bytes = text.utf8.filter { $0 != UInt8(ascii: "_") }
    let isHex = bytes.starts(with: "0x".utf8)
    let radix = isHex ? 16 : bytes.starts(with: "0o".utf8) ? 8 : bytes.starts(with: "0b".utf8) ? 2 : 10
    let digits = String(decoding: bytes.dropFirst(radix == 10 ? 0 : 2), as: UTF8.self)
    isFloating = bytes.contains {
      $0 == UInt8(ascii: ".") || (isHex ? $0 | 0x20 == UInt8(ascii: "p") : $0 | 0x20 == UInt8(ascii: "e"))
    }
    if isFloating {
      guard radix == 10 || radix == 16, let value = Double(String(decoding: bytes, as: UTF8.self)) else { return nil }
      magnitude = nil
      double = value
      return
    }
    magnitude = UInt64(digits, radix: radix)
    guard let value = magnitude.map({ Double($0) }) ?? (radix == 10 ? Double(digits) : nil) else { return nil }
    double = value
  }

  /// Returns the JSON of the value as an integer type; nil if it is out of range.
  func json(as type: IntegerType) -> String? {
    guard let magnitude else { return nil }
    guard isNegative, magnitude > 0 else { return magnitude <= type.maximum ? "\(magnitude)" : nil }
    return magnitude <= type.minimum.magnitude ? "-\(magnitude)" : nil
  }

  /// Returns the shortest JSON that reads as the same number in double or single precision; nil if it is out of range.
  func json(isDouble: Bool) -> String? {
    let value = isNegative ? -double : double
    return isDouble ? Self.json(of: value) : Self.json(of: Float(value))
  }

  /// Returns the JSON of the value as a numeric type; nil if it is out of range, and for other types.
  func json(as type: PropertyType) -> String? {
    switch type {
    case .integer(let type): json(as: type)
    case .float: json(isDouble: false)
    case .double, .decimal: json(isDouble: true)
    default: nil
    }
  }

  /// Returns the shortest JSON that reads as the same number; nil if it is not finite.
  static func json(of value: some BinaryFloatingPoint & CustomStringConvertible) -> String? {
    guard value.isFinite else { return nil }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension NumberLiteral {
  /// The next larger integer; nil if there is none.
  var successor: NumberLiteral? {
    guard let magnitude else { return nil }
    if isNegative, magnitude > 0 {
      var number = NumberLiteral("\(magnitude - 1)")
      number?.isNegative = magnitude > 1
      return number
    }
    return magnitude == .max ? nil : NumberLiteral("\(magnitude + 1)")
  }
}
