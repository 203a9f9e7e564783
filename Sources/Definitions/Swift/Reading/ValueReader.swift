/// Reads a value from the tokens of a file.
struct ValueReader {
  let file: SwiftFile

  init(_ file: SwiftFile) { self.file = file }

  /// Reads all of some tokens as one value.
  func read(_ range: Range<Int>, depth: Int = 0) -> ValueSyntax {
    guard depth < ValueSyntax.greatestDepth, let last = range.last else { return .unknown }
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
    if file.isSign(first, ".") { return implicitMember(range) }
    if let cast = cast(range) { return cast }
    if file.isSign(last, "!"), !file.followsSpace(last), range.count > 1 {
      return .forced(read(first..<last, depth: depth + 1))
    }
    return path(range, depth: depth) ?? arithmetic(range) ?? property(range)
  }

  private func literal(_ index: Int) -> ValueSyntax? {
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

  /// The parts of a range between commas; none behind a last comma.
  private func parts(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if file.isSign(index, ",") {
        parts.append(start..<index)
        start = index + 1
      }
      index = file.next(index)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  private func hasComma(_ range: Range<Int>) -> Bool { parts(range).count != 1 }

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
    let parts = parts(range)
    guard let firstPart = parts.first, first("?", in: firstPart) == nil, first(":", in: firstPart) != nil else {
      return .array(parts.map { read($0, depth: depth + 1) })
    }
    return .dictionary(
      parts.map { part in
        guard let colon = first(":", in: part) else { return (.unknown, .unknown) }
        return (read(part.lowerBound..<colon, depth: depth + 1), read(colon + 1..<part.upperBound, depth: depth + 1))
      })
  }

  private func implicitMember(_ range: Range<Int>) -> ValueSyntax {
    guard let name = file.name(range.lowerBound + 1) else { return .unknown }
    if range.count == 2 { return .implicitMember(name) }
    let isEmptyCall =
      range.count == 4 && file.isSign(range.lowerBound + 2, "(") && file.isSign(range.lowerBound + 3, ")")
    return name == "init" && isEmptyCall ? .implicitInitializer : .unknown
  }

  private func cast(_ range: Range<Int>) -> ValueSyntax? {
    var found: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      if file.isWord(index, "as") { found = index }
      index = file.next(index)
    }
    guard var start = found.map({ $0 + 1 }), start < range.upperBound else { return nil }
    let isOptional = file.isSign(start, "?")
    if isOptional || file.isSign(start, "!") { start += 1 }
    var reader = TypeReader(file, at: start, before: range.upperBound)
    guard let type = reader.read(), reader.position == range.upperBound else { return nil }
    return .cast(isOptional ? .optional(type, isImplicitlyUnwrapped: false) : type)
  }

  /// `Genre.fantasy`, `Date()` or `[String: Int]()`.
  private func path(_ range: Range<Int>, depth: Int) -> ValueSyntax? {
    var reader = TypeReader(file, at: range.lowerBound, before: range.upperBound)
    guard let type = reader.read() else { return nil }
    if case .other = type { return nil }
    if reader.position == range.upperBound {
      guard case .named(let components) = type, components.count > 1 else { return nil }
      return .member(components.map(\.name))
    }
    let open = reader.position
    let last = range.upperBound - 1
    if file.isSign(open, "{"), file.closing(of: open) == last { return .call(called(type), .init()) }
    guard file.isSign(open, "("), !file.followsNewline(open), let closing = file.closing(of: open) else { return nil }
    if closing == last { return .call(called(type), arguments(open + 1..<closing, depth: depth)) }
    return file.isSign(closing + 1, "{") && file.closing(of: closing + 1) == last ? .call(called(type), .init()) : nil
  }

  /// The type of `Date.init`.
  private func called(_ type: TypeSyntax) -> TypeSyntax {
    guard case .named(let components) = type, components.count > 1, components.last?.name == "init" else { return type }
    return .named(components.dropLast())
  }

  private func arguments(_ range: Range<Int>, depth: Int) -> ValueSyntax.Arguments {
    let parts = parts(range)
    if parts.contains(where: { first(":", in: $0) != nil }) {
      return .init(firstLabel: file.isSign(range.lowerBound + 1, ":") ? file.name(range.lowerBound) : nil)
    }
    return .init(values: parts.map { read($0, depth: depth + 1) })
  }

  /// Literals of one kind with operators between them.
  private func arithmetic(_ range: Range<Int>) -> ValueSyntax? {
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
    return result.map { .arithmetic($0) }
  }

  /// `….uuidString` or `….uppercased()`.
  private func property(_ range: Range<Int>) -> ValueSyntax {
    var end = range.upperBound
    if range.count > 3, file.isSign(end - 1, ")"), file.isSign(end - 2, "(") { end -= 2 }
    guard end - range.lowerBound > 2, file.isSign(end - 2, "."), let name = file.name(end - 1) else { return .unknown }
    var index = range.lowerBound
    while index < end {
      // Behind an operator the member is only of the last value.
      if file.isOperator(index), file.followsSpace(index) { return .unknown }
      index = file.next(index)
    }
    return .property(name)
  }
}
