/// Reads what an initializer takes and does, as far as it consists of assignments.
struct InitializerReader {
  struct Parameter {
    let label: String?
    let name: String
    let type: TypeSyntax
    /// The tokens of its default.
    let value: Range<Int>?
  }

  enum Statement {
    /// `self.name = value`.
    case assignment(String, Range<Int>)
    /// `self.init(…)` or `super.init(…)`.
    case delegation(toSuper: Bool, ValueSyntax.Arguments)
    /// Anything else, with the names to which something is assigned in it.
    case other(Set<String>)
  }

  private let file: SwiftFile
  private let declaration: InitializerDeclaration

  init(_ declaration: InitializerDeclaration, in file: SwiftFile) {
    (self.declaration, self.file) = (declaration, file)
  }

  /// The parameters; nil if one of them cannot be understood.
  func parameters() -> [Parameter]? {
    var parameters: [Parameter] = []
    for part in file.parts(declaration.parameters) {
      let start = part.lowerBound
      guard let label = file.name(start),
        let colon = [start + 1, start + 2].first(where: { $0 < part.upperBound && file.isSign($0, ":") }),
        let name = file.name(colon - 1)
      else { return nil }
      var reader = TypeReader(file, at: colon + 1, before: part.upperBound)
      guard let type = reader.read() else { return nil }
      let hasDefault = reader.position < part.upperBound && file.isSign(reader.position, "=")
      guard hasDefault || reader.position == part.upperBound else { return nil }
      parameters.append(
        Parameter(
          label: label == "_" ? nil : label, name: name, type: type,
          value: hasDefault ? reader.position + 1..<part.upperBound : nil))
    }
    return parameters
  }

  /// The labels that a call needs or may have, without those of parameters that cannot be understood.
  var isWithoutParameters: Bool { declaration.parameters.isEmpty }

  func statements() -> [Statement] {
    var statements: [Statement] = []
    var index = declaration.body.lowerBound
    while index < declaration.body.upperBound {
      if file.isSign(index, ";") {
        index += 1
        continue
      }
      let next = max(index + 1, file.endOfExpression(index, before: declaration.body.upperBound))
      statements.append(statement(index..<next))
      index = next
    }
    return statements
  }

  private func statement(_ range: Range<Int>) -> Statement {
    var start = range.lowerBound
    let isOnSelf = file.isWord(start, "self")
    if isOnSelf || file.isWord(start, "super"), file.isSign(start + 1, "."), file.isWord(start + 2, "init") {
      let open = start + 3
      if file.isSign(open, "("), file.closing(of: open) == range.upperBound - 1,
        case .implicitCall(_, let arguments) = ValueReader(file).read(start + 1..<range.upperBound)
      {
        return .delegation(toSuper: !isOnSelf, arguments)
      }
    }
    if isOnSelf, file.isSign(start + 1, ".") { start += 2 }
    if let name = file.name(start), start + 2 < range.upperBound, isAssignment(start + 1) {
      return .assignment(name, start + 2..<range.upperBound)
    }
    return .other(assigned(range))
  }

  /// Whether a token is a single `=`.
  private func isAssignment(_ index: Int) -> Bool {
    file.isSign(index, "=") && (!file.isOperator(index + 1) || file.followsSpace(index + 1))
      && (!file.isOperator(index - 1) || file.followsSpace(index))
  }

  /// The names in front of `=`, `+=` and the like.
  private func assigned(_ range: Range<Int>) -> Set<String> {
    var names: Set<String> = []
    for index in range where file.isSign(index, "=") && !(file.isSign(index + 1, "=") && !file.followsSpace(index + 1))
    {
      var last = index - 1
      while last > range.lowerBound, file.isOperator(last), !file.followsSpace(last + 1) { last -= 1 }
      if let name = file.name(last) { names.insert(name) }
    }
    return names
  }
}
