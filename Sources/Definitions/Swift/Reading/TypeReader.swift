/// Reads a type from the tokens of a file.
struct TypeReader {
  private let file: SwiftFile
  /// The next token.
  private(set) var position: Int
  private var end: Int

  init(_ file: SwiftFile, at position: Int, before end: Int) {
    self.file = file
    self.position = position
    self.end = end
  }

  /// Reads one type; nil if there is none or it is nested too deeply. The position is then at the error.
  mutating func read(depth: Int = 0) -> TypeSyntax? {
    guard depth < TypeSyntax.maximumDepth else { return nil }
    let start = position
    var isOther = false
    var members: [TypeSyntax] = []
    while true {
      if skipPrefixes() { isOther = true }
      guard var type = primary(depth: depth) else { return nil }
      while position < end, !file.followsSpace(position) {
        if file.isSign(position, "?") {
          type = .optional(type, isImplicitlyUnwrapped: false)
        } else if file.isSign(position, "!") {
          type = .optional(type, isImplicitlyUnwrapped: true)
        } else if file.isSign(position, "."), file.name(position + 1) != nil {
          isOther = true
          position += 1
        } else {
          break
        }
        position += 1
        // Each optional adds one level to the type.
        if position - start > 4 * TypeSyntax.maximumDepth, case .optional(.optional, _) = type { return nil }
      }
      members.append(type)
      if position < end, file.isSign(position, "&") {
        position += 1
      } else if skipArrow() {
        isOther = true
      } else {
        break
      }
    }
    if isOther { return .other(file.text(of: start..<position)) }
    return members.count == 1 ? members[0] : .composition(members)
  }

  private mutating func primary(depth: Int) -> TypeSyntax? {
    guard position < end else { return nil }
    if file.isSign(position, "[") { return collection(depth: depth) }
    if file.isSign(position, "(") { return tuple(depth: depth) }
    var components: [TypeSyntax.Component] = []
    while position < end, let name = file.name(position) {
      if components.isEmpty, let keyword = file.keyword(position), Self.keywords.contains(keyword) { return nil }
      position += 1
      var component = TypeSyntax.Component(name: name)
      if position < end, file.isSign(position, "<"), let closing = file.closing(of: position), closing < end {
        position += 1
        guard let arguments = list(upTo: closing, depth: depth) else { return nil }
        component.arguments = arguments
        position = closing + 1
      }
      components.append(component)
      guard position + 1 < end, file.isSign(position, "."), file.name(position + 1) != nil else { break }
      position += 1
    }
    return components.isEmpty ? nil : .named(components)
  }

  private mutating func collection(depth: Int) -> TypeSyntax? {
    guard let closing = file.closing(of: position), closing < end else { return nil }
    let outerEnd = end
    end = closing
    defer { end = outerEnd }
    position += 1
    guard let first = read(depth: depth + 1) else { return nil }
    if position == closing {
      position += 1
      return .array(first)
    }
    guard file.isSign(position, ":") else { return nil }
    position += 1
    guard let second = read(depth: depth + 1), position == closing else { return nil }
    position += 1
    return .dictionary(key: first, value: second)
  }

  /// Reads a type in parentheses, or a tuple.
  private mutating func tuple(depth: Int) -> TypeSyntax? {
    let start = position
    guard let closing = file.closing(of: position), closing < end else { return nil }
    let outerEnd = end
    end = closing
    defer { end = outerEnd }
    position += 1
    let single = read(depth: depth + 1)
    let isSingle = position == closing
    position = closing + 1
    switch single {
    case .named, .optional, .array, .dictionary: if isSingle { return single }
    default: break
    }
    return .other(file.text(of: start..<position))
  }

  private mutating func list(upTo closing: Int, depth: Int) -> [TypeSyntax]? {
    let outerEnd = end
    end = closing
    defer { end = outerEnd }
    var types: [TypeSyntax] = []
    while position < closing {
      guard let type = read(depth: depth + 1) else { return nil }
      types.append(type)
      if position == closing { break }
      guard file.isSign(position, ",") else { return nil }
      position += 1
    }
    return types.isEmpty ? nil : types
  }

  /// Skips attributes and words before a type. Returns true if one of them makes it another kind of type.
  private mutating func skipPrefixes() -> Bool {
    var isOther = false
    while position < end {
      if file.isSign(position, "@"), position + 1 < end {
        position = file.endOfAttribute(position)
      } else if file.isSign(position, "~") {
        isOther = true
        position += 1
      } else if let word = file.keyword(position), Self.prefixes.contains(word), position + 1 < end,
        file.name(position + 1) != nil || file.isSign(position + 1, "("), !file.followsNewline(position + 1)
      {
        isOther = true
        position += 1
      } else {
        break
      }
    }
    return isOther
  }

  /// Skips `->` with `async` and `throws` before it.
  private mutating func skipArrow() -> Bool {
    var index = position
    while index < end, let word = file.keyword(index), ["async", "throws", "rethrows"].contains(word) {
      index += 1
      if word == "throws", index < end, file.isSign(index, "(") { index = file.next(index) }
    }
    guard index < end, file.tokens[index].kind == .arrow else { return false }
    position = index + 1
    return true
  }

  private static let prefixes: Set = [
    "some", "any", "inout", "borrowing", "consuming", "sending", "isolated", "repeat", "each", "nonisolated",
  ]

  private static let keywords: Set = [
    "var", "let", "func", "class", "struct", "enum", "extension", "protocol", "init", "deinit", "subscript", "import",
    "typealias", "case", "where", "if", "for", "while", "switch", "return", "true", "false", "nil", "static", "in",
  ]
}

extension SwiftFile {
  /// Returns the token after an attribute such as `@objc(Book)` or `@Wrapper<Int>(1)`.
  func endOfAttribute(_ start: Int) -> Int {
    var index = start + 1
    guard name(index) != nil else { return index }
    index += 1
    while isSign(index, "."), name(index + 1) != nil { index += 2 }
    if isSign(index, "<"), closing(of: index) != nil { index = next(index) }
    if isSign(index, "("), !followsSpace(index) { index = next(index) }
    return index
  }
}
