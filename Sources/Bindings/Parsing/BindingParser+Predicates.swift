import JSONDocument

extension BindingParser {
  /// Reads a condition that is the whole text.
  mutating func parseCondition() throws(BindingError) -> Binding.Predicate {
    let predicate = try parsePredicate(in: PredicateGroup(bracket: nil))
    source.skipSpaces()
    guard source.next == nil else { throw unexpected() }
    return predicate
  }

  /// Reads a condition up to the closing bracket, or up to the closing parenthesis of its group.
  mutating func parsePredicate(in group: PredicateGroup) throws(BindingError) -> Binding.Predicate {
    var alternatives = [try parseConjunction(in: group)]
    while takeSign("||") { alternatives.append(try parseConjunction(in: group)) }
    return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
  }

  private mutating func parseConjunction(in group: PredicateGroup) throws(BindingError) -> Binding.Predicate {
    var conditions = [try parseCondition(in: group)]
    while takeSign("&&") { conditions.append(try parseCondition(in: group)) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func parseCondition(in group: PredicateGroup) throws(BindingError) -> Binding.Predicate {
    source.skipSpaces()
    let start = source.position
    if source.isAt("!"), !isOperator(at: start) {
      source.position += 1
      let sign = start..<start + 1
      return .not(try nested(at: sign) { parser throws(BindingError) in try parser.parseCondition(in: group) })
    }
    guard source.isAt("(") else { return .comparison(try parseComparison(in: group)) }
    source.position += 1
    let sign = start..<start + 1
    let inner = try nested(at: sign) { parser throws(BindingError) in
      try parser.parsePredicate(in: PredicateGroup(bracket: group.bracket, isParenthesized: true))
    }
    guard source.isAt(")") else { throw source.error(.syntax, "'(' without ')'", sign) }
    source.position += 1
    try requireConditionEnd(in: group)
    return inner
  }

  private mutating func parseComparison(in group: PredicateGroup) throws(BindingError) -> Binding.Comparison {
    let start = source.position
    let isFirst = group.bracket.map { source.trimmed($0 + 1..<start).isEmpty } ?? false
    let left: Binding.Operand
    if source.isAt("{") {
      left = try parseBraces()
    } else {
      let part = try parsePart(in: .filter)
      try refuseWords(in: start..<source.position)
      try requireComparison(after: part, in: group)
      left = .init(.parts([part]), range: part.range)
    }
    source.skipSpaces()
    let isSpaced = source.position > start && BindingSource.isSpace(source.bytes[source.position - 1])
    let sign = try parseOperator()
    let right =
      sign == .isIn
      ? try parseList() : [try parseRight(of: sign, isFirst: isFirst, keepsSpaces: !isSpaced, in: group)]
    try requireConditionEnd(in: group)
    return Binding.Comparison(left, sign, right)
  }

  /// Reads a binding in braces, which may contain any sign.
  private mutating func parseBraces() throws(BindingError) -> Binding.Operand {
    let start = source.position
    source.position += 1
    let parts = try nested(at: start..<start + 1) { parser throws(BindingError) in
      var parts = [try parser.parsePart(in: .braces)]
      while parser.source.isAt(",") {
        parser.source.position += 1
        parts.append(try parser.parsePart(in: .braces))
      }
      return parts
    }
    guard source.isAt("}") else { throw source.error(.syntax, "'{' without '}'", start..<start + 1) }
    source.position += 1
    guard parts.contains(where: { $0.content != .nothing }) else {
      throw source.error(.syntax, "an empty path in braces", start..<source.position)
    }
    return .init(.parts(parts), range: start..<source.position)
  }

  // MARK: - The right side

  /// - Parameter keepsSpaces: True if the spaces at the end of a text that can be everything up to the bracket belong to it.
  private mutating func parseRight(
    of sign: ComparisonOperator, isFirst: Bool, keepsSpaces: Bool, in group: PredicateGroup
  ) throws(BindingError) -> Binding.Operand {
    source.skipSpaces()
    if startsBraces { return try parseBraces() }
    if source.isAt("\"") { return try parseQuotedText() }
    let isWhole = sign == .equals && isFirst && group.bracket != nil && !group.isParenthesized
    var range = try textRange(in: group, isWhole: isWhole)
    let isEquality = sign == .equals || sign == .differs
    if range.isEmpty, !isEquality {
      throw source.error(.syntax, "missing value after '\(sign.rawValue)'", source.position..<source.position)
    }
    if isEquality, source.string(range) == "null" { return .init(.null, range: range) }
    if isWhole, keepsSpaces, !range.isEmpty, source.isAt("]") { range = range.lowerBound..<source.position }
    return .init(range.isEmpty ? .nothing : .text(try source.unescaped(range)), range: range)
  }

  /// True at a binding in braces. An object in JSON also begins with a brace.
  private var startsBraces: Bool {
    guard source.isAt("{") else { return false }
    let next = source.bytes[(source.position + 1)...].first { !BindingSource.isSpace($0) }
    return next.map { !"\"}".utf8.contains($0) } ?? true
  }

  private mutating func parseQuotedText() throws(BindingError) -> Binding.Operand {
    let range = source.position..<source.endOfString(at: source.position)
    guard let text = (try? JSONDocument(parsing: source.string(range)))?.root.string else {
      throw source.error(.syntax, "a quoted text must be a JSON string", range)
    }
    source.position = range.upperBound
    return .init(.text(text), range: range)
  }

  /// Reads a text without quotes, up to the end of the comparison. Parentheses in pairs belong to it.
  ///
  /// - Parameter isWhole: True if the text can be everything up to the bracket, with any parentheses.
  private mutating func textRange(in group: PredicateGroup, isWhole: Bool) throws(BindingError) -> Range<Int> {
    let start = source.position
    var open = 0
    var word: Range<Int>?
    var hasSeparator = false
    while let next = source.next, next != UInt8(ascii: "]") || group.bracket == nil, !isAtLogic {
      if next == UInt8(ascii: "(") { open += 1 }
      if next == UInt8(ascii: ")") {
        if open == 0, !isWhole { break }
        open = max(open - 1, 0)
      }
      let isEquals = next == UInt8(ascii: "=")
      if let word, isEquals || "<>".utf8.contains(next) || predicateWord(at: source.position) != nil {
        throw unsupported(word)
      }
      // A text such as E=mc2 can contain the sign, unless words before it look like the left side of a second comparison.
      if isEquals, !isWhole || hasSeparator {
        let at = source.position
        throw source.error(
          .syntax, "a comparison has only one '='; put a text that contains '=' in quotes", at..<at + 1)
      }
      if word == nil { word = connective(at: source.position) }
      if BindingSource.isSpace(next) || ",;&|".utf8.contains(next) { hasSeparator = true }
      source.position += 1
    }
    return source.trimmed(start..<source.position)
  }

  /// Reads `(a, b)`.
  private mutating func parseList() throws(BindingError) -> [Binding.Operand] {
    source.skipSpaces()
    let opening = source.position
    guard source.isAt("(") else {
      throw source.error(.syntax, "missing '(' after 'in'", opening..<min(opening + 1, source.bytes.count))
    }
    source.position += 1
    var operands: [Binding.Operand] = []
    repeat {
      source.skipSpaces()
      if startsBraces {
        operands.append(try parseBraces())
      } else if source.isAt("\"") {
        operands.append(try parseQuotedText())
      } else {
        let start = source.position
        source.skipUntil { ",)]".utf8.contains($0) }
        let range = source.trimmed(start..<source.position)
        guard !range.isEmpty else {
          throw source.error(.syntax, "missing value in the list", opening..<source.position)
        }
        operands.append(
          .init(source.string(range) == "null" ? .null : .text(try source.unescaped(range)), range: range))
      }
      source.skipSpaces()
    } while takeSign(",")
    guard source.isAt(")") else { throw source.error(.syntax, "'(' without ')'", opening..<opening + 1) }
    source.position += 1
    return operands
  }

  // MARK: - Operators

  /// True if the left side of a comparison ends at a position, because an operator or the end of the condition is there.
  func isOperator(at position: Int) -> Bool {
    let bytes = source.bytes
    func byte(_ offset: Int) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }
    switch bytes[position] {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"): return true
    case UInt8(ascii: "!"), UInt8(ascii: "^"), UInt8(ascii: "$"): return byte(1) == UInt8(ascii: "=")
    case UInt8(ascii: "&"), UInt8(ascii: "|"): return byte(1) == bytes[position]
    case let space where BindingSource.isSpace(space):
      guard byte(1) == UInt8(ascii: "i"), byte(2) == UInt8(ascii: "n") else { return false }
      return bytes[(position + 3)...].first { !BindingSource.isSpace($0) } == UInt8(ascii: "(")
    default: return false
    }
  }

  private mutating func parseOperator() throws(BindingError) -> ComparisonOperator {
    let start = source.position
    source.skipUntil { !"=!<>~^$".utf8.contains($0) }
    // A root can follow an operator.
    let limit = min(source.position, start + 2)
    for length in [2, 1] where start + length <= limit {
      let range = start..<start + length
      if let sign = ComparisonOperator(rawValue: source.string(range)) {
        source.position = range.upperBound
        if length == 1, let next = source.next, "=<>~".utf8.contains(next) { throw unsupported(start..<start + 2) }
        return sign
      }
    }
    source.position = start
    if source.string(start..<min(start + 2, source.bytes.count)) == "in" {
      source.position += 2
      return .isIn
    }
    throw source.error(.syntax, "missing comparison", start..<start)
  }

  private mutating func takeSign(_ sign: StaticString) -> Bool {
    source.skipSpaces()
    let text = sign.description.utf8
    guard source.bytes[source.position...].starts(with: text) else { return false }
    source.position += text.count
    return true
  }

  /// True at `&&` or `||`.
  private var isAtLogic: Bool {
    guard let next = source.next, "&|".utf8.contains(next), source.position + 1 < source.bytes.count else {
      return false
    }
    return source.bytes[source.position + 1] == next
  }

  // MARK: - Faults

  private func requireComparison(after part: Binding.Part, in group: PredicateGroup) throws(BindingError) {
    let at = source.position
    guard let next = source.next else {
      if group.bracket != nil { throw group.unclosed(in: source) }
      throw source.error(.syntax, "missing comparison at the end", at..<at)
    }
    if isAtLogic { throw source.error(.syntax, "missing comparison before this operator", at..<at + 2) }
    if next == UInt8(ascii: "]"), let bracket = group.bracket {
      if source.trimmed(bracket + 1..<at) == part.range {
        let isNumeric = source.bytes[part.range].first.map { "+-.0123456789".utf8.contains($0) } ?? true
        throw source.error(
          .syntax,
          isNumeric
            ? "an index must be a whole number" : "'\(source.string(part.range))' is neither an index nor a comparison",
          bracket..<at + 1)
      }
      throw source.error(.syntax, "missing comparison before ']'", at..<at + 1)
    }
    if next == UInt8(ascii: ")") {
      throw source.error(
        .syntax, group.isParenthesized ? "missing comparison before ')'" : "')' without '('", at..<at + 1)
    }
    if part.content == .nothing {
      throw source.error(.syntax, "missing path before '\(Character(UnicodeScalar(next)))'", at..<at + 1)
    }
  }

  private mutating func requireConditionEnd(in group: PredicateGroup) throws(BindingError) {
    source.skipSpaces()
    guard let next = source.next else {
      if group.bracket == nil { return }
      throw group.unclosed(in: source)
    }
    if next == UInt8(ascii: "]") || isAtLogic || next == UInt8(ascii: ")") && group.isParenthesized { return }
    if let word = connective(at: source.position) { throw unsupported(word) }
    throw unexpected()
  }

  private func unexpected() -> BindingError {
    let at = source.position
    if source.isAt(")") { return source.error(.syntax, "')' without '('", at..<at + 1) }
    return source.error(.syntax, "expected '&&', '||' or the end of the condition", at..<at + 1)
  }

  /// Rejects words on the left side that other languages use as operators.
  private func refuseWords(in range: Range<Int>) throws(BindingError) {
    var depth = 0
    for index in range {
      switch source.bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      default:
        if depth == 0, let word = predicateWord(at: index), source.trimmed(range) != word { throw unsupported(word) }
      }
    }
  }

