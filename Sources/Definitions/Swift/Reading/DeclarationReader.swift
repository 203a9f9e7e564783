/// Reads the declarations in a file: types with their variables, cases and initializers.
///
/// Unknown syntax is skipped. In a type, the first such place is recorded as the type's problem.
struct DeclarationReader {
  let file: SwiftFile
  private(set) var types: [TypeDeclaration] = []
  /// The first type declaration that ends before its body, at the end of the file.
  var headWithoutBody: SyntaxProblem?

  /// The maximum nesting depth of types.
  private static let maximumDepth = 64

  struct Modifiers: OptionSet {
    let rawValue: Int

    static let isStatic = Modifiers(rawValue: 1)
    static let isLazy = Modifiers(rawValue: 2)
    static let isOverride = Modifiers(rawValue: 4)
  }

  init(_ file: SwiftFile) { self.file = file }

  mutating func read() {
    readMembers(of: nil, in: file.tokens.indices)
    var next = 0
    while next < types.count {
      if types[next].depth < Self.maximumDepth {
        readMembers(of: next, in: types[next].body)
      } else {
        report("types are nested too deeply", at: types[next].nameToken, in: next)
      }
      next += 1
    }
  }

  mutating func report(_ message: String, at token: Int, in owner: Int?) {
    guard let owner, types[owner].problem == nil else { return }
    types[owner].problem = SyntaxProblem(message: message, offset: file.offset(of: token))
  }

  mutating func add(_ type: TypeDeclaration) { types.append(type) }

  mutating func update(_ owner: Int?, _ change: (inout TypeDeclaration) -> Void) {
    if let owner { change(&types[owner]) }
  }

