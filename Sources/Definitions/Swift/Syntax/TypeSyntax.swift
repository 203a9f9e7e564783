/// A type in the source code.
indirect enum TypeSyntax: Sendable {
  /// One of the names of `Outer.Inner<Int>`.
  struct Component: Sendable {
    let name: String
    var arguments: [TypeSyntax] = []
  }

  case named([Component])
  case optional(TypeSyntax, isImplicitlyUnwrapped: Bool)
  case array(TypeSyntax)
  case dictionary(key: TypeSyntax, value: TypeSyntax)
  /// `A & B`.
  case composition([TypeSyntax])
  /// A function, a tuple, `some View` or another type, by its text.
  case other(String)

  /// The maximum nesting depth of a type.
  static let maximumDepth = 64

  /// The names of a named type, without generic arguments; nil for other types.
  var path: [String]? {
    guard case .named(let components) = self else { return nil }
    return components.map(\.name)
  }
}

extension TypeSyntax: CustomStringConvertible {
  var description: String {
    switch self {
    case .named(let components):
      components.map { component in
        let arguments = component.arguments.map(\.description).joined(separator: ", ")
        return arguments.isEmpty ? component.name : "\(component.name)<\(arguments)>"
      }.joined(separator: ".")
    case .optional(let wrapped, _): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .composition(let types): types.map(\.description).joined(separator: " & ")
    case .other(let text): text
    }
  }
}
