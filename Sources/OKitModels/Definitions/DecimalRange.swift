import JSONDocument
import OKitStorage

/// The range of numbers that Foundation's `Decimal` can decode from JSON.
///
/// A `Decimal` is a 128-bit integer and a power of ten in one signed byte. Excess digits are dropped, but the power of ten must fit, so that
/// `0e200` is rejected although it is zero.
enum DecimalRange {
  private static let exponents = -128...127
  /// The maximum exponent that the parser accepts, whatever the digits before it.
  private static let maximumWrittenExponent = 254

  /// True if the text of a JSON number can be decoded as a `Decimal`.
  static func contains(_ text: String) -> Bool {
    var digits = Digits()
    var bytes = text.utf8.drop { $0 == UInt8(ascii: "-") }
    while let digit = bytes.first.flatMap(value) {
      guard digits.append(digit) || digits.scale(by: 1) else { return false }
      bytes.removeFirst()
    }
    if bytes.first == UInt8(ascii: ".") {
      bytes.removeFirst()
      while let digit = bytes.first.flatMap(value) {
        if digits.append(digit), !digits.scale(by: -1) { return false }
        bytes.removeFirst()
      }
    }
    guard !bytes.isEmpty else { return true }
    bytes.removeFirst()
    let isNegative = bytes.first == UInt8(ascii: "-")
    var exponent = 0
    for digit in bytes.compactMap(value) {
      exponent = exponent * 10 + digit
      guard exponent <= maximumWrittenExponent else { return false }
    }
    return digits.scale(by: isNegative ? -exponent : exponent)
  }

  private struct Digits {
    private var magnitude: UInt128 = 0
    private var isFull = false
    private var exponent = 0

    /// Appends a digit. Returns false if it does not fit.
    mutating func append(_ digit: Int) -> Bool {
      guard !isFull else { return false }
      let (shifted, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = shifted.addingReportingOverflow(UInt128(digit))
      isFull = overflows || isTooLarge
      if !isFull { magnitude = sum }
      return !isFull
    }

    /// Multiplies by a power of ten. Returns false if the exponent is out of range.
    mutating func scale(by power: Int) -> Bool {
      exponent += power
      return exponents.contains(exponent)
    }
  }

  private static func value(_ byte: UInt8) -> Int? {
    byte.isDecimalDigit ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
