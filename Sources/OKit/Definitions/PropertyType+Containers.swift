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
}
