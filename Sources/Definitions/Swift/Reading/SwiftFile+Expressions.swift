extension SwiftFile {
  /// Returns the parts of a range between commas. A trailing comma adds no part.
  func parts(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if isSign(index, ",") {
        parts.append(start..<index)
        start = index + 1
      }
      index = next(index)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// Returns the token after an expression: a comma, a semicolon, braces of observers, or the beginning of a line that cannot continue it.
  func endOfExpression(_ start: Int, before end: Int) -> Int {
    var index = start
    while index < end {
      if isSign(index, ",") || isSign(index, ";") { break }
      if index > start {
        if isSign(index, "{"), beginsObservers(index) { break }
        if followsNewline(index), !goesOn(at: index), !expectsMore(before: index, from: start) { break }
      }
      index = next(index)
    }
    return min(index, end)
  }

  /// True if a line that begins with this token continues the expression on the line before.
  private func goesOn(at index: Int) -> Bool {
    if isSign(index, ".") || isSign(index, ":") || isSign(index, "{") { return true }
    if isWord(index, "as") || isWord(index, "is") || isWord(index, "else") { return true }
    // An operator with a space after it is between two values.
    return isOperator(index) && followsSpace(lastSignOfOperator(index) + 1)
  }

  /// True if the expression cannot end before this token.
  private func expectsMore(before index: Int, from start: Int) -> Bool {
    var last = index - 1
    if let word = keyword(last) { return Self.wordsBeforeValues.contains(word) }
    if isSign(last, ".") || isSign(last, ":") || tokens[last].kind == .arrow { return true }
    guard isOperator(last) else { return false }
    while last > start, !followsSpace(last), isOperator(last - 1) { last -= 1 }
    return last == start || followsSpace(last) || isWord(last - 1, "as") || isWord(last - 1, "try")
  }

  private static let wordsBeforeValues: Set = ["try", "await", "as", "is", "else", "if", "switch", "in", "any", "some"]
}
