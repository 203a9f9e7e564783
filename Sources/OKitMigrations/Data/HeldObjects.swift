import Definitions
import JSONDocument

/// The objects that a property holds: itself, or those in its array, set or dictionary.
struct HeldObjects {
  /// What is there and is no object, though it should be one.
  private(set) var strange: JSONValue?
  /// The objects in their order; null is none.
  private(set) var objects: [JSONValue] = []

  /// The objects in a value of this type.
  init(_ value: JSONValue, as type: PropertyType) {
    let values: [JSONValue]
    switch type.unwrapped {
    case .array, .set: values = Array(value.elements)
    case .dictionary:
      if value.kind == .object {
        values = value.members.map(\.value)
      } else {
        values = value.elements.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      }
    default: values = [value]
    }
    let isContainer = value.kind == .object || value.kind == .array || value.isNull
    strange = isContainer ? values.first { $0.kind != .object && !$0.isNull } : value
    objects = values.filter { $0.kind == .object }
  }
}
