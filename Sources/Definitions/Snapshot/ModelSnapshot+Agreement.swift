import JSONDocument

extension ModelSnapshot {
  /// True if both describe the same data: keys, types, required properties, roles, the entities of partials, the raw values of enumeration cases,
  /// and the names of classes.
  ///
  /// Defaults, notes, places, `let`, the Swift names of properties and enumerations, and any order do not matter as long as each case has the same
  /// raw value. A case with only a new Swift name is a difference, although it changes no data, because its value may now have another meaning.
  package func agrees(with other: ModelSnapshot) -> Bool { canonicalBytes == other.canonicalBytes }

  /// A text that is equal for two snapshots exactly if they agree.
  package var canonicalBytes: [UInt8] {
    let content = pruned
    let enumerations = CanonicalEnumerations(content.definitions)
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("class", className)
      writer.object("classes") { writer in
        for definition in content.ownClasses {
          writer.object(definition.name) { definition.writeCanonical(to: &$0, enumerations) }
        }
      }
      writer.array("enumerations") { writer in
        for text in enumerations.texts { writer.element(JSONText(text.text)) }
      }
    }
    return writer.bytes
  }
}

/// The enumerations by their cases and raw values. Each has a number that does not depend on its name.
private struct CanonicalEnumerations {
  /// `["Int",{"hard":1,"soft":0}]`, sorted.
  let texts: [ExactText]
  private let numbers: [String: Int]

  init(_ definitions: Definitions) {
    let named = definitions.enumerations.mapValues { ExactText(Self.text(of: $0)) }
    texts = Set(named.values).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($1, $0) })
    self.numbers = named.compactMapValues { numbers[$0] }
  }

  private static func text(of enumeration: Enumeration) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      writer.element(enumeration.rawType.text)
      // The raw values alone would not change if two cases exchange theirs, although this changes the meaning of all data.
      writer.object { writer in
        for declared in enumeration.cases.sorted(by: { ExactText($0.name) < ExactText($1.name) }) {
          writer.member(declared.name, JSONText(declared.json))
        }
      }
    }
    return writer.text
  }

  subscript(_ name: String) -> Int { numbers[name] ?? -1 }
}

extension ClassDefinition {
  fileprivate func writeCanonical(to writer: inout JSONWriter, _ enumerations: CanonicalEnumerations) {
    writer.member("role", role.text)
    if let partialEntity { writer.member("entity", partialEntity.className) }
    writer.object("properties") { writer in
      for property in properties.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
        writer.array(property.key) { writer in
          property.type.writeCanonical(to: &writer, enumerations)
          writer.element(property.isRequired)
        }
      }
    }
  }
}

extension PropertyType {
  fileprivate func writeCanonical(to writer: inout JSONWriter, _ enumerations: CanonicalEnumerations) {
    switch self {
    case .object(let name): Self.write("object", name, to: &writer)
    case .other(let text): Self.write("other", text, to: &writer)
    // The data does not depend on the name.
    case .rawRepresentable(_, let raw): Self.write("rawValue", [raw], to: &writer, enumerations)
    case .enumeration(let name): Self.write("enumeration", enumerations[name], to: &writer)
    case .optional(let inner): Self.write("optional", [inner], to: &writer, enumerations)
    case .array(let element): Self.write("array", [element], to: &writer, enumerations)
    case .set(let element): Self.write("set", [element], to: &writer, enumerations)
    case .dictionary(let key, let value): Self.write("dictionary", [key, value], to: &writer, enumerations)
    default: writer.element(description)
    }
  }

  private static func write(_ kind: String, _ part: any JSONWritable, to writer: inout JSONWriter) {
    writer.array { writer in
      writer.element(kind)
      writer.element(part)
    }
  }

  private static func write(
    _ kind: String, _ parts: [PropertyType], to writer: inout JSONWriter, _ enumerations: CanonicalEnumerations
  ) {
    writer.array { writer in
      writer.element(kind)
      for part in parts { part.writeCanonical(to: &writer, enumerations) }
    }
  }
}
