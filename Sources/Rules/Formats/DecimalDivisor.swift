package import JSONDocument

/// A number of which others are exact multiples, as in `multipleOf`.
package struct DecimalDivisor: Sendable {
  /// The digits without zeros at both ends.
  private let significand: UInt64
  /// The power of ten of the last digit.
  private let power: Int
  /// The number as it is written in the rule.
  package let text: String

  /// The maximum number of digits.
  package static let maximumDigits = 18

  /// A divisor; nil for a number that is not positive or has too many digits.
  package init?(_ number: JSONValue) {
    guard number.kind == .number, !number.rawText.hasPrefix("-"), let (digits, power) = number.significantDigits,
      digits.count <= Self.maximumDigits
    else { return nil }
    significand = digits.reduce(0) { $0 * 10 + UInt64($1) }
    self.power = power
    text = number.rawText
  }

  /// True if `number` is an exact multiple: 19.99 is one of 0.01.
  package func divides(_ number: JSONValue) -> Bool {
    guard let (digits, power) = number.significantDigits else { return true }
    // The last digit is not zero, so that no power of ten divides the digits.
    guard power >= self.power else { return false }
    var remainder: UInt64 = 0
    for digit in digits { remainder = (Self.product(remainder, 10, significand) + UInt64(digit)) % significand }
    return Self.product(remainder, Self.powerOfTen(power - self.power, modulo: significand), significand) == 0
  }

  private static func product(_ left: UInt64, _ right: UInt64, _ modulus: UInt64) -> UInt64 {
    modulus.dividingFullWidth((left % modulus).multipliedFullWidth(by: right % modulus)).remainder
  }

  private static func powerOfTen(_ exponent: Int, modulo modulus: UInt64) -> UInt64 {
    var (result, base, rest) = (1 % modulus, 10 % modulus, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, base, modulus) }
      base = product(base, base, modulus)
      rest >>= 1
    }
    return result
  }
}
