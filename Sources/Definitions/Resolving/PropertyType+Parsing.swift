extension PropertyType {
  /// Parses a Swift type, such as `[String: Book]?`; nil if the text is not a type that a property can store.
  ///
  /// A name that is not a type of Swift or Foundation becomes `.object`.
  package init?(parsing text: String) {
    let file = SwiftFile(SwiftSource(path: "", bytes: Array(text.utf8)))
    var reader = TypeReader(file, at: 0, before: file.tokens.count)
    guard file.problems.isEmpty, let syntax = reader.read(), reader.position == file.tokens.count,
      let type = Self.type(of: syntax)
    else { return nil }
    self = type
  }

  private static func type(of syntax: TypeSyntax) -> PropertyType? {
    switch syntax {
    case .optional(let wrapped, _): type(of: wrapped).map { .optional($0) }
    case .array(let element): type(of: element).map { .array($0) }
    case .dictionary(let key, let value): dictionary(key, value)
    case .named(let components): named(components)
    case .composition, .other: nil
    }
  }

  private static func dictionary(_ key: TypeSyntax, _ value: TypeSyntax) -> PropertyType? {
    guard let key = type(of: key), let value = type(of: value) else { return nil }
    return .dictionary(key: key, value: value)
  }

  private static func named(_ components: [TypeSyntax.Component]) -> PropertyType? {
    var components = components[...]
    if components.count == 2, let first = components.first, WellKnownTypes.modules.contains(first.name) {
      components.removeFirst()
    }
    guard let component = components.first else { return nil }
    if components.count == 1 {
      switch (component.name, component.arguments.count) {
      case ("Array", 1): return type(of: component.arguments[0]).map { .array($0) }
      case ("Set", 1): return type(of: component.arguments[0]).map { .set($0) }
      case ("Optional", 1): return type(of: component.arguments[0]).map { .optional($0) }
      case ("Dictionary", 2): return dictionary(component.arguments[0], component.arguments[1])
      case (let name, 0): return WellKnownTypes.scalars[name] ?? .object(name)
      default: return nil
      }
    }
    guard components.allSatisfy({ $0.arguments.isEmpty }) else { return nil }
    return .object(components.map(\.name).joined(separator: "."))
  }
}
