package import JSONDocument

extension BindingValue {
  /// The value as text: a string unchanged, a number as stored, a date in ISO 8601 and UTC, and other values as one line of JSON. An absent
  /// value is empty.
  package var text: String {
    switch self {
    case .text(let text): return text
    case .date(let value):
      return BindingNumber(value).flatMap(DateText.text) ?? value.rawText
    case .json(let value) where value.kind == .string: return value.string ?? ""
    default: return isAbsent ? "" : json
    }
  }

  /// The value as JSON. Stored values are unchanged.
  package var json: String {
    var writer = JSONWriter()
    writer.element(self)
    return writer.text
  }
}

extension BindingValue: JSONWritable {
  /// Writes the value as JSON. An absent value is null.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .absent: JSONText("null").write(to: &writer)
    case .json(let value), .date(let value): value.write(to: &writer)
    case .text(let text): text.write(to: &writer)
    case .number(let number): JSONText(number.description).write(to: &writer)
    case .bool(let bool): bool.write(to: &writer)
    // The parser limits the depth of paths, which also limits the depth of lists.
    case .list(let values):
      var elements = JSONWriter()
      elements.array { elements in
        for value in values { elements.element(value) }
      }
      JSONText(elements.text).write(to: &writer)
    }
  }
}
