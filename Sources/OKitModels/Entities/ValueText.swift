import Bindings
package import Definitions
package import JSONDocument
import OKitStorage

/// Converts text that a person entered to a JSON value of a type.
package struct ValueText {
  /// The classes and enumerations that types refer to.
  package let definitions: Definitions
  /// The current time in seconds since 2001-01-01T00:00:00Z.
  package let now: Double
  /// The name of the value in messages.
  package let name: String
  /// The text of the current JSON. It is always accepted again.
  package var stored: String?
  /// True if the user can choose another type with `--type`, which hints then name.
  package var hasTypeOption = true

  package init(definitions: Definitions, now: Double, name: String, stored: String? = nil) {
    self.definitions = definitions
    self.now = now
    self.name = name
    self.stored = stored
  }

  /// Returns the JSON of `text` as a value of a type that is not a container; nil for null.
  ///
  /// Throws an error of kind `malformed` if the text does not match the type.
  package func json(_ text: String, as type: PropertyType) throws -> JSONValue? {
    switch type {
    case .optional(let wrapped):
      if text == "null", wrapped.unwrapped != .string { return nil }
      return try json(text, as: wrapped)
    case .string, .url, .uuid, .data: return try Self.quoted(text)
    case .bool: return try bool(text)
    case .integer, .float, .double, .decimal: return try number(text, type)
    case .date: return try date(text)
    case .rawRepresentable(_, let raw): return try json(text, as: raw)
    case .enumeration(let name): return try enumerationCase(text, definitions.enumerations[name], type)
    case .object(let name): return try enumerationCase(text, definitions.classes[name]) ?? json(text)
    default: return try json(text)
    }
  }

  /// Returns the JSON of `text` as a value of the same kind as `sample`.
  package func json(_ text: String, like sample: JSONValue) throws -> JSONValue {
    switch sample.kind {
    case .string: return try Self.quoted(text)
    case .bool: return try bool(text)
    case .number: return try number(text, nil)
    case .object, .array:
      let kind = sample.kind == .object ? "an object" : "an array"
      guard let value = try? JSONDocument(parsing: text).root, value.kind == sample.kind else {
        throw OKitError(
          .malformed, "\(shown(text)) is not \(kind); \(name) is \(kind)",
          remedy: hasTypeOption ? .words("use --type json to store any JSON") : nil)
      }
      try value.document.requireDistinctKeys()
      return value
    case .null:
      throw OKitError(
        .usage, "the type of \(name) is unknown",
        remedy: .words(hasTypeOption ? "give it with --type" : "use 'okit model infer' to define the class"))
    }
  }

  /// Returns the JSON of `text` as the type that the user chose; nil for null.
  package func json(_ text: String, as type: ValueType) throws -> JSONValue? {
    switch type {
    case .string: try Self.quoted(text)
    case .number: try number(text, nil)
    case .bool: try bool(text)
    case .null: nil
    case .json: try json(text)
    }
  }

  /// Returns a string with the content `text`.
  package static func quoted(_ text: String) throws -> JSONValue { try parsed(JSONText.quote(text)) }

  private static func parsed(_ json: String) throws -> JSONValue { try JSONDocument(parsing: json).root }

  /// Returns the value that `text` is the JSON of.
  private func json(_ text: String) throws -> JSONValue {
    let value: JSONValue
    do {
      value = try Self.parsed(text)
    } catch {
      throw OKitError(.malformed, "\(shown(text)) is not valid JSON: \(error)")
    }
    try value.document.requireDistinctKeys()
    return value
  }

  private func bool(_ text: String) throws -> JSONValue {
    guard let value = Bool(typed: text) else {
      throw OKitError(.malformed, "\(name) must be true or false, not \(shown(text))")
    }
    return try Self.parsed(String(value))
  }

  /// Returns a number exactly as it was typed.
  private func number(_ text: String, _ type: PropertyType?) throws -> JSONValue {
    guard let value = try? Self.parsed(text), value.kind == .number, value.range.count == text.utf8.count else {
      let wanted = type.map { "of type \($0)" } ?? "a number"
      throw OKitError(.malformed, "\(shown(text)) is not a valid number; \(name) is \(wanted)")
    }
    return value
  }

  private func date(_ text: String) throws -> JSONValue {
    if let json = DateText.json(text, now: now) { return try Self.parsed(json) }
    // A date can also be given as it is stored: a number of seconds since 2001.
    if let value = try? Self.parsed(text), value.kind == .number, value.range.count == text.utf8.count {
      // okit must accept the text that it just printed.
      guard stored == text || !DateText.isLikeCalendarDate(text) else {
        throw OKitError(
          .malformed,
          "\(shown(text)) is ambiguous; \(name) is a date, and this could be a calendar day or seconds since 2001",
          remedy: .words("write a day as 2026-01-31" + (hasTypeOption ? ", or use --type number for seconds" : "")))
      }
      return value
    }
    throw OKitError(
      .malformed, "\(shown(text)) is not a valid date; \(name) is a date",
      remedy: .words("write 2026-01-31, 2026-01-31T08:30:00Z, now, or seconds since 2001 as --json prints them"))
  }

  private func enumerationCase(_ text: String, _ enumeration: Enumeration?, _ type: PropertyType) throws -> JSONValue {
    guard let enumeration else { return try json(text) }
    let stored = enumeration.rawType == .string ? JSONText.quote(text) : text
    let found =
      enumeration.cases.first { $0.name.utf8.elementsEqual(text.utf8) }
      ?? enumeration.cases.first { $0.json.utf8.elementsEqual(stored.utf8) }
    guard let found else {
      throw OKitError(
        .malformed, "\(shown(text)) is not a case of \(type), the type of \(name)",
        remedy: .candidates(enumeration.cases.map(\.name), insteadOf: text))
    }
    return try Self.parsed(found.json)
  }

  /// Returns a case without associated values by its name; nil for other texts.
  private func enumerationCase(_ text: String, _ definition: ClassDefinition?) throws -> JSONValue? {
    guard let definition, definition.role == .choice, !text.isEmpty else { return nil }
    let found = definition.properties.first { $0.name.utf8.elementsEqual(text.utf8) }
    let content = found?.type.objectClass.flatMap { definitions.classes[$0] }
    if let found, content?.properties.isEmpty == true { return try Self.parsed("{\(JSONText.quote(found.key)):{}}") }
    if (try? JSONDocument(parsing: text))?.root.kind == .object || text.utf8.first == UInt8(ascii: "{") { return nil }
    guard let found else {
      throw OKitError(
        .malformed, "\(shown(text)) is not a case of \(definition.name)",
        remedy: .candidates(definition.properties.map(\.name), insteadOf: text))
    }
    throw OKitError(
      .malformed, "the case \(shown(text)) of \(definition.name) has values",
      remedy: .words("write them as JSON: {\(JSONText.quote(found.key)):{…}}"))
  }

  private func shown(_ text: String) -> String {
    PathComponent.printable(text.shortened(to: 40))
  }
}

extension JSONDocument {
  /// Throws an error of kind `malformed` if an object of a document that a person entered has a key twice, because only the first value would count.
  package func requireDistinctKeys() throws {
    guard let key = duplicateKeys().first else { return }
    throw OKitError(.malformed, "the key \(PathComponent.printable(key.string)) is given more than once")
  }
}

/// The types that a user can choose for a typed value.
package enum ValueType: String, CaseIterable, Sendable {
  /// The text itself.
  case string
  /// A number, exactly as typed.
  case number
  /// A boolean.
  case bool
  /// Null, for any text.
  case null
  /// Any JSON.
  case json
}
