import JSONDocument

extension BindingParser {
  /// Reads `[1]`, `[*]` or `[name=Dune]`.
  mutating func parseBrackets() throws(BindingError) -> Binding.Segment {
    let start = source.position
    source.position += 1
    source.skipSpaces()
    let inner = source.position
    source.skipUntil { !(BindingSource.isSpace($0) || "+-*0123456789".utf8.contains($0)) }
    if source.isAt("]") {
      let text = source.string(source.trimmed(inner..<source.position))
      source.position += 1
      let range = start..<source.position
      if text == "*" { return .init(.every, range: range) }
      guard let index = Int(text) else { throw source.error(.syntax, "an index must be a whole number", range) }
      return .init(.index(index), range: range)
    }
    source.position = inner
    try refuseUnsupportedCondition(at: inner)
    let part = try nested(at: start..<start + 1) { parser throws(BindingError) in
      try parser.parsePart(in: .filter)
    }
    if source.isAt("]") {
      throw source.error(.syntax, "an index must be a whole number", start..<source.position + 1)
    }
    guard source.isAt("=") else { throw source.error(.syntax, "'[' without ']'", start..<start + 1) }
    guard part.content != .nothing else {
      throw source.error(.syntax, "missing path before '='", source.position..<source.position + 1)
    }
    source.position += 1
    let text = try parseComparedText(since: start)
    source.position += 1
    return .init(.matching(part, text), range: start..<source.position)
  }

  /// Reads the compared text: a JSON string, or any text up to the closing bracket.
  private mutating func parseComparedText(since start: Int) throws(BindingError) -> String {
    source.skipSpaces()
    let inner = source.position
    guard source.isAt("\"") else {
      source.skipUntil { $0 == UInt8(ascii: "]") }
      guard source.isAt("]") else { throw source.error(.syntax, "'[' without ']'", start..<start + 1) }
      return try source.unescaped(source.trimmed(inner..<source.position))
    }
    let range = inner..<source.endOfString(at: inner)
    guard let text = (try? JSONDocument(parsing: source.string(range)))?.root.string else {
      throw source.error(.syntax, "a quoted text must be a JSON string", range)
    }
    source.position = range.upperBound
    source.skipSpaces()
    guard source.isAt("]") else { throw source.error(.syntax, "'[' without ']'", start..<start + 1) }
    return text
  }
}
