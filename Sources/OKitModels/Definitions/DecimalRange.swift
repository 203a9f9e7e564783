import JSONDocument
import OKitStorage

/// The numbers that Foundation's `Decimal` can hold, as its parser reads them from JSON.
///
/// A `Decimal` is a 128-bit integer and a power of ten of one signed byte. Further digits are dropped, but the power of ten has to fit; so
/// `0e200` is refused although it is zero.
enum DecimalRange {
  private static let exponents = -128...127
  /// The parser gives up on a written exponent beyond this, whatever the digits in front would make of it.
  private static let greatestWrittenExponent = 254

  /// Whether the text of a JSON number can be read as a `Decimal`.
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
      guard exponent <= greatestWrittenExponent else { return false }
    }
    return digits.scale(by: isNegative ? -exponent : exponent)
  }

  private struct Digits {
    private var magnitude: UInt128 = 0
    private var isFull = false
    private var exponent = 0

    /// Takes one more digit; false if there is no room for it.
    mutating func append(_ digit: Int) -> Bool {
      guard !isFull else { return false }
      let (shifted, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = shifted.addingReportingOverflow(UInt128(digit))
      isFull = overflows || isTooLarge
      if !isFull { magnitude = sum }
      return !isFull
    }

    /// Multiplies by a power of ten; false if the exponent becomes too large or too small.
    mutating func scale(by power: Int) -> Bool {
      exponent += power
      return exponents.contains(exponent)
    }
  }

  private static func value(_ byte: UInt8) -> Int? {
    byte.isDecimalDigit ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
