import Definitions

extension PropertyType {
  /// The type of the elements of an array or set; nil of all else.
  var element: PropertyType? {
    switch self {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  /// Whether a dictionary with such keys is stored as an object; else it is an array of keys and values in turn.
  var isMemberKey: Bool {
    switch self {
    case .string, .integer: true
    default: false
    }
  }

  /// The texts of the types in it that no sources explain.
  var unexplained: [String] {
    switch self {
    case .other(let text): [text]
    case .optional(let inner), .array(let inner), .set(let inner): inner.unexplained
    case .dictionary(let key, let value): key.unexplained + value.unexplained
    default: []
    }
  }
}
