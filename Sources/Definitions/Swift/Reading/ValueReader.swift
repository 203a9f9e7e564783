/// Reads a value from the tokens of a file.
struct ValueReader {
  let file: SwiftFile

  init(_ file: SwiftFile) { self.file = file }

  /// Reads a whole range of tokens as one value.
  func read(_ range: Range<Int>, depth: Int = 0) -> ValueSyntax {
    guard depth < ValueSyntax.maximumDepth, let last = range.last else { return .unknown }
    let first = range.lowerBound
    if range.count == 1, let literal = literal(first) { return literal }
    if file.isSign(first, "("), file.closing(of: first) == last, !hasComma(first + 1..<last) {
      return read(first + 1..<last, depth: depth + 1)
    }
    if file.isSign(first, "["), file.closing(of: first) == last { return collection(first + 1..<last, depth: depth) }
    if file.isSign(first, "-"), range.count == 2, case .number(var number) = literal(last) ?? .unknown {
      number.isNegative = true
      return .number(number)
    }
    if file.isWord(first, "try") || file.isWord(first, "await") { return marked(range, depth: depth) }
    if let choice = choice(range, depth: depth) { return choice }
    if file.isSign(first, ".") { return implicitMember(range, depth: depth) }
    if let cast = cast(range, depth: depth) { return cast }
    if let value = closureResult(range, depth: depth) { return .closure(value) }
    if file.isSign(last, "!"), !file.followsSpace(last), range.count > 1 {
      return .forced(read(first..<last, depth: depth + 1))
    }
    return path(range, depth: depth) ?? arithmetic(range) ?? property(range, depth: depth)
  }

  func literal(_ index: Int) -> ValueSyntax? {
    switch file.tokens[index].kind {
    case .string: return .string(StringLiteral.value(of: file.source.bytes[file.tokens[index].range]))
    case .interpolatedString: return .string(nil)
    case .number: return NumberLiteral(file.text(of: index)).map { .number($0) }
    case .word:
      switch file.keyword(index) {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "nil": return .null
      default: return nil
      }
    case .quotedWord, .regex, .sign, .arrow: return nil
    }
  }

  private func hasComma(_ range: Range<Int>) -> Bool { file.parts(range).count != 1 }

  private func first(_ sign: Unicode.Scalar, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if file.isSign(index, sign) { return index }
      index = file.next(index)
    }
    return nil
  }

  private func collection(_ range: Range<Int>, depth: Int) -> ValueSyntax {
    if range.count == 1, file.isSign(range.lowerBound, ":") { return .dictionary([]) }
    let parts = file.parts(range)
    guard let firstPart = parts.first, first("?", in: firstPart) == nil, first(":", in: firstPart) != nil else {
      return .array(parts.map { read($0, depth: depth + 1) })
    }
    return .dictionary(
      parts.map { part in
        guard let colon = first(":", in: part) else { return (.unknown, .unknown) }
        return (read(part.lowerBound..<colon, depth: depth + 1), read(colon + 1..<part.upperBound, depth: depth + 1))
      })
  }

  private func implicitMember(_ range: Range<Int>, depth: Int) -> ValueSyntax {
    guard let name = file.name(range.lowerBound + 1) else { return .unknown }
    if range.count == 2 { return .implicitMember(name) }
    let open = range.lowerBound + 2
    guard file.isSign(open, "("), file.closing(of: open) == range.upperBound - 1 else { return .unknown }
    return .implicitCall(name, arguments(open + 1..<range.upperBound - 1, depth: depth))
  }

  private func cast(_ range: Range<Int>, depth: Int) -> ValueSyntax? {
    var found: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      if file.isWord(index, "as") { found = index }
      index = file.next(index)
    }
    guard let found, found > range.lowerBound, found + 1 < range.upperBound else { return nil }
    var start = found + 1
    let isOptional = file.isSign(start, "?")
    if isOptional || file.isSign(start, "!") { start += 1 }
    var reader = TypeReader(file, at: start, before: range.upperBound)
    guard let type = reader.read(), reader.position == range.upperBound else { return nil }
    let value = read(range.lowerBound..<found, depth: depth + 1)
    return .cast(isOptional ? .optional(type, isImplicitlyUnwrapped: false) : type, value)
  }

  /// Reads `Genre.fantasy`, `Date()` or `[String: Int]()`.
  private func path(_ range: Range<Int>, depth: Int) -> ValueSyntax? {
    var reader = TypeReader(file, at: range.lowerBound, before: range.upperBound)
    guard let type = reader.read() else { return nil }
    if case .other = type { return nil }
    if reader.position == range.upperBound {
      guard case .named(let components) = type else { return nil }
      return components.count > 1 ? .member(components.map(\.name)) : .name(components[0].name)
    }
    let open = reader.position
    let last = range.upperBound - 1
    if file.isSign(open, "{"), file.closing(of: open) == last { return .call(called(type), .init()) }
    guard file.isSign(open, "("), !file.followsNewline(open), let closing = file.closing(of: open) else { return nil }
    if closing == last { return .call(called(type), arguments(open + 1..<closing, depth: depth)) }
    return file.isSign(closing + 1, "{") && file.closing(of: closing + 1) == last ? .call(called(type), .init()) : nil
  }

  /// Returns the type of `Date.init`.
  private func called(_ type: TypeSyntax) -> TypeSyntax {
    guard case .named(let components) = type, components.count > 1, components.last?.name == "init" else { return type }
    return .named(components.dropLast())
  }

  private func arguments(_ range: Range<Int>, depth: Int) -> ValueSyntax.Arguments {
    .init(
      all: file.parts(range).map { part in
        let (label, value) = file.labelled(part)
        return .init(label: label, value: read(value, depth: depth + 1))
      })
  }

  /// Reads `….uuidString` or `….uppercased()`.
  private func property(_ range: Range<Int>, depth: Int) -> ValueSyntax {
    var end = range.upperBound
    if range.count > 3, file.isSign(end - 1, ")"), file.isSign(end - 2, "(") { end -= 2 }
    guard end - range.lowerBound > 2, file.isSign(end - 2, "."), let name = file.name(end - 1) else { return .unknown }
    var index = range.lowerBound
    while index < end {
      // After an operator, the member belongs only to the last value.
      if file.isOperator(index), file.followsSpace(index) { return .unknown }
      index = file.next(index)
    }
    return .property(name, of: read(range.lowerBound..<end - 2, depth: depth + 1))
  }
}
