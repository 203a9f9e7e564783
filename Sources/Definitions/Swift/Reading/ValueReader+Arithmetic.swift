extension ValueReader {
  /// Reads literals of one kind with operators between them; nil for other tokens.
  func arithmetic(_ range: Range<Int>) -> ValueSyntax? {
    var result: ValueSyntax?
    for index in range {
      if let literal = literal(index) {
        switch (result, literal) {
        case (nil, .number), (nil, .string), (.string, .string): result = literal
        case (.number(let before), .number(let number)): result = .number(before.isFloating ? before : number)
        default: return nil
        }
      } else if !"+-*/%()".utf8.contains(file.tokens[index].sign) {
        return nil
      }
    }
    return result.map { .arithmetic($0, sum(range, depth: 0)) }
  }

  /// Reads additions and subtractions, which bind weaker than the other operators. They are evaluated from left to right.
  private func sum(_ range: Range<Int>, depth: Int) -> ValueSyntax.Arithmetic? {
    operation(range, "+-") { operation($0, "*/%") { operand($0, depth: depth) } }
  }

  private func operation(
    _ range: Range<Int>, _ signs: String, _ inner: (Range<Int>) -> ValueSyntax.Arithmetic?
  ) -> ValueSyntax.Arithmetic? {
    var result: ValueSyntax.Arithmetic?
    var sign: UInt8 = 0
    var start = range.lowerBound
    var index = start
    while index <= range.upperBound {
      // After another operator, it is the sign of a number.
      let isOperator =
        index < range.upperBound && index > start && signs.utf8.contains(file.tokens[index].sign)
        && !"+-*/%".utf8.contains(file.tokens[index - 1].sign)
      if isOperator || index == range.upperBound {
        guard start < index, let next = inner(start..<index) else { return nil }
        result = result.map { .operation(sign, $0, next) } ?? next
        guard isOperator else { return result }
        sign = file.tokens[index].sign
        start = index + 1
      }
      index = file.next(index)
    }
    return nil
  }

  /// Reads a literal or parentheses, with or without a minus sign.
  private func operand(_ range: Range<Int>, depth: Int) -> ValueSyntax.Arithmetic? {
    guard depth < ValueSyntax.maximumDepth, let last = range.last else { return nil }
    if range.count == 1 { return literal(last).map { .literal($0) } }
    if file.isSign(range.lowerBound, "("), file.closing(of: range.lowerBound) == last {
      return sum(range.lowerBound + 1..<last, depth: depth + 1)
    }
    guard file.isSign(range.lowerBound, "-") else { return nil }
    guard range.count == 2, case .number(var number)? = literal(last) else {
      guard let zero = NumberLiteral("0"), let inner = operand(range.dropFirst(), depth: depth + 1) else { return nil }
      return .operation(UInt8(ascii: "-"), .literal(.number(zero)), inner)
    }
    number.isNegative = true
    return .literal(.number(number))
  }

  /// Reads a closure that is called immediately and only returns a value: `{ return [1, 2] }()`.
  func closureResult(_ range: Range<Int>, depth: Int) -> ValueSyntax? {
    guard range.count > 4, file.isSign(range.lowerBound, "{"), let closing = file.closing(of: range.lowerBound),
      closing == range.upperBound - 3, file.isSign(closing + 1, "("), file.isSign(closing + 2, ")")
    else { return nil }
    return onlyResult(range.lowerBound + 1..<closing, depth: depth)
  }

  /// Reads code that is a single expression, with or without `return`.
  func onlyResult(_ range: Range<Int>, depth: Int = 0) -> ValueSyntax? {
    let start = file.isWord(range.lowerBound, "return") ? range.lowerBound + 1 : range.lowerBound
    guard start < range.upperBound, file.endOfExpression(start, before: range.upperBound) == range.upperBound else {
      return nil
    }
    return read(start..<range.upperBound, depth: depth + 1)
  }
}
