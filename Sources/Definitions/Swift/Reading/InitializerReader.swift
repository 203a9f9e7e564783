/// Reads the parameters and statements of an initializer.
struct InitializerReader {
  struct Parameter {
    let label: String?
    let name: String
    let type: TypeSyntax
    /// The tokens of its default value.
    let value: Range<Int>?
  }

  struct Statement {
    enum Kind {
      /// `self.name = value`.
      case assignment(String, Range<Int>)
      /// `self.init(…)` or `super.init(…)`.
      case delegation(toSuper: Bool, ValueSyntax.Arguments)
      case other
    }

    let kind: Kind
    let effects: StatementEffects
  }

  private let file: SwiftFile
  private let declaration: InitializerDeclaration

  init(_ declaration: InitializerDeclaration, in file: SwiftFile) {
    (self.declaration, self.file) = (declaration, file)
  }

  /// Returns the parameters; nil if one of them cannot be understood.
  func parameters() -> [Parameter]? {
    var parameters: [Parameter] = []
    for part in file.parts(declaration.parameters) {
      let found = file.parameter(part)
      guard let name = found.name, let type = found.type, found.isComplete else { return nil }
      parameters.append(Parameter(label: found.label, name: name, type: type, value: found.defaultValue))
    }
    return parameters
  }

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
        return Statement(
          kind: .delegation(toSuper: !isOnSelf, arguments),
          effects: StatementEffects(of: open + 1..<range.upperBound - 1, in: file))
      }
    }
    if isOnSelf, file.isSign(start + 1, ".") { start += 2 }
    if let name = file.name(start), start + 2 < range.upperBound, isAssignment(start + 1) {
      let value = start + 2..<range.upperBound
      return Statement(kind: .assignment(name, value), effects: StatementEffects(of: value, in: file))
    }
    return Statement(kind: .other, effects: StatementEffects(of: range, in: file))
  }

  /// True if a token is a single `=`.
  private func isAssignment(_ index: Int) -> Bool {
    file.isSign(index, "=") && (!file.isOperator(index + 1) || file.followsSpace(index + 1))
      && (!file.isOperator(index - 1) || file.followsSpace(index))
  }
}

/// The changes that a statement of any kind can make.
struct StatementEffects {
  /// The variables that are assigned, in whole or in part, or passed with `&`. It contains `self` for `self[keyPath: path]`.
  private(set) var assigned: Set<String> = []
  /// The variables on which a method is called, which can change them.
  private(set) var receivers: Set<String> = []
  /// The functions that are called without a receiver or on `self`.
  private(set) var calls: Set<String> = []
  /// True if the code after the statement may not run.
  private(set) var mayLeave = false

  private let file: SwiftFile

  init(of range: Range<Int>, in file: SwiftFile) {
    self.file = file
    for index in range {
      if file.isWord(index, "return") || file.isWord(index, "throw") { mayLeave = true }
      if index == range.lowerBound { continue }
      if file.isOperator(index), !file.isOperator(index - 1) || file.followsSpace(index) {
        noteOperator(index, from: range.lowerBound)
      } else if file.isSign(index, "(") || file.isSign(index, "{") {
        noteCall(index, from: range.lowerBound)
      }
    }
  }

  private static let comparisons: Set = ["==", "===", "!=", "!==", "<=", ">=", "~="]

  private mutating func noteOperator(_ index: Int, from start: Int) {
    let text = file.text(of: index..<file.lastSignOfOperator(index) + 1)
    if text == "&", file.followsNothing(index) {
      // The argument is passed with `&`, as in `&self.list`.
      let name = file.isWord(index + 1, "self") ? index + 3 : index + 1
      if let name = file.name(name) { assigned.insert(name) }
    }
    guard text.hasSuffix("="), !Self.comparisons.contains(text) else { return }
    if file.isSign(index - 1, ")"), let open = file.opening(of: index - 1), open >= start,
      open == start || file.followsSpace(open) || file.name(open - 1) == nil
    {
      // A tuple of variables.
      assigned.formUnion((open..<index).compactMap { file.name($0) })
    } else if let name = chain(endingAt: index - 1, from: start).first {
      assigned.insert(name)
    }
  }

  private mutating func noteCall(_ open: Int, from start: Int) {
    guard file.name(open - 1) != nil || file.isSign(open - 1, "?") || file.isSign(open - 1, "!") else { return }
    let names = chain(endingAt: open - 1, from: start)
    guard let first = names.first else { return }
    if names.count > 1 { receivers.insert(first) } else { calls.insert(first) }
  }

  /// Returns the names of the expression that ends with a token, such as `address` and `street` for `self.address?.street`.
  private func chain(endingAt last: Int, from start: Int) -> [String] {
    var names: [String] = []
    var index = last
    while index >= start {
      if file.isSign(index, "?") || file.isSign(index, "!") {
        index -= 1
      } else if let open = file.opening(of: index) {
        // Skip arguments and subscripts.
        index = open - 1
      } else if let name = file.name(index) {
        names.append(name)
        guard file.isSign(index - 1, ".") else { break }
        index -= 2
      } else {
        break
      }
    }
    if names.count > 1, names.last == "self" || names.last == "super" { names.removeLast() }
    return names.reversed()
  }
}

extension SwiftFile {
  /// True if an operator is a prefix, not between two values.
  fileprivate func followsNothing(_ index: Int) -> Bool {
    isSign(index - 1, "(") || isSign(index - 1, ",") || isSign(index - 1, ":") || isSign(index - 1, "[")
  }
}
