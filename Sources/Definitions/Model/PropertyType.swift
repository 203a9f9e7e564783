/// The type of a property, as far as it affects the JSON.
package indirect enum PropertyType: Hashable, Sendable {
  /// A string. `Character` and `Substring` have the same JSON.
  case string
  /// `true` or `false`.
  case bool
  /// A whole number in the range of an integer type.
  case integer(IntegerType)
  /// A single-precision number.
  case float
  /// A double-precision number. `CGFloat` and `TimeInterval` have the same JSON.
  case double
  /// A decimal number.
  case decimal
  /// A date, stored as a number: seconds since 2001-01-01T00:00:00Z.
  case date
  /// Bytes, stored as a base64 string.
  case data
  /// A URL, stored as a string.
  case url
  /// A UUID, stored as a string.
  case uuid
  /// One of ``Definitions/enumerations``.
  case enumeration(String)
  /// An object of one of ``Definitions/classes``.
  case object(String)
  /// A structure that is stored as its raw value. It is separate from its raw type because a dictionary with such keys is not always stored as
  /// an object, even if the raw type is `String`.
  case rawRepresentable(String, rawType: PropertyType)
  /// A value or none. In JSON, none is a missing member or null.
  case optional(PropertyType)
  /// An array.
  case array(PropertyType)
  /// An array in arbitrary order.
  case set(PropertyType)
  /// A dictionary. It is stored as an object if the key's ``isMemberKey`` is true, and otherwise as an array of alternating keys and values.
  case dictionary(key: PropertyType, value: PropertyType)
  /// A type that the sources do not declare, by its text. Its values are not checked.
  case other(String)

  /// True if the value can be absent.
  package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type without the optionals around it.
  package var unwrapped: PropertyType {
    var type = self
    while case .optional(let wrapped) = type { type = wrapped }
    return type
  }

  /// True if a dictionary with such keys is stored as an object. As in Swift, only `String` and `Int` are such keys.
  package var isMemberKey: Bool { self == .string || self == .integer(.int) }

  /// True if the type contains no `other`.
  package var isFullyKnown: Bool {
    var waiting = [self]
    while let type = waiting.popLast() {
      switch type {
      case .other: return false
      case .optional(let inner), .array(let inner), .set(let inner): waiting.append(inner)
      case .dictionary(let key, let value): waiting += [key, value]
      default: break
      }
    }
    return true
  }

  /// The names of the classes and enumerations in the type, in the order of its text.
  package var names: [String] {
    var names: [String] = []
    var waiting = [self]
    while let type = waiting.popLast() {
      switch type {
      case .object(let name), .enumeration(let name): names.append(name)
      case .optional(let inner), .array(let inner), .set(let inner): waiting.append(inner)
      case .dictionary(let key, let value): waiting += [value, key]
      default: break
      }
    }
    return names
  }
}

extension PropertyType: CustomStringConvertible {
  /// The type in Swift: `[String: Book]?`.
  package var description: String {
    switch self {
    case .string: "String"
    case .bool: "Bool"
    case .integer(let type): type.rawValue
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .date: "Date"
    case .data: "Data"
    case .url: "URL"
    case .uuid: "UUID"
    case .enumeration(let name), .object(let name), .rawRepresentable(let name, _), .other(let name): name
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    }
  }
}
