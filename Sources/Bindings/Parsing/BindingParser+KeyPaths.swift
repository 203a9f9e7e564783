extension BindingParser {
  /// Returns the step for the names in `range`, with dots and operators between them.
  mutating func keyPath(_ range: Range<Int>) throws(BindingError) -> Binding.Segment {
    let pieces = try pieces(range)
    return pieces.count == 1 ? pieces[0] : .init(.keyPath(pieces), range: range)
  }

  private mutating func pieces(_ range: Range<Int>) throws(BindingError) -> [Binding.Segment] {
    var pieces: [Binding.Segment] = []
    var start = range.lowerBound
    while true {
      if start < range.upperBound, source.bytes[start] == UInt8(ascii: "@") {
        pieces.append(try collector(start..<range.upperBound))
        return pieces
      }
      let rest = source.bytes[start..<range.upperBound]
      let end = rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") } ?? range.upperBound
      let name = source.trimmed(start..<end)
      guard !name.isEmpty else {
        // Report the dot that has no name before or after it.
        let before = source.bytes[..<start].lastIndex(of: UInt8(ascii: ".")) ?? range.lowerBound
        let dot = end < range.upperBound ? end : before
        throw source.error(.syntax, "missing name next to '.'", dot..<dot + 1)
      }
      pieces.append(.init(.property(try source.unescaped(name)), range: name))
      guard end < range.upperBound else { return pieces }
      start = source.bytes[end] == UInt8(ascii: "@") ? end : end + 1
      while start < range.upperBound, BindingSource.isSpace(source.bytes[start]) { start += 1 }
    }
  }

  /// Reads an operator. The rest of the range belongs to it.
  private mutating func collector(_ range: Range<Int>) throws(BindingError) -> Binding.Segment {
    let dot = source.bytes[range].firstIndex(of: UInt8(ascii: "."))
    let sign = source.trimmed(range.lowerBound..<(dot ?? range.upperBound))
    let name = source.string(sign.lowerBound + 1..<sign.upperBound)
    guard let collector = KeyValueOperator(rawValue: name) else {
      throw source.error(
        .syntax, "no operator '@\(name)'", sign, candidates: KeyValueOperator.allCases.map { "@" + $0.rawValue })
    }
    guard let dot else { return .init(.collect(collector, []), range: sign) }
    let inner = source.trimmed(dot + 1..<range.upperBound)
    guard collector != .count else {
      throw source.error(.syntax, "nothing can follow '@count'", dot..<range.upperBound)
    }
    let pieces = try nested(at: sign) { parser throws(BindingError) in try parser.pieces(inner) }
    return .init(.collect(collector, pieces), range: range.lowerBound..<inner.upperBound)
  }
}
