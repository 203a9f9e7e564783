package import JSONDocument

extension ModelSnapshot {
  /// Writes the members `class`, `classes` and, if there are any, `enumerations` of an object.
  ///
  /// The output omits framework classes, which are always known, as well as notes, places, and the Swift text of defaults whose JSON is known.
  package func write(to writer: inout JSONWriter) {
    let content = pruned
    writer.member("class", className)
    writer.object("classes") { writer in
      for definition in content.ownClasses {
        writer.object(definition.name) { definition.write(to: &$0, in: content.definitions) }
      }
    }
    let enumerations = content.sortedEnumerations
    guard !enumerations.isEmpty else { return }
    writer.object("enumerations") { writer in
      for enumeration in enumerations {
        writer.object(enumeration.name) { writer in
          writer.member("type", enumeration.rawType.text)
          writer.object("cases") { writer in
            for declared in enumeration.cases { writer.member(declared.name, JSONText(declared.json)) }
          }
        }
      }
    }
  }

  private var compact: [UInt8] {
    var writer = JSONWriter()
    writer.object { write(to: &$0) }
    return writer.bytes
  }
}

extension ModelSnapshot: Equatable {
  /// True if ``write(to:)`` writes the same for both.
  package static func == (left: Self, right: Self) -> Bool { left.compact == right.compact }
}

extension ClassDefinition {
  fileprivate func write(to writer: inout JSONWriter, in definitions: Definitions) {
    if let superclass { writer.member("superclass", superclass) }
    writer.member("role", role.text)
    if let formerName { writer.member("was", formerName) }
    writer.object("properties") { writer in
      for property in properties {
        writer.object(property.name) { property.write(to: &$0, in: definitions) }
      }
    }
    guard let partialEntity else { return }
    writer.object("entity") { writer in
      writer.member("property", partialEntity.property)
      writer.member("class", partialEntity.className)
    }
  }
}

extension PropertyDefinition {
  fileprivate func write(to writer: inout JSONWriter, in definitions: Definitions) {
    if !key.isExactly(name) { writer.member("key", key) }
    SnapshotType(type, isImplicitlyUnwrapped: isImplicitlyUnwrapped, in: definitions).write(as: "type", to: &writer)
    if isConstant { writer.member("constant", true) }
    if let json = defaultValue?.json {
      writer.member("default", JSONText(json))
    } else if let defaultValue {
      writer.member("defaultText", defaultValue.text)
    }
    if let formerName { writer.member("was", formerName) }
  }
}
