/// Parameters and arguments between the commas of parentheses.
extension SwiftFile {
  /// A parameter of an initializer, or an associated value of an enumeration case.
  struct Parameter {
    /// The label; nil if there is none or it is `_`.
    let label: String?
    /// The name in the body; nil for a value without a name.
    let name: String?
    /// The type; nil if it cannot be understood.
    let type: TypeSyntax?
    /// The tokens of its default value.
    let defaultValue: Range<Int>?
    /// True if only a default value follows the type, or nothing.
    let isComplete: Bool
  }

  /// Reads `label name: Type = default`, `name: Type` or `Type`.
  func parameter(_ part: Range<Int>) -> Parameter {
    var start = part.lowerBound
    var (label, name): (String?, String?)
    if let first = self.name(start), let colon = [start + 1, start + 2].first(where: { isSign($0, ":") }),
      colon < part.upperBound
    {
      (label, name) = (first == "_" ? nil : first, self.name(colon - 1))
      start = colon + 1
    }
    var reader = TypeReader(self, at: start, before: part.upperBound)
    let type = reader.read()
    let hasDefault = reader.position < part.upperBound && isSign(reader.position, "=")
    return Parameter(
      label: label, name: name, type: type, defaultValue: hasDefault ? reader.position + 1..<part.upperBound : nil,
      isComplete: hasDefault || reader.position == part.upperBound)
  }

  /// Returns the label of an argument, and its value.
  func labelled(_ part: Range<Int>) -> (label: String?, value: Range<Int>) {
    guard part.count > 2, let label = name(part.lowerBound), isSign(part.lowerBound + 1, ":") else {
      return (nil, part)
    }
    return (label, part.lowerBound + 2..<part.upperBound)
  }
}
