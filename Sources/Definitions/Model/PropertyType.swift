/// The type of a property, as far as its JSON depends on it.
package indirect enum PropertyType: Hashable, Sendable {
  /// A string; `Character` and `Substring` are stored so too.
  case string
  /// `true` or `false`.
  case bool
  /// A whole number within a range.
  case integer(IntegerType)
  /// A number of single precision.
  case float
  /// A number of double precision; `CGFloat` and `TimeInterval` are stored so too.
  case double
  /// A decimal number.
  case decimal
  /// Seconds since 2001-01-01T00:00:00Z, a number.
  case date
  /// Base64 in a string.
  case data
  /// A URL in a string.
  case url
  /// A UUID in a string.
  case uuid
  /// One of ``Definitions/enumerations``.
  case enumeration(String)
  /// An object of one of ``Definitions/classes``.
  case object(String)
  /// A structure that is stored as its raw value, as the key of a dictionary: not every structure with a raw value of type `String` is stored as the
  /// key of an object.
  case rawRepresentable(String, rawType: PropertyType)
  /// Another value or none; in JSON a missing member or null.
  case optional(PropertyType)
  /// An array.
  case array(PropertyType)
  /// An array in arbitrary order.
  case set(PropertyType)
  /// An object where ``isMemberKey`` holds of the key, else an array of keys and values in turn.
  case dictionary(key: PropertyType, value: PropertyType)
  /// A type that the sources do not explain, by its text; its values are not looked into.
  case other(String)

  /// Whether the value may be absent.
  package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type without the optionals around it.
  package var unwrapped: PropertyType {
    var type = self
    while case .optional(let wrapped) = type { type = wrapped }
    return type
  }

  /// True if a dictionary with such keys is stored as an object, as Swift does it for `String` and `Int` alone; else it is an array of keys and values in turn.
  package var isMemberKey: Bool { self == .string || self == .integer(.int) }

  /// True if it contains no `other`.
  package var isExplained: Bool {
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

  /// The classes and enumerations that take part in it, in the order of their text.
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
  /// The type as Swift writes it: `[String: Book]?`.
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
