extension Binding {
  /// Parses the text of a binding.
  ///
  /// Throws `BindingError` of kind `syntax`.
  package init(parsing text: String) throws(BindingError) {
    var parser = BindingParser(source: BindingSource(text))
    self = try parser.parse()
  }
}

extension BindingCondition {
  /// Parses the text of a condition. Throws `BindingError` of kind `syntax`.
  package init(parsing text: String) throws(BindingError) {
    var parser = BindingParser(source: BindingSource(text))
    self.init(predicate: try parser.parseCondition(), text: text)
  }
}

/// Reads a binding from left to right.
struct BindingParser {
  /// The context of a part, which determines its end.
  enum Context {
    /// Between commas.
    case top
    /// In the parentheses of a function.
    case parameter
    /// In brackets, before the operator of a comparison.
    case filter
    /// In the braces of a comparison.
    case braces
  }

  /// The maximum depth of nested parentheses, brackets and operators.
  static let depthLimit = 100

  var source: BindingSource
  var depth = 0

  mutating func parse() throws(BindingError) -> Binding {
    let all = 0..<source.bytes.count
    guard source.bytes.contains(where: { !BindingSource.isSpace($0) }) else {
      throw source.error(.syntax, "an empty path; the root of a model is '.'", all)
    }
    var parts: [Binding.Part] = []
    while true {
      parts.append(try parsePart(in: .top))
      guard source.isAt(",") else { break }
      source.position += 1
    }
    return Binding(parts: parts, source: source.text)
  }

  /// Reads up to the sign that ends a part in this context.
  ///
  /// - Parameter keepsSpaces: True if spaces at the ends of a constant belong to it.
  mutating func parsePart(
    in context: Context, keepsSpaces: Bool = false
  ) throws(BindingError) -> Binding.Part {
    source.skipSpaces()
    let start = source.position
    let isNegated = source.isAt("!")
    if isNegated {
      source.position += 1
      source.skipSpaces()
    }
    let content: Binding.Content
    if source.isAt("#") {
      content = .constant(try parseConstant(in: context, keepsSpaces: keepsSpaces))
    } else if source.isAt("%") {
      content = .localized(try parseConstant(in: context, keepsSpaces: keepsSpaces))
    } else {
      let path = try parsePath(in: context)
      let isEmpty = path.model == nil && !path.isAbsolute && path.segments.isEmpty
      if isEmpty, isNegated {
        throw source.error(.syntax, "missing path after '!'", start..<start + 1)
      }
      content = isEmpty ? .nothing : .path(path)
    }
    let range = source.trimmed(start..<source.position)
    return Binding.Part(isNegated: isNegated, content: content, range: range)
  }

  /// Reads everything up to the end of the part. Text in parentheses belongs to it.
  private mutating func parseConstant(
    in context: Context, keepsSpaces: Bool
  ) throws(BindingError) -> String {
    source.position += 1
    let start = source.position
    var open = 0
    while let next = source.next {
      if next == UInt8(ascii: "(") {
        open += 1
      } else if next == UInt8(ascii: ")") {
        if open == 0, context == .parameter || context == .filter { break }
        open = max(open - 1, 0)
      } else if next == UInt8(ascii: ","), open == 0, context == .top || context == .braces {
        break
      } else if context == .braces, next == UInt8(ascii: "}") {
        break
      } else if context == .filter, next == UInt8(ascii: "]") || isOperator(at: source.position) {
        break
      }
      source.skipCharacter()
    }
    let range = start..<source.position
    return try source.unescaped(keepsSpaces ? range : source.trimmed(range))
  }

  private mutating func parsePath(in context: Context) throws(BindingError) -> Binding.Path {
    let model = try parseModel(in: context)
    source.skipSpaces()
    let isAbsolute = source.isAt("/")
    if isAbsolute { source.position += 1 }
    var segments: [Binding.Segment] = []
    while true {
      try parseSegment(in: context, into: &segments)
      guard source.isAt("/") else { break }
      source.position += 1
    }
    return Binding.Path(model: model, isAbsolute: isAbsolute, segments: segments)
  }

  /// Reads the model, `NAME>` or `NAME:`, at the beginning of a path.
  private mutating func parseModel(in context: Context) throws(BindingError) -> String? {
    let start = source.position
    if source.isAt("@") || source.isAt("$") { return nil }
    // In a condition, `>` is an operator.
    let isModelSign = { (byte: UInt8) in
      byte == UInt8(ascii: ":") || byte == UInt8(ascii: ">") && context != .filter
    }
    skipName(in: context, until: isModelSign)
    guard let sign = source.next, isModelSign(sign) else {
      source.position = start
      return nil
    }
    let end = source.position
    let name = source.trimmed(start..<end)
    guard !name.isEmpty else {
      throw source.error(
        .syntax, "missing model before '\(Character(UnicodeScalar(source.bytes[end])))'", start..<end + 1)
    }
    source.position += 1
    return try source.unescaped(name)
  }

  /// Runs `body` one level deeper.
  mutating func nested<Result>(
    at range: Range<Int>, _ body: (inout Self) throws(BindingError) -> Result
  ) throws(BindingError) -> Result {
    guard depth < Self.depthLimit else {
      throw source.error(.syntax, "nested more than \(Self.depthLimit) levels deep", range)
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }
}
