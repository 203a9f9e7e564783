/// A parsed number as text: a sign, decimal digits and a power of ten.
struct DecimalNumber {
  private let text: UnsafeRawBufferPointer
  private let isNegative: Bool
  /// The range of the digits, which may contain the decimal point.
  private let digits: Range<Int>
  private let point: Int?
  private let exponent: Int

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    isNegative = text[0] == 0x2D
    let start = isNegative ? 1 : 0
    var point: Int?
    var index = start
    while index < text.count, text[index] | 0x20 != 0x65 {
      if text[index] == 0x2E { point = index }
      index += 1
    }
    digits = start..<index
    self.point = point
    exponent = index < text.count ? Self.exponent(text[(index + 1)...]) : 0
  }

  /// True if a text is the JSON of a number.
  static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    var rest = text[...]
    func take(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func takeDigits() -> Bool {
      let count = rest.prefix(while: isDigit).count
      rest.removeFirst(count)
      return count > 0
    }
    _ = take("-")
    if !take("0") { guard takeDigits() else { return false } }
    if take(".") { guard takeDigits() else { return false } }
    if take("eE") {
      _ = take("+-")
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }

  /// Returns the value of an exponent, limited to a size beyond which all exponents have the same effect.
  private static func exponent(_ text: Slice<UnsafeRawBufferPointer>) -> Int {
    var value = 0
    for byte in text where isDigit(byte) { value = min(value * 10 + Int(byte - 0x30), 1 << 40) }
    return text.first == 0x2D ? -value : value
  }

  /// Returns a negative number, 0 or a positive number if this number is less than, equal to or greater than `other`. Never rounds.
  func order(to other: Self) -> Int {
    let (mine, others) = (significance, other.significance)
    guard let mine, let others else {
      if mine == nil, others == nil { return 0 }
      if let mine { return mine.sign }
      return others.map { -$0.sign } ?? 0
    }
    guard mine.sign == others.sign else { return mine.sign }
    if mine.power != others.power { return mine.power < others.power ? -mine.sign : mine.sign }
    var (index, otherIndex) = (mine.first, others.first)
    while true {
      // A point is in neither place, because each index skips its own.
      let (digit, otherDigit) = (self.digit(at: &index), other.digit(at: &otherIndex))
      if digit == nil, otherDigit == nil { return 0 }
      let (left, right) = (digit ?? 0x30, otherDigit ?? 0x30)
      if left != right { return left < right ? -mine.sign : mine.sign }
    }
  }

  /// The sign, and the position and power of ten of the first digit other than zero; nil for zero.
  private var significance: (sign: Int, first: Int, power: Int)? {
    guard let first = digits.first(where: { isSignificant($0) }) else { return nil }
    let power = exponent + (point ?? digits.upperBound) - digits.lowerBound - 1 - ordinal(first)
    return (isNegative ? -1 : 1, first, power)
  }

  /// Returns the digit at an index or behind a point there, and goes to the next one; nil at the end.
  private func digit(at index: inout Int) -> UInt8? {
    if index == point { index += 1 }
    guard index < digits.upperBound else { return nil }
    defer { index += 1 }
    return text[index]
  }

  /// The digits without zeros at both ends, and the power of ten of the last one; nil for zero.
  var significantDigits: (digits: [UInt8], power: Int)? {
    guard let first = digits.first(where: { isSignificant($0) }), let last = digits.last(where: { isSignificant($0) })
    else { return nil }
    let power = exponent + (point ?? digits.upperBound) - digits.lowerBound - 1 - ordinal(last)
    return ((first...last).filter { $0 != point }.map { text[$0] - 0x30 }, power)
  }

  /// The number in one notation for each value: its digits without zeros at both ends, and their power of ten.
  var canonicalText: String {
    guard let (digits, power) = significantDigits else { return "0" }
    return (isNegative ? "-" : "") + String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self) + "e\(power)"
  }

  /// The value as an `Int`; nil if it is not an integer or does not fit.
  var int: Int? {
    guard let first = digits.first(where: { isSignificant($0) }), let last = digits.last(where: { isSignificant($0) })
    else { return 0 }
    // The power of ten of the last digit other than zero.
    let scale = exponent + (point ?? digits.upperBound) - digits.lowerBound - 1 - ordinal(last)
    guard scale >= 0, scale + ordinal(last) - ordinal(first) < 19 else { return nil }
    var magnitude: UInt64 = 0
    for index in first...last where index != point { magnitude = magnitude * 10 + UInt64(text[index] - 0x30) }
    for _ in 0..<scale { magnitude *= 10 }
    // 19 digits always fit into an unsigned 64-bit integer.
    return isNegative ? Int(exactly: -Int128(magnitude)) : Int(exactly: magnitude)
  }

  /// The nearest `Double`; nil if it is not finite.
  var double: Double? {
    if let value = shortDouble { return value }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// The value of a number with few digits and a small power of ten; nil for others. Both are exact, so a single operation rounds correctly.
  private var shortDouble: Double? {
    if digits.count > 16 { return nil }
    var magnitude: UInt64 = 0
    for index in digits where index != point { magnitude = magnitude * 10 + UInt64(text[index] - 0x30) }
    let scale = exponent - (point.map { digits.upperBound - $0 - 1 } ?? 0)
    guard magnitude < 1 << 53, -22...22 ~= scale else { return nil }
    let value = scale < 0 ? Double(magnitude) / Self.powersOfTen[-scale] : Double(magnitude) * Self.powersOfTen[scale]
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private func isSignificant(_ index: Int) -> Bool { index != point && text[index] != 0x30 }

  /// Returns the number of digits before a digit.
  private func ordinal(_ index: Int) -> Int {
    index - digits.lowerBound - (point.map { $0 < index } == true ? 1 : 0)
  }
}
