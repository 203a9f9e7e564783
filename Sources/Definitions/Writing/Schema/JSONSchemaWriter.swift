import JSONDocument

/// Writes the JSON Schema (draft 2020-12) of a model's data.
///
/// The schema describes what an app can read: the required properties and the values of each property. Unknown keys are allowed, as in the
/// framework. The class of a partial's entity is among the definitions, because its file is a separate document.
package struct JSONSchemaWriter {
  private let definitions: Definitions
  private let className: String
  private let title: String
  /// More schemas that the objects of a class conform to, as JSON, by the name of the class. Other names are places that they can refer to.
  private let rules: [String: [String]]

  /// A writer of the schema for documents whose root has the class `className`.
  ///
  /// - Parameter rules: More schemas that the objects of a class conform to, as JSON, by the name of the class. They become its `allOf`. Other names
  ///   are places that they can refer to.
  package init(_ definitions: Definitions, className: String, title: String, rules: [String: [String]] = [:]) {
    self.definitions = definitions
    self.className = className
    self.title = title
    self.rules = rules
  }

  /// Returns the schema, indented if `pretty` is true.
  package func json(pretty: Bool) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty)
    writer.object { writer in
      writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      writer.member("title", title)
      writer.member("$ref", Self.reference(to: className))
      let classes = reachableClasses
      writer.object("$defs") { writer in
        for name in classes { writer.object(name) { write(definitions.classes[name], name, to: &$0) } }
        for name in otherRules(besides: classes) { writer.object(name) { write(rules[name] ?? [], to: &$0) } }
      }
    }
    return writer.bytes
  }

  /// The class and all classes that it refers to, sorted by name.
  private var reachableClasses: [String] {
    var seen: Set<String> = [className]
    var waiting = [className]
    while let name = waiting.popLast() {
      guard let definition = definitions.classes[name] else { continue }
      for name in definition.typeNames where definitions.classes[name] != nil && seen.insert(name).inserted {
        waiting.append(name)
      }
    }
    return seen.sorted()
  }

  /// Returns the other names whose rules the rules of these classes refer to, sorted.
  private func otherRules(besides classes: [String]) -> [String] {
    var seen = Set(classes)
    var waiting = classes
    while let name = waiting.popLast() {
      let values = (rules[name] ?? []).compactMap { try? JSONDocument(parsing: $0) }.flatMap(\.values)
      for reference in values where reference.key?.string == "$ref" {
        for other in rules.keys
        where !seen.contains(other) && reference.string?.hasPrefix(Self.reference(to: other) + "/") == true {
          seen.insert(other)
          waiting.append(other)
        }
      }
    }
    return seen.subtracting(classes).sorted()
  }

  /// Returns the `$ref` that leads to a class in the schema.
  package static func reference(to name: String) -> String {
    // A URL fragment must be ASCII.
    "#/$defs/"
      + name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
          String(UnicodeScalar(byte))
        default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }.joined()
  }

  // MARK: - Classes

  private func write(_ definition: ClassDefinition?, _ name: String, to writer: inout JSONWriter) {
    writer.member("title", name)
    if let note = definition?.note { writer.member("description", note) }
    writer.member("type", "object")
    guard let definition, !definition.properties.isEmpty else { return }
    writer.object("properties") { writer in
      for property in definition.properties {
        writer.object(property.key) { write(property, isCase: definition.role == .choice, to: &$0) }
      }
    }
    if definition.role == .choice {
      writer.array("oneOf") { writer in
        for property in definition.properties {
          writer.object { $0.array("required", of: [property.key]) }
        }
      }
    }
    let required = definition.properties.filter(\.isRequired)
    if !required.isEmpty {
      writer.array("required", of: required.map(\.key))
    }
    writer.member("additionalProperties", true)
    if let rules = rules[name] { write(rules, to: &writer) }
  }

  private func write(_ schemas: [String], to writer: inout JSONWriter) {
    writer.array("allOf", of: schemas.compactMap { try? JSONDocument(parsing: $0).root })
  }

  private func write(_ property: PropertyDefinition, isCase: Bool, to writer: inout JSONWriter) {
    if let note = property.note { writer.member("description", note) }
    write(isCase ? property.type.unwrapped : property.type, depth: 0, to: &writer)
    if let json = property.defaultValue?.json { writer.member("default", JSONText(json)) }
  }

  // MARK: - Types

  /// The maximum nesting depth of types.
  private static let maximumDepth = 64

  private func write(_ type: PropertyType, depth: Int, to writer: inout JSONWriter) {
    guard depth < Self.maximumDepth else { return }
    switch type {
    case .optional: writeOptional(type.unwrapped, depth: depth, to: &writer)
    case .object(let name):
      if definitions.classes[name] != nil { writer.member("$ref", Self.reference(to: name)) }
    case .array(let element), .set(let element):
      writer.member("type", "array")
      writer.object("items") { write(element, depth: depth + 1, to: &$0) }
    case .dictionary(let key, let value): writeDictionary(key, value, depth: depth, to: &writer)
    case .enumeration(let name): write(definitions.enumerations[name], orNull: false, to: &writer)
    case .rawRepresentable(_, let raw): write(raw, depth: depth + 1, to: &writer)
    default: writeScalar(type, orNull: false, to: &writer)
    }
  }

  private func writeOptional(_ type: PropertyType, depth: Int, to writer: inout JSONWriter) {
    switch type {
    case .enumeration(let name): write(definitions.enumerations[name], orNull: true, to: &writer)
    case .object, .array, .set, .dictionary:
      writer.array("anyOf") { writer in
        writer.object { write(type, depth: depth + 1, to: &$0) }
        writer.object { $0.member("type", "null") }
      }
    default: writeScalar(type, orNull: true, to: &writer)
    }
  }

  private func writeDictionary(
    _ key: PropertyType, _ value: PropertyType, depth: Int, to writer: inout JSONWriter
  ) {
    guard !key.isMemberKey else {
      writer.member("type", "object")
      if key != .string { writer.object("propertyNames") { $0.member("pattern", "^[+-]?[0-9]+$") } }
      writer.object("additionalProperties") { write(value, depth: depth + 1, to: &$0) }
      return
    }
    // A schema can describe alternating keys and values only for a known number of them.
    writer.member("type", "array")
    writer.object("items") { writer in
      writer.array("anyOf") { writer in
        writer.object { write(key, depth: depth + 1, to: &$0) }
        writer.object { write(value, depth: depth + 1, to: &$0) }
      }
    }
  }

  private func write(_ enumeration: Enumeration?, orNull: Bool, to writer: inout JSONWriter) {
    guard let enumeration, !enumeration.cases.isEmpty else { return }
    writer.array("enum") { writer in
      for item in enumeration.cases { writer.element(JSONText(item.json)) }
      if orNull { writer.element(nil) }
    }
  }

  private func writeScalar(_ type: PropertyType, orNull: Bool, to writer: inout JSONWriter) {
    func write(_ name: String) {
      guard orNull else { return writer.member("type", name) }
      writer.array("type") { writer in
        writer.element(name)
        writer.element("null")
      }
    }
    switch type {
    case .string: write("string")
    case .bool: write("boolean")
    case .float, .double, .decimal: write("number")
    case .integer(let integer):
      write("integer")
      writer.member("minimum", integer.minimum)
      writer.member("maximum", integer.maximum)
    case .date:
      write("number")
      writer.member("$comment", "seconds since 2001-01-01T00:00:00Z")
    case .data:
      write("string")
      writer.member("contentEncoding", "base64")
    case .url: write("string")
    case .uuid:
      write("string")
      writer.member("format", "uuid")
    default: break
    }
  }
}
