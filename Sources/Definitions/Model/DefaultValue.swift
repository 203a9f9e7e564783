/// The default of a property.
package struct DefaultValue: Equatable, Sendable {
  /// The Swift expression.
  package let text: String
  /// The value in a new instance; nil if it was not evaluated, as in a snapshot, which stores only the text.
  package let value: InitialValue?

  /// The JSON that the framework would store for it; nil if it is unknown or differs between instances.
  package var json: String? { if case .json(let json)? = value { json } else { nil } }

  /// A default with this text and value.
  package init(text: String, value: InitialValue? = nil) {
    self.text = text
    self.value = value
  }

  /// A default with this text that is always stored as `json`.
  package init(text: String, json: String) { self.init(text: text, value: .json(json)) }
}

extension DefaultValue {
  /// Returns the default for a property of a type if no other is known; nil if the type has none.
  package static func initial(of type: PropertyType) -> DefaultValue? {
    switch type {
    case .string: DefaultValue(text: "\"\"", json: "\"\"")
    case .bool: DefaultValue(text: "false", json: "false")
    case .integer, .float, .double, .decimal: DefaultValue(text: "0", json: "0")
    case .date: DefaultValue(text: "Date()", value: .now)
    case .data: DefaultValue(text: "Data()", json: "\"\"")
    case .uuid: DefaultValue(text: "UUID()", value: .newUUID)
    case .array, .set: DefaultValue(text: "[]", json: "[]")
    case .dictionary(let key, _): DefaultValue(text: "[:]", json: key.isMemberKey ? "{}" : "[]")
    case .object(let name): DefaultValue(text: "\(name)()", value: .instance(of: name, with: []))
    case .rawRepresentable(_, let raw): initial(of: raw)
    case .optional, .url, .enumeration, .other: nil
    }
  }
}
