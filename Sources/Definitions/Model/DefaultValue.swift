/// The default of a property.
public struct DefaultValue: Equatable, Sendable {
  /// Its text in Swift.
  public let text: String
  /// The JSON that the framework would store for it; nil where only running the app can tell, as for `Date()`.
  public let json: String?

  /// A default of this text, and with its JSON where it is a literal.
  public init(text: String, json: String? = nil) {
    self.text = text
    self.json = json
  }
}

extension DefaultValue {
  /// What a property of a type starts with where nothing better is known; nil where the type says nothing.
  public static func initial(of type: PropertyType) -> DefaultValue? {
    switch type {
    case .string: DefaultValue(text: "\"\"", json: "\"\"")
    case .bool: DefaultValue(text: "false", json: "false")
    case .integer, .float, .double, .decimal: DefaultValue(text: "0", json: "0")
    case .date: DefaultValue(text: "Date()")
    case .data: DefaultValue(text: "Data()", json: "\"\"")
    case .uuid: DefaultValue(text: "UUID()")
    case .array, .set: DefaultValue(text: "[]", json: "[]")
    case .dictionary(let key, _): DefaultValue(text: "[:]", json: key.isMemberKey ? "{}" : "[]")
    case .object(let name): DefaultValue(text: "\(name)()")
    case .optional, .url, .enumeration, .other: nil
    }
  }
}
