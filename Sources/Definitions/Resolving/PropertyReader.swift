import JSONDocument

/// Determines the stored properties of classes and structures.
///
/// Swift synthesizes coding only for the class that declares `Codable`, and that class stores its own properties. Its subclasses store the same
/// properties, unless they implement their own coding. The properties of its superclasses are not stored.
struct PropertyReader {
  private(set) var types: TypeResolver
  /// Errors in classes of models.
  private(set) var errors: [PlacedError] = []
  private var properties: [Int: [PropertyDefinition]] = [:]
  private var ownProperties: [Int: [PropertyDefinition]] = [:]

  private var table: TypeTable { types.table }
  private var hierarchy: ClassHierarchy { types.hierarchy }

  init(_ types: TypeResolver) { self.types = types }

  /// Returns all stored properties of a type, after those of its superclasses.
  mutating func storedProperties(of type: Int) -> [PropertyDefinition] {
    if let known = properties[type] { return known }
    let superclassChain = hierarchy.superclassChain(of: type)
    let brought = hierarchy.frameworkAncestors[type].flatMap { FrameworkClasses.byName[$0]?.properties } ?? []
    let isCoded = !brought.isEmpty || superclassChain.contains { hierarchy.declaresCodable($0) }
    var result = brought
    var isStoring = !brought.isEmpty
    for ancestor in superclassChain.reversed() {
      if isStoring {
        if encodesItself(ancestor) {
          let known = Set(result.map { ExactText($0.key) })
          result += own(ancestor).filter { !known.contains(ExactText($0.key)) }
        }
      } else if !isCoded || hierarchy.declaresCodable(ancestor) {
        // If no class declares `Codable`, the declaration is probably missing in the sources.
        result += own(ancestor)
        isStoring = isCoded
      }
    }
    setInitialValues(of: &result, by: superclassChain)
    properties[type] = result
    return result
  }

  /// Sets the initial values that `init()` assigns. Constants are skipped, because a constant with a value is not decoded.
  private mutating func setInitialValues(of properties: inout [PropertyDefinition], by superclassChain: [Int]) {
    guard let type = superclassChain.first else { return }
    let assigned = types.initialAssignments(of: type)
    for index in properties.indices where !properties[index].isConstant {
      guard let value = assigned[properties[index].name] else { continue }
      let text = if case .json(let json) = value { json } else { "init()" }
      properties[index].defaultValue = DefaultValue(text: text, value: value)
    }
  }

  /// Returns the enumeration with raw values that a type declares; nil for other types.
  mutating func enumeration(_ type: Int) -> Enumeration? { types.enumeration(type) }

  /// Adds a superclass of a value to the used types. Returns false if it is not Codable.
  mutating func use(_ type: Int) -> Bool {
    if case .object = types.resolve(type) { true } else { false }
  }

  private func encodesItself(_ type: Int) -> Bool {
    let declarations = table.declarations(of: type).map { table.declaration($0) }
    return declarations.contains { $0.encodes } && declarations.contains { $0.decodes }
  }

  /// Returns the properties that a type stores itself.
  private mutating func own(_ type: Int) -> [PropertyDefinition] {
    if let known = ownProperties[type] { return known }
    let keys = codingKeys(of: type)
    var found: Set<String> = []
    var result: [PropertyDefinition] = []
    if let reference = table.entries[type].declaration {
      for variable in table.declaration(reference).variables where variable.isStored {
        guard let key = keys.map({ $0[variable.name]?.key }) ?? variable.name else { continue }
        found.insert(variable.name)
        guard isEncoded(variable, in: type) else { continue }
        if let property = read(variable, storedAs: key, in: type, reference) { result.append(property) }
      }
    }
    if encodesItself(type) {
      result += written(by: type, under: keys ?? [:], except: found)
    } else {
      for (name, key) in keys ?? [:] where !found.contains(name) {
        report("'\(name)' is not a stored property of '\(table.name(of: type))'", at: key.token, in: key.unit, of: type)
      }
    }
    ownProperties[type] = result
    return result
  }

  /// Returns false for a property whose wrapper is not Codable, because Swift synthesizes no coding for it.
  private func isEncoded(_ variable: VariableDeclaration, in type: Int) -> Bool {
    guard let path = variable.wrapper?.path, !encodesItself(type) else { return true }
    if let found = table.find(path, from: type), let declaration = table.declaration(of: found) {
      return declaration.kind == .actor || hierarchy.declaresCodable(found)
    }
    return !WellKnownTypes.wrappersWithoutCoding.contains(path.last ?? "")
  }

