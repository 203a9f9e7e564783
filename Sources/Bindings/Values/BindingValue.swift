package import JSONDocument

/// What a binding says: something that is stored, or what was made of it.
package enum BindingValue: Sendable {
  /// Nothing.
  case absent
  /// A value as it is stored.
  case json(JSONValue)
  /// A stored number that by its definition is a date: seconds since 2001-01-01T00:00:00Z.
  case date(JSONValue)
  /// A text that was made.
  case text(String)
  /// A number that was made.
  case number(BindingNumber)
  /// A truth value that was made.
  case bool(Bool)
  /// Several values.
  case list([BindingValue])
}

extension BindingValue {
  /// What is stored; nil of what was made.
  package var stored: JSONValue? {
    switch self {
    case .json(let value), .date(let value): value
    default: nil
    }
  }

  /// Whether there is nothing; a stored null is nothing.
  package var isAbsent: Bool {
    switch self {
    case .absent: true
    case .json(let value), .date(let value): value.isNull
    default: false
    }
  }

  /// The text of a string; nil of all else.
  var string: String? {
    switch self {
    case .json(let value): value.string
    case .text(let text): text
    default: nil
    }
  }

  /// The number that it is; nil of all else, and of one of more digits or a larger exponent than can be calculated with.
  var number: BindingNumber? {
    switch self {
    case .json(let value), .date(let value): BindingNumber(value)
    case .number(let number): number
    default: nil
    }
  }

  /// The elements of an array; nil of all else.
  var elements: [BindingValue]? {
    switch self {
    case .list(let values): values
    case .json(let value) where value.kind == .array: value.elements.map { .json($0) }
    default: nil
    }
  }

  /// As boolean: false, `""`, `"false"`, `"no"`, `"0"`, 0 and what is absent are false, all else is true.
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

  /// What it is, for errors.
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
