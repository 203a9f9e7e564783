package import Definitions

extension PropertyType {
  /// The class of the objects that it is the type of; nil where it is the type of anything else.
  package var objectClass: String? { if case .object(let name) = unwrapped { name } else { nil } }

  /// The type of the elements of an array or set; nil of all else.
  package var element: PropertyType? {
    switch self {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  /// The type of the elements of what is stored as an array: of an array or set, and of a dictionary with keys and values in turn that of the values.
  package var storedElement: PropertyType? {
    if case .dictionary(let key, let value) = unwrapped { return key.isMemberKey ? nil : value }
    return unwrapped.element
  }

  /// The texts of the types in it that no sources explain.
  package var unexplained: [String] {
    switch self {
    case .other(let text): [text]
    case .optional(let inner), .array(let inner), .set(let inner): inner.unexplained
    case .dictionary(let key, let value): key.unexplained + value.unexplained
    default: []
    }
  }
}