  /// Returns the range of the word `and` or `or` at a position.
  private func connective(at index: Int) -> Range<Int>? {
    word(at: index).flatMap { ["and", "or"].contains(source.string($0).lowercased()) ? $0 : nil }
  }

  /// Returns the range of an operator of NSPredicate at a position.
  private func predicateWord(at index: Int) -> Range<Int>? {
    word(at: index).flatMap { PredicateWords.all.contains(source.string($0)) ? $0 : nil }
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
    let better = PredicateWords.replacements[name.uppercased()].map { "; use '\($0)'" } ?? ""
    return source.error(.syntax, "no operator '\(name)'\(better), or put a text that contains it in quotes", range)
  }
}

/// The brackets or parentheses around a condition.
struct PredicateGroup {
  /// The position of the bracket around the whole condition; nil if the condition is the whole text.
  let bracket: Int?
  /// True inside parentheses.
  var isParenthesized = false

  func unclosed(in source: BindingSource) -> BindingError {
    let start = bracket ?? 0
    return source.error(.syntax, "'[' without ']'", start..<start + 1)
  }
}

/// Operators of other languages.
enum PredicateWords {
  /// Words that NSPredicate uses as operators.
  static let all: Set<String> = [
    "AND", "OR", "NOT", "ANY", "ALL", "SOME", "NONE", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "IN",
    "BETWEEN",
  ]

  /// The operators of bindings with the same meaning.
  static let replacements = [
    "AND": "&&", "OR": "||", "NOT": "!(…)", "CONTAINS": "~", "BEGINSWITH": "^=", "ENDSWITH": "$=", "IN": "in (…)",
    "==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "=~": "~", "~=": "~",
  ]
}
