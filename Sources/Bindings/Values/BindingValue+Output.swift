package import JSONDocument

extension BindingValue {
  /// As text: strings as they are, numbers as they are stored, dates in ISO 8601 and UTC, a line of JSON of the rest; nothing of what is absent.
  package var text: String {
    switch self {
    case .text(let text): return text
    case .date(let value):
      return BindingNumber(value).flatMap(DateText.text) ?? value.rawText
    case .json(let value) where value.kind == .string: return value.string ?? ""
    default: return isAbsent ? "" : json
    }
  }

  /// As JSON, all of what is stored as it is.
  package var json: String {
    var writer = JSONWriter()
    writer.element(self)
    return writer.text
  }
}

extension BindingValue: JSONWritable {
  /// Writes the value as JSON, null for what is absent.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .absent: JSONText("null").write(to: &writer)
    case .json(let value), .date(let value): value.write(to: &writer)
    case .text(let text): text.write(to: &writer)
    case .number(let number): JSONText(number.description).write(to: &writer)
    case .bool(let bool): bool.write(to: &writer)
    // Lists in lists are no deeper than the parser lets paths be.
    case .list(let values):
      var elements = JSONWriter()
      elements.array { elements in
        for value in values { elements.element(value) }
      }
      JSONText(elements.text).write(to: &writer)
    }
  }
}
