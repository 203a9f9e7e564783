package import JSONDocument

/// The value of a binding, stored or computed.
package enum BindingValue: Sendable {
  /// No value.
  case absent
  /// A stored value.
  case json(JSONValue)
  /// A stored number whose definition is a date: seconds since 2001-01-01T00:00:00Z.
  case date(JSONValue)
  /// A computed text.
  case text(String)
  /// A computed number.
  case number(BindingNumber)
  /// A computed boolean.
  case bool(Bool)
  /// Several values.
  case list([BindingValue])
}

extension BindingValue {
  /// The stored value; nil for a computed one.
  package var stored: JSONValue? {
    switch self {
    case .json(let value), .date(let value): value
    default: nil
    }
  }

  /// True if there is no value or it is a stored null.
  package var isAbsent: Bool {
    switch self {
    case .absent: true
    case .json(let value), .date(let value): value.isNull
    default: false
    }
  }

  /// The id that a stored reference leads to; any other value itself. References are equal if they lead to the same entity.
  package var keyOfReference: BindingValue {
    guard case .json(let object) = self, object.kind == .object, let key = object["refKey"], key.kind == .string else {
      return self
    }
    return key.hasString(equalTo: "") ? .absent : .json(key)
  }

  /// Several values as one text, as lists show them; any other value itself.
  package var joined: BindingValue {
    guard case .list(let values) = self else { return self }
    let texts = values.filter { !$0.isAbsent }.map(\.text)
    return texts.isEmpty ? .absent : .text(texts.joined(separator: ", "))
  }

  /// True for a number that is not a date.
  package var isNumber: Bool {
    switch self {
    case .number: true
    case .json(let value): value.kind == .number
    default: false
    }
  }

  /// True for a stored date.
  var isDate: Bool { if case .date = self { true } else { false } }

  /// The text of a string; nil for other values.
  var string: String? {
    switch self {
    case .json(let value): value.string
    case .text(let text): text
    default: nil
    }
  }

  /// The number; nil for other values, and for a number with too many digits or too large an exponent to calculate with.
  package var number: BindingNumber? {
    switch self {
    case .json(let value), .date(let value): BindingNumber(value)
    case .number(let number): number
    default: nil
    }
  }

  /// The elements of an array or list; nil for other values.
  var elements: [BindingValue]? {
    switch self {
    case .list(let values): values
    case .json(let value) where value.kind == .array: value.elements.map { .json($0) }
    default: nil
    }
  }

  /// The value as a boolean: false, `""`, `"false"`, `"no"`, `"0"`, 0 and absent values are false. All others are true.
  package var isTrue: Bool {
    switch self {
    case .absent: return false
    case .bool(let bool): return bool
    case .list: return true
    case .text(let text): return Self.isTrue(text)
    case .number(let number): return !number.isZero
    case .json(let value), .date(let value):
      switch value.kind {
      case .null: return false
      case .bool: return value.bool ?? false
      case .string: return Self.isTrue(value.string ?? "")
      case .number: return value.double != 0
      case .object, .array: return true
      }
    }
  }

  private static func isTrue(_ text: String) -> Bool {
    !["", "false", "no", "0"].contains { $0.utf8.elementsEqual(text.utf8) }
  }

  /// The kind of value in error messages.
  var kindName: String {
    switch self {
    case .absent: "nothing"
    case .text: "a string"
    case .number: "a number"
    case .bool: "a boolean"
    case .list: "an array"
    case .date: "a date"
    case .json(let value):
      switch value.kind {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .number: "a number"
      case .null: "null"
      case .bool: "a boolean"
      }
    }
  }
}
