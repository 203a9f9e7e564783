import Bindings
import Definitions
import JSONDocument

/// A value in a column of a table.
enum RelationalCell {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// The text of a stored value: the content of a string, or the JSON of another value.
  case stored(JSONValue)
  /// Bytes.
  case bytes([UInt8])
}

extension RelationalCell {
  /// The value of a property as SQL should see it: dates as ISO 8601 in UTC, booleans as 0 and 1, decimal numbers and numbers without an exact
  /// counterpart as text, other values as JSON.
  init(_ value: JSONValue, as type: PropertyType) {
    switch value.kind {
    case .null: self = .null
    case .string, .object, .array: self = .stored(value)
    case .bool: self = .integer(value.bool == true ? 1 : 0)
    case .number: self.init(number: value, as: type)
    }
  }

  private init(number value: JSONValue, as type: PropertyType) {
    switch type {
    case .optional(let wrapped): self.init(number: value, as: wrapped)
    case .rawRepresentable(_, let raw): self.init(number: value, as: raw)
    case .date: self = .text(BindingValue.date(value).text)
    case .string, .url, .uuid, .data: self = .text(value.rawText)
    case .decimal: self = .stored(value)
    // An integer beyond 64 bits stays exact. Fractions are read as the app does.
    case .float,
      .double where value.int != nil || value.isFraction:
      self = value.double.map { .real($0) } ?? .stored(value)
    default:
      if let integer = value.int {
        self = .integer(Int64(integer))
      } else if let real = value.double, value.isExact(as: real) {
        self = .real(real)
      } else {
        self = .stored(value)
      }
    }
  }
}
