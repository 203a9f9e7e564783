/// Rejects conditions in brackets that cannot be evaluated yet.
///
/// A condition is `p=v`, and `v` is any text up to the bracket. Without these checks `copies=0 && type=0` would compare `copies` with the
/// text `0 && type=0` and match nothing.
extension BindingParser {
  /// Throws an error of kind `syntax` if the condition that begins at `start` has an operator other than a single `=`.
  mutating func refuseUnsupportedCondition(at start: Int) throws(BindingError) {
    // The parser reports the missing bracket. Searching for it again in each condition would be quadratic.
    guard !isUnclosed, let sign = try comparison(from: start) else { return }
    try refuseLogic(behind: sign)
  }

  /// Returns the position of the `=` in a condition; nil if there is none.
  private mutating func comparison(from start: Int) throws(BindingError) -> Int? {
    var depth = 0
    var word: Range<Int>?
    var sign: Range<Int>?
    var index = start
    while index < source.bytes.count {
      let byte = source.bytes[index]
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "]"):
        if depth == 0 {
          if let found = word ?? sign { throw unsupported(found) }
          return nil
        }
        depth -= 1
      case UInt8(ascii: "\"") where depth > 0 && source.bytes[index - 1] == UInt8(ascii: "="):
        index = source.endOfString(at: index) - 1
      case _ where depth > 0: break
      case UInt8(ascii: "="):
        if let word { throw unsupported(word) }
        var range = index..<index + 1
        if index > start, "!<>~".utf8.contains(source.bytes[index - 1]), !isRoot(index - 1, since: start) {
          range = index - 1..<index + 1
        }
        if index + 1 < source.bytes.count, "=<>~".utf8.contains(source.bytes[index + 1]) {
          range = range.lowerBound..<index + 2
        }
        if range.count > 1 { throw unsupported(range) }
        return index
      default:
        // A `<` or `>` is also valid after the name of a model.
        if sign == nil, "<>".utf8.contains(byte), !isRoot(index, since: start) { sign = index..<index + 1 }
        if word == nil { word = logic(at: index) ?? predicateWord(at: index, since: start) }
      }
      index += 1
    }
    isUnclosed = true
    return nil
  }

  private func refuseLogic(behind sign: Int) throws(BindingError) {
    var index = sign + 1
    while index < source.bytes.count, BindingSource.isSpace(source.bytes[index]) { index += 1 }
    if index < source.bytes.count, source.bytes[index] == UInt8(ascii: "\"") {
      index = source.endOfString(at: index)
      while index < source.bytes.count, BindingSource.isSpace(source.bytes[index]) { index += 1 }
      if let range = logic(at: index) ?? connective(at: index) { throw unsupported(range) }
      return
    }
    var word: Range<Int>?
    while index < source.bytes.count, source.bytes[index] != UInt8(ascii: "]") {
      if let range = logic(at: index) { throw unsupported(range) }
      if let word, "=<>".utf8.contains(source.bytes[index]) || predicateWord(at: index, since: word.upperBound) != nil {
        throw unsupported(word)
      }
      if source.bytes[index] == UInt8(ascii: "=") {
        throw source.error(
          .syntax, "a condition has only one '='; put a text that contains '=' in quotes", index..<index + 1)
      }
      if word == nil { word = connective(at: index) }
      index += 1
    }
  }

  /// True if the sign is a path step (`<` is the root), not an operator.
  private func isRoot(_ index: Int, since start: Int) -> Bool {
    var end = index
    while end > start, BindingSource.isSpace(source.bytes[end - 1]) { end -= 1 }
    guard end > start else { return true }
    // The root follows a slash, a model or the negation of the whole part.
    return "/:>".utf8.contains(source.bytes[end - 1]) || end == start + 1 && source.bytes[start] == UInt8(ascii: "!")
  }

  /// Returns the range of `&&` or `||` at a position.
  private func logic(at index: Int) -> Range<Int>? {
    guard index + 1 < source.bytes.count, source.bytes[index] == source.bytes[index + 1],
      "&|".utf8.contains(source.bytes[index])
    else { return nil }
    return index..<index + 2
  }

  /// Returns the range of the word `and` or `or` at a position.
  private func connective(at index: Int) -> Range<Int>? {
    word(at: index).flatMap { ["and", "or"].contains(source.string($0).lowercased()) ? $0 : nil }
  }

  /// Returns the range of an operator in capital letters at a position. A word that stands alone is not an operator.
  private func predicateWord(at index: Int, since start: Int) -> Range<Int>? {
    guard let range = word(at: index), ConditionWords.all.contains(source.string(range)) else { return nil }
    let isFirst = source.trimmed(start..<range.lowerBound).isEmpty
    var next = range.upperBound
    while next < source.bytes.count, BindingSource.isSpace(source.bytes[next]) { next += 1 }
    let isLast = next == source.bytes.count || "=]".utf8.contains(source.bytes[next])
    return isFirst && isLast ? nil : range
  }

  /// Returns the range of the letters at a position if a word begins there.
  private func word(at index: Int) -> Range<Int>? {
    func isLetter(_ byte: UInt8) -> Bool {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte >= 0x80 || byte == UInt8(ascii: "_")
    }
    func isSeparator(_ byte: UInt8) -> Bool { BindingSource.isSpace(byte) || "\"[]()!=".utf8.contains(byte) }
    guard index < source.bytes.count, isLetter(source.bytes[index]), index == 0 || isSeparator(source.bytes[index - 1])
    else { return nil }
    // No operator is longer.
    var end = index
    while end < source.bytes.count, end - index < 16, isLetter(source.bytes[end]) { end += 1 }
    return end == source.bytes.count || isSeparator(source.bytes[end]) ? index..<end : nil
  }

  private func unsupported(_ range: Range<Int>) -> BindingError {
    let name = source.string(range)
    return source.error(
      .syntax, "a condition has the form p=v and cannot contain '\(name)'; put a text that contains it in quotes", range
    )
  }
}

/// Words that NSPredicate uses as operators.
enum ConditionWords {
  static let all: Set<String> = [
    "AND", "OR", "NOT", "ANY", "ALL", "SOME", "NONE", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "IN",
    "BETWEEN",
  ]
}