  private mutating func readMembers(of owner: Int?, in range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      index = max(index + 1, readMember(from: index, before: range.upperBound, of: owner))
    }
  }

  /// Reads a declaration. Returns the token after it.
  private mutating func readMember(from first: Int, before end: Int, of owner: Int?) -> Int {
    if file.isSign(first, ";") { return first + 1 }
    if file.isSign(first, "#") { return endOfMacro(first, before: end) }
    let (start, modifiers, wrapper) = skipModifiers(from: first, before: end)
    guard start < end else { return end }
    switch file.keyword(start) {
    case "class": return readType(.class, at: start, first: first, before: end, of: owner)
    case "struct": return readType(.structure, at: start, first: first, before: end, of: owner)
    case "enum": return readType(.enumeration, at: start, first: first, before: end, of: owner)
    case "protocol": return readType(.protocol, at: start, first: first, before: end, of: owner)
    case "actor" where file.name(start + 1) != nil:
      return readType(.actor, at: start, first: first, before: end, of: owner)
    case "extension": return readType(.extension, at: start, first: first, before: end, of: owner)
    case "typealias": return readAlias(at: start, before: end, of: owner)
    case "var", "let":
      return readVariables(at: start, first: first, before: end, of: owner, modifiers, wrapper)
    case "func":
      let next = endOfBody(start, before: end)
      if !modifiers.contains(.isStatic), let name = file.name(start + 1) {
        update(owner) { $0.methods.insert(name) }
      }
      if file.isWord(start + 1, "encode"), file.isSign(start + 2, "("), file.isWord(start + 3, "to") {
        let codesWithoutKeys = file.codesWithoutKeys(start..<next)
        update(owner) {
          $0.encodes = true
          $0.codesWithoutKeys = $0.codesWithoutKeys || codesWithoutKeys
        }
      }
      return next
    case "init": return readInitializer(at: start, first: first, before: end, of: owner)
    case "deinit", "subscript", "precedencegroup": return endOfBody(start, before: end)
    case "import", "associatedtype", "operator", "macro": return endOfLine(start, before: end)
    case "case":
      if let owner, types[owner].kind == .enumeration { return readCases(at: start, before: end, of: owner) }
      fallthrough
    default:
      report("cannot understand '\(shortText(of: start))'", at: start, in: owner)
      return file.next(start)
    }
  }

  /// Returns the text of a token, shortened if it is long.
  func shortText(of token: Int) -> String {
    if token >= file.tokens.count { return "" }
    let text = file.text(of: token).unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }.prefix(40)
    return String(String.UnicodeScalarView(text))
  }

  private func skipModifiers(from first: Int, before end: Int) -> (Int, Modifiers, wrapper: TypeSyntax?) {
    var index = first
    var modifiers: Modifiers = []
    var wrapper: TypeSyntax?
    while index < end {
      if file.isSign(index, "@"), index + 1 < end {
        wrapper = wrapper ?? self.wrapper(at: index, before: end)
        index = file.endOfAttribute(index)
        continue
      }
      guard let word = file.keyword(index), Self.modifierWords.contains(word) else { break }
      if word == "class" {
        guard let next = file.keyword(index + 1), Self.wordsBehindClass.contains(next) else { break }
      }
      switch word {
      case "static", "class": modifiers.insert(.isStatic)
      case "lazy": modifiers.insert(.isLazy)
      case "override": modifiers.insert(.isOverride)
      default: break
      }
      index += 1
      if index < end, file.isSign(index, "("), !file.followsNewline(index) { index = file.next(index) }
    }
    return (min(index, end), modifiers, wrapper)
  }

  /// Returns the type of an attribute that can be a property wrapper. Unlike most other attributes, it begins with a capital letter.
  private func wrapper(at index: Int, before end: Int) -> TypeSyntax? {
    var reader = TypeReader(file, at: index + 1, before: end)
    guard let type = reader.read(), let name = type.path?.last, name.first?.isUppercase == true,
      !Self.attributesWithoutWrapper.contains(name)
    else { return nil }
    return type
  }

  /// Returns the token after the next braces, or the next declaration if there are no braces before it.
  func endOfBody(_ start: Int, before end: Int) -> Int {
    let body = findBody(from: start + 1, before: end)
    return file.isSign(body, "{") && body < end ? file.next(body) : body
  }

  /// Returns the next brace, or the next line that begins with a declaration if that is earlier.
  func findBody(from start: Int, before end: Int) -> Int {
    var index = start
    while index < end, !file.isSign(index, "{"), !file.isSign(index, "}"), !file.isSign(index, ";") {
      if file.followsNewline(index), let word = file.keyword(index), Self.declarationWords.contains(word) { break }
      index = file.next(index)
    }
    return min(index, end)
  }

  func endOfLine(_ start: Int, before end: Int) -> Int {
    var index = start + 1
    while index < end, !file.followsNewline(index), !file.isSign(index, ";") { index = file.next(index) }
    return min(index, end)
  }

  /// Returns the token after `#warning("…")` or `#Preview("…") { … }`.
  private func endOfMacro(_ start: Int, before end: Int) -> Int {
    var index = start + 1
    guard file.name(index) != nil, !file.followsNewline(index) else { return index }
    index += 1
    while index < end, !file.followsNewline(index) || file.isSign(index, "{"),
      file.isSign(index, "(") || file.isSign(index, "{") || file.isSign(index, "<")
    {
      index = file.next(index)
    }
    return min(index, end)
  }

  private static let modifierWords: Set = [
    "public", "private", "fileprivate", "internal", "open", "package", "final", "static", "class", "override", "lazy",
    "weak", "unowned", "mutating", "nonmutating", "required", "convenience", "dynamic", "optional", "indirect",
    "prefix", "infix", "postfix", "nonisolated", "isolated", "distributed", "consuming", "borrowing", "async",
  ]

  /// Attributes and macros that do not change how a property is stored.
  private static let attributesWithoutWrapper: Set = [
    "Attribute", "GKInspectable", "Guarded", "IBAction", "IBDesignable", "IBInspectable", "IBOutlet", "MainActor",
    "NSCopying", "NSManaged", "ObservationIgnored", "ObservationTracked", "Relationship", "Sendable",
  ]

  private static let wordsBehindClass: Set = [
    "public", "private", "fileprivate", "internal", "open", "package", "final", "override", "func", "var", "let",
    "subscript", "dynamic", "lazy", "weak",
  ]

  private static let declarationWords: Set = [
    "class", "struct", "enum", "protocol", "extension", "typealias", "var", "let", "func", "init", "deinit",
    "subscript", "import", "case", "public", "private", "fileprivate", "internal", "open", "final", "static",
    "override", "lazy", "weak",
  ]
}
