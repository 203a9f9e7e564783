import JSONDocument

extension TypeResolver {
  /// The JSON that a value is stored as; nil where only running the app can tell.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type of the property.
  ///   - scope: The type that the property is in.
  mutating func json(of value: ValueSyntax, as type: PropertyType, in scope: Int?) -> String? {
    switch (value, type) {
    case (.null, .optional), (.implicitMember("none"), .optional): return "null"
    case (_, .optional(let wrapped)): return json(of: value, as: wrapped, in: scope)
    case (.string(let text), .string): return text.map { JSONWriter.quote($0) }
    case (.number(let number), _): return json(of: number, as: type)
    case (.bool(let value), .bool): return value ? "true" : "false"
    case (.array(let elements), .array(let element)), (.array(let elements), .set(let element)):
      return array(elements.map { ($0, element) }, in: scope)
    case (.dictionary(let members), .dictionary(let key, let value)):
      return dictionary(members, key: key, value: value, in: scope)
    case (.implicitMember(let name), .enumeration(let enumeration)): return rawValue(name, of: enumeration, in: scope)
    case (.member(let path), .enumeration(let enumeration)):
      guard let name = path.last, resolve(.named(path.dropLast().map { .init(name: $0) }), in: scope) == type else {
        return nil
      }
      return rawValue(name, of: enumeration, in: scope)
    case (.implicitInitializer, _): return DefaultValue.initial(of: type)?.json
    case (.call(let called, let arguments), _):
      guard let values = arguments.values, values.count < 2, resolve(called, in: scope) == type else { return nil }
      guard let argument = values.first else { return DefaultValue.initial(of: type)?.json }
      if case .call = argument { return nil }
      return json(of: argument, as: type, in: scope)
    default: return nil
    }
  }

  private func json(of number: NumberLiteral, as type: PropertyType) -> String? {
    switch type {
    case .integer(let type): number.json(as: type)
    case .float: number.json(isDouble: false)
    case .double, .decimal: number.json(isDouble: true)
    default: nil
    }
  }

  private mutating func array(_ elements: [(ValueSyntax, PropertyType)], in scope: Int?) -> String? {
    var texts: [String] = []
    for (value, type) in elements {
      guard let text = json(of: value, as: type, in: scope) else { return nil }
      texts.append(text)
    }
    return "[" + texts.joined(separator: ",") + "]"
  }

  private mutating func dictionary(
    _ members: [(key: ValueSyntax, value: ValueSyntax)], key: PropertyType, value: PropertyType, in scope: Int?
  ) -> String? {
    guard key.isMemberKey else {
      return array(members.flatMap { [($0.key, key), ($0.value, value)] }, in: scope)
    }
    var texts: [String] = []
    for member in members {
      guard let name = json(of: member.key, as: key, in: scope), let text = json(of: member.value, as: value, in: scope)
      else { return nil }
      texts.append((key == .string ? name : "\"\(name)\"") + ":" + text)
    }
    return "{" + texts.joined(separator: ",") + "}"
  }

  private mutating func rawValue(_ name: String, of enumeration: String, in scope: Int?) -> String? {
    guard let type = table.find(enumeration.split(separator: ".").map { String($0) }, from: nil) else { return nil }
    return rawValue(name, of: type)
  }
}
