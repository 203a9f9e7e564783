/// The type of a property, as far as its JSON depends on it.
public indirect enum PropertyType: Hashable, Sendable {
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
  /// Another value or none; in JSON a missing member or null.
  case optional(PropertyType)
  /// An array.
  case array(PropertyType)
  /// An array in arbitrary order.
  case set(PropertyType)
  /// An object where the key is a string or integer, else an array of keys and values in turn.
  case dictionary(key: PropertyType, value: PropertyType)
  /// A type that the sources do not explain, by its text; its values are not looked into.
  case other(String)

  /// Whether the value may be absent.
  public var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type without the optionals around it.
  public var unwrapped: PropertyType {
    var type = self
    while case .optional(let wrapped) = type { type = wrapped }
    return type
  }
}

/// An integer type of Swift.
public enum IntegerType: String, CaseIterable, Sendable {
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"

  /// How many bits it has; those without a number in their name have 64.
  public var bitWidth: Int {
    switch self {
    case .int8, .uint8: 8
    case .int16, .uint16: 16
    case .int32, .uint32: 32
    case .int, .int64, .uint, .uint64: 64
    }
  }

  /// Whether it has negative values.
  public var isSigned: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    case .uint, .uint8, .uint16, .uint32, .uint64: false
    }
  }
}

extension PropertyType: CustomStringConvertible {
  /// The type as Swift writes it: `[String: Book]?`.
  public var description: String {
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
    case .enumeration(let name), .object(let name), .other(let name): name
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    }
  }
}