  /// Returns the type of a property whose wrapper determines how it is stored; nil if it has no such wrapper.
  private func wrapped(_ variable: VariableDeclaration, in type: Int) -> PropertyType? {
    guard let wrapper = variable.wrapper, let path = wrapper.path, !encodesItself(type) else { return nil }
    if let found = table.find(path, from: type), table.declaration(of: found)?.kind == .actor { return nil }
    return .other("@\(wrapper)" + (variable.type.map { " \($0)" } ?? ""))
  }

  /// Returns the inherited and computed properties that the type's own `encode(to:)` writes, according to its keys.
  private mutating func written(
    by type: Int, under keys: [String: TypeTable.CodingKey], except found: Set<String>
  ) -> [PropertyDefinition] {
    var found = found
    var result: [(token: Int, PropertyDefinition)] = []
    for ancestor in hierarchy.superclassChain(of: type) {
      for reference in table.declarations(of: ancestor) {
        for variable in table.declaration(reference).variables where !variable.isStatic {
          guard let key = keys[variable.name], variable.type != nil || variable.value != nil,
            found.insert(variable.name).inserted,
            let property = read(variable, storedAs: key.key, in: ancestor, reference)
          else { continue }
          result.append((key.token, property))
        }
      }
    }
    return result.sorted { $0.token < $1.token }.map(\.1)
  }

  private mutating func read(
    _ variable: VariableDeclaration, storedAs key: String, in type: Int, _ reference: TypeTable.Reference
  ) -> PropertyDefinition? {
    let file = table.units[reference.unit].file
    let value = variable.value.map { ValueReader(file).read($0) }
    let declared = wrapped(variable, in: type) ?? variable.type.map { types.resolve($0, in: type) }
    let inferred = declared ?? value.flatMap { types.infer($0, in: type) }
    if inferred == nil {
      // A property without type and value was already reported when it was parsed.
      if value != nil {
        report(
          "cannot infer the type of '\(variable.name)' from its value; "
            + "write it after the name, as in '\(variable.name): Int'",
          at: variable.nameToken, in: reference.unit, of: type)
      }
      if hierarchy.isModelClass(type) { return nil }
    }
    let propertyType = inferred ?? .other("_")
    var isImplicitlyUnwrapped = false
    if case .optional(_, true) = variable.type { isImplicitlyUnwrapped = true }
    var property = PropertyDefinition(
      name: variable.name, key: key, type: propertyType, isConstant: variable.isConstant,
      isImplicitlyUnwrapped: isImplicitlyUnwrapped,
      defaultValue: variable.value.map { range in
        DefaultValue(
          text: file.text(of: range),
          value: value.map {
            types.initialValue(of: types.explicit($0, as: variable.type, in: type), as: propertyType, in: type)
          })
      },
      note: variable.remarks.note, formerName: variable.remarks.formerName,
      place: file.source.place(of: file.offset(of: variable.nameToken)))
    property.rules = variable.remarks.rules
    return property
  }

  private mutating func report(_ message: String, at token: Int, in unit: Int, of type: Int) {
    guard hierarchy.isModelClass(type) else { return }
    errors.append(
      PlacedError(unit: unit, offset: table.units[unit].file.offset(of: token), message: message, type: type))
  }

  /// Returns the keys of `enum CodingKeys`, by the names of the properties; nil if there is none.
  private mutating func codingKeys(of type: Int) -> [String: TypeTable.CodingKey]? {
    let keys = table.codingKeys(named: "CodingKeys", of: type)
    for (name, key) in keys ?? [:] {
      guard let value = key.unreadable else { continue }
      report("the key of '\(name)' must be a plain string", at: value, in: key.unit, of: type)
    }
    return keys
  }

  // MARK: - Enumerations with associated values

  /// Returns the class of the objects that store an enumeration with associated values, and the classes of its cases; nil for other types.
  mutating func choice(_ type: Int) -> [ClassDefinition]? {
    guard let cases = types.choices(of: type), let reference = table.entries[type].declaration else { return nil }
    let (file, declaration) = (table.units[reference.unit].file, table.declaration(reference))
    let name = table.name(of: type)
    func place(_ token: Int) -> SourcePlace { file.source.place(of: file.offset(of: token)) }
    var classes = cases.map { found in
      ClassDefinition(
        name: "\(name).\(found.name)", superclass: nil, role: .value,
        properties: found.values.map { value in
          PropertyDefinition(
            name: value.label ?? value.key, key: value.key, type: value.type, place: place(value.token))
        }, place: place(found.token))
    }
    classes.insert(
      ClassDefinition(
        name: name, superclass: nil, role: .choice,
        properties: cases.map { found in
          PropertyDefinition(
            name: found.name, key: found.key, type: .optional(.object("\(name).\(found.name)")),
            place: place(found.token))
        }, note: declaration.remarks.note, formerName: declaration.remarks.formerName,
        place: place(declaration.nameToken)),
      at: 0)
    return classes
  }
}
