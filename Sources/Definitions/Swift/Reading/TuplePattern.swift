/// The variables of `let (a, b) = (1, 2)`, each with its part of the type and the value.
struct TuplePattern {
  struct Variable {
    let name: String
    let token: Int
    var type: TypeSyntax?
    var value: Range<Int>?
  }

  private let file: SwiftFile
  private(set) var variables: [Variable] = []
  /// The token after the declaration.
  private(set) var end = 0

  /// The maximum nesting depth of patterns.
  private static let maximumDepth = 16

  /// Reads a pattern whose parenthesis is at `start`; nil if it cannot be understood.
  init?(_ file: SwiftFile, at start: Int, before end: Int) {
    self.file = file
    guard let closing = file.closing(of: start), closing < end else { return nil }
    var index = closing + 1
    var type: Range<Int>?
    if index < end, file.isSign(index, ":") {
      var reader = TypeReader(file, at: index + 1, before: end)
      guard reader.read() != nil else { return nil }
      type = index + 1..<reader.position
      index = reader.position
    }
    var value: Range<Int>?
    if index < end, file.isSign(index, "=") {
      let start = index + 1
      index = file.endOfExpression(start, before: end)
      value = start..<index
    }
    guard type != nil || value != nil, bind(start..<closing + 1, type, value, depth: 0) else { return nil }
    self.end = index
  }

  /// Assigns the parts of the type and the value to the names of a pattern. Returns false if they do not match.
  private mutating func bind(_ pattern: Range<Int>, _ type: Range<Int>?, _ value: Range<Int>?, depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    if pattern.count == 1, let name = file.name(pattern.lowerBound) {
      if name == "_" { return true }
      var variable = Variable(name: name, token: pattern.lowerBound)
      if let type {
        var reader = TypeReader(file, at: type.lowerBound, before: type.upperBound)
        variable.type = reader.read()
        guard reader.position == type.upperBound else { return false }
      }
      variable.value = value
      variables.append(variable)
      return variable.type != nil || variable.value != nil
    }
    guard let names = parts(of: pattern) else { return false }
    let types = type.flatMap { parts(of: $0) }
    // The parts of a value that is not a tuple literal are unknown.
    let values = value.flatMap { parts(of: $0) }
    guard type == nil || types?.count == names.count, values == nil || values?.count == names.count else {
      return false
    }
    for (index, name) in names.enumerated() {
      guard bind(name, types?[index], values?[index], depth: depth + 1) else { return false }
    }
    return true
  }

  /// Returns the parts between the commas of parentheses, without labels; nil for other tokens.
  private func parts(of range: Range<Int>) -> [Range<Int>]? {
    guard file.isSign(range.lowerBound, "("), file.closing(of: range.lowerBound) == range.upperBound - 1 else {
      return nil
    }
    return file.parts(range.lowerBound + 1..<range.upperBound - 1).map { file.labelled($0).value }
  }
}
