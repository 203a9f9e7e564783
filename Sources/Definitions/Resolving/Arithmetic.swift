import JSONDocument

extension TypeResolver {
  /// Returns the JSON of the result of operators on literals; nil if Swift would reject it or the result is not supported.
  func result(of arithmetic: ValueSyntax.Arithmetic, as type: PropertyType) -> String? {
    switch type {
    case .integer(let type):
      guard let number = Self.integer(arithmetic) else { return nil }
      var literal = NumberLiteral("\(number.magnitude)")
      literal?.isNegative = number < 0
      return literal?.json(as: type)
    case .double: return Self.double(arithmetic).flatMap(NumberLiteral.json)
    case .decimal: return Self.integer(arithmetic, isExact: true).map { "\($0)" }
    case .string: return Self.text(arithmetic).map { JSONText.quote($0) }
    default: return nil
    }
  }

  /// - Parameter isExact: If true, the result of a division with a remainder is nil.
  private static func integer(_ arithmetic: ValueSyntax.Arithmetic, isExact: Bool = false) -> Int? {
    switch arithmetic {
    case .literal(.number(let number)): return number.json(as: .int).flatMap { Int($0) }
    case .literal: return nil
    case .operation(let sign, let first, let second):
      guard let one = integer(first, isExact: isExact), let other = integer(second, isExact: isExact) else {
        return nil
      }
      let result: (partialValue: Int, overflow: Bool)
      switch sign {
      case UInt8(ascii: "+"): result = one.addingReportingOverflow(other)
      case UInt8(ascii: "-"): result = one.subtractingReportingOverflow(other)
      case UInt8(ascii: "*"): result = one.multipliedReportingOverflow(by: other)
      case UInt8(ascii: "/"):
        result = one.dividedReportingOverflow(by: other)
        if isExact, !result.overflow, one % other != 0 { return nil }
      case UInt8(ascii: "%"): result = one.remainderReportingOverflow(dividingBy: other)
      default: return nil
      }
      return result.overflow ? nil : result.partialValue
    }
  }

  private static func double(_ arithmetic: ValueSyntax.Arithmetic) -> Double? {
    switch arithmetic {
    case .literal(.number(let number)): return number.isNegative ? -number.double : number.double
    case .literal: return nil
    case .operation(let sign, let first, let second):
      guard let one = double(first), let other = double(second) else { return nil }
      switch sign {
      case UInt8(ascii: "+"): return one + other
      case UInt8(ascii: "-"): return one - other
      case UInt8(ascii: "*"): return one * other
      case UInt8(ascii: "/"): return one / other
      default: return nil
      }
    }
  }

  private static func text(_ arithmetic: ValueSyntax.Arithmetic) -> String? {
    switch arithmetic {
    case .literal(.string(let text)): return text
    case .literal: return nil
    case .operation(let sign, let first, let second):
      guard sign == UInt8(ascii: "+"), let one = text(first), let other = text(second) else { return nil }
      return one + other
    }
  }
}
