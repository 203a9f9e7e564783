import JSONDocument

/// The type of a property in a snapshot. It is written in Swift if that parses to the same type, and otherwise in parts, as in
/// `{"array": {"other": "(Int, Int)"}}`.
///
/// Swift text is ambiguous for a class with the name of a Swift type, and for types that data cannot have, such as functions.
struct SnapshotType {
  /// The maximum nesting depth, which is larger than that of types in sources.
  private static let maximumDepth = 1_000

  let type: PropertyType
  /// True if the type is declared with `!`.
  let isImplicitlyUnwrapped: Bool
  private let definitions: Definitions

  /// A type with names from `definitions`.
  ///
  /// A class or enumeration that is missing in `definitions` becomes an unknown type, because a reader could not find it.
  init(_ type: PropertyType, isImplicitlyUnwrapped: Bool = false, in definitions: Definitions) {
    self.type = Self.withoutUnknownNames(type, in: definitions)
    self.isImplicitlyUnwrapped = isImplicitlyUnwrapped && type.isOptional
    self.definitions = definitions
  }

  private static func withoutUnknownNames(_ type: PropertyType, in definitions: Definitions) -> PropertyType {
    switch type {
    case .object(let name): definitions.classes[name] == nil ? .other(name) : type
    case .enumeration(let name): definitions.enumerations[name] == nil ? .other(name) : type
    case .optional(let inner): .optional(withoutUnknownNames(inner, in: definitions))
    case .array(let element): .array(withoutUnknownNames(element, in: definitions))
    case .set(let element): .set(withoutUnknownNames(element, in: definitions))
    case .dictionary(let key, let value):
      .dictionary(
        key: withoutUnknownNames(key, in: definitions), value: withoutUnknownNames(value, in: definitions))
    default: type
    }
  }

  // MARK: - Writing

  /// The type in Swift; nil if the text would parse to another type.
  private var text: String? {
    let text = isImplicitlyUnwrapped ? type.description.dropLast() + "!" : type.description
    return Self.type(of: text, in: definitions) == type ? text : nil
  }

  func write(as key: String, to writer: inout JSONWriter) {
    if let text { return writer.member(key, text) }
    writer.object(key) { writer in
      switch type {
      case .object(let name): writer.member("object", name)
      case .enumeration(let name): writer.member("enumeration", name)
      case .other(let text): writer.member("other", text)
      case .rawRepresentable(let name, let raw):
        writer.member("structure", name)
        part(raw).write(as: "rawValue", to: &writer)
      case .optional(let inner): part(inner).write(as: isImplicitlyUnwrapped ? "unwrapped" : "optional", to: &writer)
      case .array(let element): part(element).write(as: "array", to: &writer)
      case .set(let element): part(element).write(as: "set", to: &writer)
      case .dictionary(let key, let value):
        part(key).write(as: "key", to: &writer)
        part(value).write(as: "value", to: &writer)
      // The texts of Swift's own types are unambiguous.
      default: writer.member("other", type.description)
      }
    }
  }

  private func part(_ type: PropertyType) -> SnapshotType { SnapshotType(type, in: definitions) }

  // MARK: - Reading

  /// Reads a type that ``write(as:to:)`` wrote. Names refer to `definitions`, whose classes need no properties yet.
  init(reading value: JSONValue, in definitions: Definitions) throws(SnapshotError) {
    self.init(
      try Self.type(of: value, in: definitions, depth: 0), isImplicitlyUnwrapped: Self.isUnwrapped(value),
      in: definitions)
  }

  private static func isUnwrapped(_ value: JSONValue) -> Bool {
    value.string.map { $0.utf8.last == UInt8(ascii: "!") } ?? (value["unwrapped"] != nil)
  }

  private static func type(of text: String, in definitions: Definitions) -> PropertyType? {
    PropertyType(parsing: text).map { resolved($0, in: definitions) }
  }

  /// Returns the type with names resolved to classes and enumerations. Parsing has already limited the nesting.
  private static func resolved(_ type: PropertyType, in definitions: Definitions) -> PropertyType {
    switch type {
    case .object(let name):
      if definitions.enumerations[name] != nil { return .enumeration(name) }
      return definitions.classes[name] == nil ? .other(name) : type
    case .optional(let inner): return .optional(resolved(inner, in: definitions))
    case .array(let element): return .array(resolved(element, in: definitions))
    case .set(let element): return .set(resolved(element, in: definitions))
    case .dictionary(let key, let value):
      return .dictionary(key: resolved(key, in: definitions), value: resolved(value, in: definitions))
    default: return type
    }
  }

  private static func type(
    of value: JSONValue, in definitions: Definitions, depth: Int
  ) throws(SnapshotError) -> PropertyType {
    guard depth < maximumDepth else { throw SnapshotError("a type that is nested too deeply", value) }
    if let text = value.string {
      guard let type = type(of: text, in: definitions) else {
        throw SnapshotError("not a valid property type", value)
      }
      return type
    }
    func part(_ key: String) throws(SnapshotError) -> PropertyType? {
      guard let inner = value[key] else { return nil }
      return try type(of: inner, in: definitions, depth: depth + 1)
    }
    func name(_ key: String) -> String? { value[key]?.string }
    // `init` turns an unknown name into an unknown type: earlier versions recorded classes that they did not understand.
    if let name = name("object") { return .object(name) }
    if let name = name("enumeration") { return .enumeration(name) }
    if let text = name("other") { return .other(text) }
    if let name = name("structure"), let raw = try part("rawValue") { return .rawRepresentable(name, rawType: raw) }
    if let inner = try part("optional") { return .optional(inner) }
    if let inner = try part("unwrapped") { return .optional(inner) }
    if let element = try part("array") { return .array(element) }
    if let element = try part("set") { return .set(element) }
    if let key = try part("key"), let value = try part("value") { return .dictionary(key: key, value: value) }
    throw SnapshotError("not a valid property type", value)
  }
}
