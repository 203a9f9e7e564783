extension BindingParser {
  /// Reads `[1]`, `[*]` or a condition such as `[name=Dune]`.
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
    let predicate = try nested(at: start..<start + 1) { parser throws(BindingError) in
      try parser.parsePredicate(in: PredicateGroup(bracket: start))
    }
    guard source.isAt("]") else { throw source.error(.syntax, "'[' without ']'", start..<start + 1) }
    source.position += 1
    return .init(.matching(predicate), range: start..<source.position)
  }
}
