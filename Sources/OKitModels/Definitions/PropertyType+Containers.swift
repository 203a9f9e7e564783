package import Definitions

extension PropertyType {
  /// The class of an object type; nil for other types.
  package var objectClass: String? { if case .object(let name) = unwrapped { name } else { nil } }

  /// The type of the elements of an array or set; nil for other types.
  package var element: PropertyType? {
    switch self {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  /// The type of the elements of a type that is stored as an array; nil for other types. For a dictionary stored as alternating keys and values,
  /// it is the type of the values.
  package var storedElement: PropertyType? {
    if case .dictionary(let key, let value) = unwrapped { return key.isMemberKey ? nil : value }
    return unwrapped.element
  }

  /// The texts of the unknown types in it.
  package var unknownTypes: [String] {
    switch self {
    case .other(let text): [text]
    case .optional(let inner), .array(let inner), .set(let inner): inner.unknownTypes
    case .dictionary(let key, let value): key.unknownTypes + value.unknownTypes
    default: []
    }
  }
}
