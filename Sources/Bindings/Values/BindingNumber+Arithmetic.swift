extension BindingNumber {
  static func + (left: Self, right: Self) -> Self {
    guard let (a, b, exponent) = aligned(left, right) else { return .binary(left.double + right.double) }
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    return isTooLarge ? .binary(left.double + right.double) : .decimal(sum, exponent: exponent)
  }

  static func < (left: Self, right: Self) -> Bool {
    guard let (a, b, _) = aligned(left, right) else { return left.double < right.double }
    return a < b
  }

  /// Returns the quotient. It is exact if it has few digits, and otherwise the nearest binary number.
  func divided(by divisor: Int) -> Self {
    guard divisor != 0, case .decimal(var significand, var exponent) = self else {
      return .binary(double / Double(divisor))
    }
    for _ in 0..<20 where significand % Int128(divisor) != 0 {
      let (product, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
      if isTooLarge { break }
      (significand, exponent) = (product, exponent - 1)
    }
    guard significand % Int128(divisor) == 0 else { return .binary(double / Double(divisor)) }
    return .decimal(significand / Int128(divisor), exponent: exponent)
  }

  /// The number rounded to two fraction digits, half away from zero.
  var roundedToHundredths: Self {
    switch self {
    case .binary(let double):
      let rounded = (double * 100).rounded(.toNearestOrAwayFromZero) / 100
      return rounded.isFinite ? .binary(rounded) : self
    case .decimal(var significand, let exponent):
      guard exponent < -2 else { return self }
      var rest = -2 - exponent
      // All digits but the last are truncated. Rounding them would change an exact half.
      while rest > 1, significand != 0 {
        significand /= 10
        rest -= 1
      }
      if significand == 0 { return Self(0) }
      let last = significand % 10
      significand = significand / 10 + (last >= 5 ? 1 : last <= -5 ? -1 : 0)
      return .decimal(significand, exponent: -2)
    }
  }

  /// Returns both significands with the same power of ten; nil if they do not fit.
  private static func aligned(_ left: Self, _ right: Self) -> (Int128, Int128, exponent: Int)? {
    guard case .decimal(let a, let aExponent) = left, case .decimal(let b, let bExponent) = right else { return nil }
    let exponent = min(aExponent, bExponent)
    guard let wideA = scaled(a, by: aExponent - exponent), let wideB = scaled(b, by: bExponent - exponent)
    else { return nil }
    return (wideA, wideB, exponent)
  }

  private static func scaled(_ significand: Int128, by zeros: Int) -> Int128? {
    if significand == 0 { return 0 }
    var scaled = significand
    for _ in 0..<zeros {
      let (product, isTooLarge) = scaled.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      scaled = product
    }
    return scaled
  }
}
