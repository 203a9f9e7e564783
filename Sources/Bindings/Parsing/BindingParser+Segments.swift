extension BindingParser {
  /// Reads the text between two slashes.
  mutating func parseSegment(in context: Context, into segments: inout [Binding.Segment]) throws(BindingError) {
    source.skipSpaces()
    let start = source.position
    try refuseLateSign()
    if source.isAt("$") {
      segments.append(try parseReference(in: context))
    } else if source.isAt("@"), segments.isEmpty {
      try parseEntity(in: context, into: &segments)
    } else {
      try parseNames(isFirst: true, in: context, into: &segments)
    }
    while source.isAt("[") || source.isAt(".") {
      if source.isAt("[") {
        segments.append(try parseBrackets())
      } else {
        source.position += 1
        try parseNames(isFirst: false, in: context, into: &segments)
      }
      source.skipSpaces()
    }
    try requireEnd(in: context, after: start)
  }

  /// Rejects signs that are valid only before a whole part.
  private func refuseLateSign() throws(BindingError) {
    guard let next = source.next, "#%!".utf8.contains(next) else { return }
    let sign = Character(UnicodeScalar(next))
    let at = source.position
    throw source.error(.syntax, "'\(sign)' can only be at the beginning of the whole path", at..<at + 1)
  }

  private func requireEnd(in context: Context, after start: Int) throws(BindingError) {
    guard let next = source.next, next != UInt8(ascii: "/") else { return }
    let at = source.position
    let range = at..<at + 1
    switch (next, context) {
    case (UInt8(ascii: ","), .top), (UInt8(ascii: ")"), .parameter), (UInt8(ascii: "]"), .filter),
      (UInt8(ascii: ")"), .filter), (UInt8(ascii: ","), .braces), (UInt8(ascii: "}"), .braces),
      (UInt8(ascii: "]"), .braces), (UInt8(ascii: ")"), .braces):
      return
    case (_, .filter) where isOperator(at: at) || isOperator(at: max(at - 1, 0)): return
    case (UInt8(ascii: ","), .parameter): throw source.error(.syntax, "a parameter must be a single path", range)
    case (UInt8(ascii: "]"), _): throw source.error(.syntax, "']' without '['", range)
    case (UInt8(ascii: ")"), _): throw source.error(.syntax, "')' without '('", range)
    case (UInt8(ascii: "("), _): throw source.error(.syntax, "missing function before '('", range)
    default:
      let last = source.bytes[start..<at].last { !BindingSource.isSpace($0) }
      let sign = last.map { Character(UnicodeScalar($0)) } ?? "/"
      throw source.error(.syntax, "expected '/' after '\(sign)'", range)
    }
  }

  /// Goes to the end of a name, which is any sign with a meaning in this context, or a byte for which `isStop` is true.
  mutating func skipName(in context: Context, until isStop: (UInt8) -> Bool = { _ in false }) {
    while let next = source.next, !"/[](),".utf8.contains(next), !isStop(next) {
      if context == .filter, isOperator(at: source.position) { return }
      if context == .braces, next == UInt8(ascii: "}") { return }
      source.skipCharacter()
    }
  }

  /// Reads names with dots between them. The last one can be the name of a function.
  private mutating func parseNames(
    isFirst: Bool, in context: Context, into segments: inout [Binding.Segment]
  ) throws(BindingError) {
    let start = source.position
    // In a condition, these are operators only after a value.
    if isFirst, context == .filter, source.isAt("<") || source.isAt("~") {
      source.position += 1
      return segments.append(.init(.root, range: start..<start + 1))
    }
    skipName(in: context)
    let range = source.trimmed(start..<source.position)
    if source.isAt("("), !range.isEmpty { return try parseCall(names: range, into: &segments) }
    if isFirst {
      switch source.string(range) {
      case "":
        if source.isAt("/") { segments.append(.init(.current, range: range)) }
        return
      case ".": return segments.append(.init(.current, range: range))
      case "..": return segments.append(.init(.parent, range: range))
      case "<", "~": return segments.append(.init(.root, range: range))
      default: break
      }
    }
    try refuseLoneSign(range)
    segments.append(try keyPath(range))
  }

  private func refuseLoneSign(_ range: Range<Int>) throws(BindingError) {
    if let first = source.bytes[range].first, "<~".utf8.contains(first) {
      let sign = range.lowerBound..<range.lowerBound + 1
      throw source.error(.syntax, "the root '\(Character(UnicodeScalar(first)))' must be a step of its own", sign)
    }
    if let sign = source.bytes[range].firstIndex(of: UInt8(ascii: ">")) {
      throw source.error(.syntax, "'>' can only follow a model", sign..<sign + 1)
    }
  }

  private mutating func parseCall(names: Range<Int>, into segments: inout [Binding.Segment]) throws(BindingError) {
    let opening = source.position
    let dot = source.bytes[names].lastIndex(of: UInt8(ascii: "."))
    if let dot {
      let outer = source.trimmed(names.lowerBound..<dot)
      try refuseLoneSign(outer)
      segments.append(try keyPath(outer))
    }
    let name = source.trimmed((dot.map { $0 + 1 } ?? names.lowerBound)..<names.upperBound)
    guard !name.isEmpty else {
      throw source.error(.syntax, "missing function before '('", opening..<opening + 1)
    }
    try refuseLoneSign(name)
    if let sign = source.bytes[name].firstIndex(of: UInt8(ascii: "@")) {
      throw source.error(.syntax, "'@' is not allowed in a function name", sign..<sign + 1)
    }
    source.position += 1
    let keepsSpaces = BindingFunction.byName[source.string(name)]?.keepsSpaces ?? false
    let parameter = try nested(at: opening..<opening + 1) { parser throws(BindingError) in
      try parser.parsePart(in: .parameter, keepsSpaces: keepsSpaces)
    }
    guard source.isAt(")") else {
      throw source.error(.syntax, "'(' without ')'", opening..<opening + 1)
    }
    source.position += 1
    let call = Binding.Segment.Step.call(
      try source.unescaped(name), parameter.content == .nothing ? nil : parameter)
    segments.append(.init(call, range: name.lowerBound..<source.position))
    source.skipSpaces()
  }

  /// Reads `$genre.refKey` or `$#FANTASY`.
  private mutating func parseReference(in context: Context) throws(BindingError) -> Binding.Segment {
    let start = source.position
    source.position += 1
    let isConstant = source.isAt("#")
    if isConstant { source.position += 1 }
    let inner = source.position
    skipName(in: context)
    let range = source.trimmed(inner..<source.position)
    guard !range.isEmpty else { throw source.error(.syntax, "missing path after '$'", start..<start + 1) }
    let whole = start..<range.upperBound
    if isConstant { return .init(.constantReference(try source.unescaped(range)), range: whole) }
    try refuseLoneSign(range)
    return .init(.reference([try keyPath(range)]), range: whole)
  }

  /// Reads `@FANTASY`. A key path can follow it.
  private mutating func parseEntity(
    in context: Context, into segments: inout [Binding.Segment]
  ) throws(BindingError) {
    let start = source.position
    source.position += 1
    skipName(in: context) { $0 == UInt8(ascii: ".") }
    let range = source.trimmed(start..<source.position)
    guard range.count > 1 else { throw source.error(.syntax, "missing id after '@'", start..<start + 1) }
    let id = try source.unescaped(source.trimmed(range.lowerBound + 1..<range.upperBound))
    segments.append(.init(.entity(id), range: range))
  }
}
