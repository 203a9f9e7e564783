import Definitions
import JSONDocument
import OKitModels

/// The objects that a property contains: its value, or those in its array, set or dictionary.
struct ContainedObjects {
  /// The first value that should be an object but is not.
  private(set) var firstNonObject: JSONValue?
  /// The objects in their order, without nulls.
  private(set) var objects: [JSONValue] = []

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
    firstNonObject = isContainer ? values.first { $0.kind != .object && !$0.isNull } : value
    objects = values.filter { $0.kind == .object }
  }
}

extension PropertyType {
  /// The class of the objects that a property of this type contains; nil if it contains none.
  var containedClass: String? {
    switch unwrapped {
    case .array(let inner), .set(let inner), .dictionary(_, let inner): inner.objectClass
    default: objectClass
    }
  }
}
