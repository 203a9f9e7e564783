extension ValueReader {
  /// Reads `try! Shelf()` or `await size()`. With `try?`, the value can be nil.
  func marked(_ range: Range<Int>, depth: Int) -> ValueSyntax {
    var start = range.lowerBound + 1
    let isOptional = file.isSign(start, "?")
    if isOptional || (file.isSign(start, "!") && !file.followsSpace(start)) { start += 1 }
    guard start < range.upperBound else { return .unknown }
    let value = read(start..<range.upperBound, depth: depth + 1)
    return isOptional ? .choice(value, .null) : value
  }

  /// Reads `isOpen ? 1 : 2` or `limit ?? 5`; nil for other tokens.
  func choice(_ range: Range<Int>, depth: Int) -> ValueSyntax? {
    var fallback: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      if file.isSign(index, "?"), file.followsSpace(index), index > range.lowerBound {
        if !file.isSign(index + 1, "?") || file.followsSpace(index + 1) {
          return branches(behind: index, in: range, depth: depth)
        }
        fallback = fallback ?? index
        index += 1
      }
      index = file.next(index)
    }
    guard let fallback, fallback + 2 < range.upperBound else { return nil }
    return .fallback(
      read(range.lowerBound..<fallback, depth: depth + 1), read(fallback + 2..<range.upperBound, depth: depth + 1))
  }

  /// Reads the two values after a question mark. The colon of a nested conditional between them is skipped.
  private func branches(behind mark: Int, in range: Range<Int>, depth: Int) -> ValueSyntax? {
    var open = 0
    var index = mark + 1
    while index < range.upperBound {
      if file.isSign(index, "?"), file.followsSpace(index) {
        if file.isSign(index + 1, "?"), !file.followsSpace(index + 1) { index += 1 } else { open += 1 }
      } else if file.isSign(index, ":") {
        if open == 0 {
          return .choice(
            read(mark + 1..<index, depth: depth + 1), read(index + 1..<range.upperBound, depth: depth + 1))
        }
        open -= 1
      }
      index = file.next(index)
    }
    return nil
  }
}
