import JSONDocument

/// A number for calculations: exact up to 38 decimal digits, and otherwise the nearest binary number.
package enum BindingNumber: Sendable {
  /// An integer times a power of ten.
  case decimal(Int128, exponent: Int)
  /// A number that is too large or has too many digits.
  case binary(Double)

  /// An integer.
  package init(_ integer: Int) { self = .decimal(Int128(integer), exponent: 0) }

  /// The number that is stored at `value`. Booleans are 1 and 0. Nil for any other value.
  init?(_ value: JSONValue) {
    if let bool = value.bool {
      self.init(bool ? 1 : 0)
      return
    }
    guard value.kind == .number else { return nil }
    if let exact = value.withRawBytes({ Self.exact($0) }) {
      self = exact
    } else if let double = value.double {
      self = .binary(double)
    } else {
      return nil
    }
  }

  private static let digitLimit = 30
  private static let exponentLimit = 60

  /// Returns the exact number of its JSON text; nil if it has too many digits or too large an exponent.
  private static func exact(_ text: UnsafeRawBufferPointer) -> Self? {
    var significand: Int128 = 0
    var (digits, exponent, scale) = (0, 0, 0)
    var (isFraction, isExponent, isNegative, isNegativeExponent) = (false, false, false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): if isExponent { isNegativeExponent = true } else { isNegative = true }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int(byte - UInt8(ascii: "0"))
        if isExponent {
          exponent = exponent * 10 + digit
          if exponent > exponentLimit { return nil }
        } else {
          if digits > 0 || digit > 0 { digits += 1 }
          if digits > digitLimit { return nil }
          significand = significand * 10 + Int128(digit)
          if isFraction { scale += 1 }
        }
      default: break
      }
    }
    let power = (isNegativeExponent ? -exponent : exponent) - scale
    guard abs(power) <= exponentLimit else { return nil }
    return decimal(isNegative ? -significand : significand, exponent: power)
  }

  /// The nearest binary number.
  package var double: Double {
    switch self {
    case .binary(let double): double
    case .decimal: Double(description) ?? 0
    }
  }

  /// True if it is 1, in any notation.
  var isOne: Bool { description == "1" }

  var isZero: Bool {
    switch self {
    case .binary(let double): double == 0
    case .decimal(let significand, _): significand == 0
    }
  }
}

extension BindingNumber: CustomStringConvertible {
  /// The number as JSON, without redundant zeros.
  package var description: String {
    switch self {
    case .binary(let double):
      var writer = JSONWriter()
      writer.element(double)
      return writer.text
    case .decimal(let significand, let exponent):
      var (significand, exponent) = (significand, exponent)
      while significand != 0, significand % 10 == 0, exponent < 0 {
        (significand, exponent) = (significand / 10, exponent + 1)
      }
      if significand == 0 { return "0" }
      let sign = significand < 0 ? "-" : ""
      var digits = String(significand.magnitude)
      if exponent > 21 { return "\(sign)\(digits)e+\(exponent)" }
      if exponent >= 0 { return sign + digits + String(repeating: "0", count: exponent) }
      let missing = 1 - exponent - digits.utf8.count
      if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
      return "\(sign)\(digits.dropLast(-exponent)).\(digits.suffix(-exponent))"
    }
  }
}
