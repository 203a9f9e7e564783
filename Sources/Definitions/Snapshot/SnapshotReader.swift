package import JSONDocument

extension ModelSnapshot {
  /// Reads a snapshot from an object with the members that ``write(to:)`` writes. Other members are ignored.
  ///
  /// The Swift text of a default whose JSON is known is that JSON. Throws an error with the invalid value if a member is missing or invalid.
  package init(reading value: JSONValue) throws(SnapshotError) {
    let reader = try SnapshotReader(value)
    self.init(of: reader.className, in: try reader.definitions())
  }
}

/// Reads definitions from the JSON of a snapshot.
private struct SnapshotReader {
  let className: String
  private let classes: [(name: String, value: JSONValue, role: ClassDefinition.Role)]
  /// The enumerations, and the classes without their properties, which types can refer to.
  private let names: Definitions

  init(_ value: JSONValue) throws(SnapshotError) {
    guard value.kind == .object else { throw SnapshotError("not an object", value) }
    className = try Self.text("class", of: value)
    var enumerations: [Enumeration] = []
    if let list = try Self.object("enumerations", of: value) {
      for (key, value) in list.members { enumerations.append(try Self.enumeration(key.string, value)) }
    }
    var classes: [(String, JSONValue, ClassDefinition.Role)] = []
    var names: Set<String> = []
    guard let list = try Self.object("classes", of: value) else { throw SnapshotError("missing classes", value) }
    for (key, value) in list.members {
      let name = key.string
      guard !FrameworkClasses.contains(name) else {
        throw SnapshotError("a class with the name of a framework class", value)
      }
      let text = try Self.text("role", of: value)
      guard let role = ClassDefinition.Role(text: text) else {
        throw SnapshotError("not a class role", value["role"] ?? value)
      }
      // The first of repeated keys is used, as everywhere.
      if names.insert(name).inserted { classes.append((name, value, role)) }
    }
    self.classes = classes
    self.names = Definitions(
      classes: classes.map { ClassDefinition(name: $0.0, superclass: nil, role: $0.2) }, enumerations: enumerations)
    guard self.names.classes[className] != nil else {
      throw SnapshotError("an undefined class", value["class"] ?? value)
    }
  }

  func definitions() throws(SnapshotError) -> Definitions {
    var definitions = names
    for (name, value, role) in classes { definitions.classes[name] = try definition(name, value, role) }
    return definitions
  }

  private func definition(
    _ name: String, _ value: JSONValue, _ role: ClassDefinition.Role
  ) throws(SnapshotError) -> ClassDefinition {
    var properties: [PropertyDefinition] = []
    var keys: Set<ExactText> = []
    if let list = try Self.object("properties", of: value) {
      for (key, value) in list.members {
        let property = try property(key.string, value)
        guard keys.insert(ExactText(property.key)).inserted else {
          throw SnapshotError("a second property with the same key", value)
        }
        properties.append(property)
      }
    }
    var entity: ClassDefinition.PartialEntity?
    if let value = try Self.object("entity", of: value) {
      entity = .init(property: try Self.text("property", of: value), className: try Self.text("class", of: value))
    }
    return ClassDefinition(
      name: name, superclass: try Self.textIfThere("superclass", of: value), role: role, properties: properties,
      partialEntity: entity, formerName: try Self.textIfThere("was", of: value))
  }

  private func property(_ name: String, _ value: JSONValue) throws(SnapshotError) -> PropertyDefinition {
    guard let text = value["type"] else { throw SnapshotError("missing type", value) }
    let type = try SnapshotType(reading: text, in: names)
    var isConstant = false
    if let value = value["constant"] {
      guard let bool = value.bool else { throw SnapshotError("neither true nor false", value) }
      isConstant = bool
    }
    let initial: DefaultValue?
    if let value = value["default"] {
      let json = String(decoding: JSONWriter.compact(value), as: UTF8.self)
      initial = DefaultValue(text: json, json: json)
    } else {
      initial = try Self.textIfThere("defaultText", of: value).map { DefaultValue(text: $0) }
    }
    return PropertyDefinition(
      name: name, key: try Self.textIfThere("key", of: value), type: type.type, isConstant: isConstant,
      isImplicitlyUnwrapped: type.isImplicitlyUnwrapped, defaultValue: initial,
      formerName: try Self.textIfThere("was", of: value))
  }

  private static func enumeration(_ name: String, _ value: JSONValue) throws(SnapshotError) -> Enumeration {
    let text = try text("type", of: value)
    guard let rawType = Enumeration.RawType(text: text) else {
      throw SnapshotError("neither String nor an integer type", value["type"] ?? value)
    }
    guard let list = try object("cases", of: value) else { throw SnapshotError("missing cases", value) }
    var cases: [Enumeration.Case] = []
    for (key, value) in list.members {
      guard let json = rawType.json(of: value) else {
        throw SnapshotError("not a valid raw value of type \(rawType.text)", value)
      }
      cases.append(.init(name: key.string, json: json))
    }
    return Enumeration(name: name, rawType: rawType, cases: cases)
  }

  // MARK: - Members

  private static func object(_ key: String, of value: JSONValue) throws(SnapshotError) -> JSONValue? {
    guard let member = value[key] else { return nil }
    guard member.kind == .object else { throw SnapshotError("not an object", member) }
    return member
  }

  private static func text(_ key: String, of value: JSONValue) throws(SnapshotError) -> String {
    guard let text = try textIfThere(key, of: value) else { throw SnapshotError("missing \(key)", value) }
    return text
  }

  private static func textIfThere(_ key: String, of value: JSONValue) throws(SnapshotError) -> String? {
    guard value.kind == .object else { throw SnapshotError("not an object", value) }
    guard let member = value[key] else { return nil }
    guard let text = member.string else { throw SnapshotError("not a string", member) }
    return text
  }
}

extension Enumeration.RawType {
  /// Returns the JSON of a raw value in its canonical form; nil if the value is not of this type.
  fileprivate func json(of value: JSONValue) -> String? {
    switch self {
    case .string: return value.string.map { JSONText.quote($0) }
    case .integer(let type):
      guard value.kind == .number else { return nil }
      let text = value.rawText
      let isNegative = text.utf8.first == UInt8(ascii: "-")
      var number = NumberLiteral(isNegative ? String(text.dropFirst()) : text)
      number?.isNegative = isNegative
      return number?.json(as: type)
    }
  }
}
