extension Definitions {
  /// Reads the definitions of an app's models from its Swift files.
  ///
  /// What the files hold besides is passed over, whatever it is. Types that carry the name of a class of the framework are taken for the
  /// framework's own. Strings, comments and brackets that are never closed matter only in a file that has a class of a model or registers
  /// one: there they may hide anything.
  ///
  /// - Parameter sources: The files; a name may be used in one and declared in another.
  /// - Throws: The first thing, in the order of the files, that cannot be understood in a class of a model or in a call of
  ///   `Model.register`.
  public init(reading sources: [SwiftSource]) throws(DefinitionError) {
    var reader = DefinitionReader(sources.map { SwiftUnit($0) })
    self = try reader.read()
  }
}

/// Puts definitions together from what the files declare.
private struct DefinitionReader {
  private let hierarchy: ClassHierarchy
  private var properties: PropertyReader
  private var errors: [PlacedError] = []
  /// What is never closed, of each file the first.
  private var fileErrors: [PlacedError] = []

  private var table: TypeTable { hierarchy.table }

  init(_ units: [SwiftUnit]) {
    hierarchy = ClassHierarchy(TypeTable(units))
    properties = PropertyReader(TypeResolver(hierarchy))
  }

  mutating func read() throws(DefinitionError) -> Definitions {
    findErrors()
    var classes = table.entries.indices.filter { hierarchy.isModelClass($0) }.map { definition(of: $0) }
    var enumerations: [Enumeration] = []
    var next = 0
    // The properties of one value can be of further types.
    while next < properties.types.usedTypes.count {
      let type = properties.types.usedTypes[next]
      next += 1
      if let enumeration = properties.enumeration(type) {
        enumerations.append(enumeration)
      } else {
        classes.append(definition(of: type))
      }
    }
    errors += properties.errors
    try throwFirstError()
    return Definitions(classes: classes, enumerations: enumerations, registrations: registrations())
  }

  private func throwFirstError() throws(DefinitionError) {
    // What else is wrong in a file whose brackets do not fit may come of that.
    let unbalanced = Set(fileErrors.map(\.unit))
    let candidates = fileErrors + errors.filter { !unbalanced.contains($0.unit) }
    guard let first = candidates.min(by: { ($0.unit, $0.offset) < ($1.unit, $1.offset) }) else { return }
    throw table.units[first.unit].file.source.error(first.message, at: first.offset)
  }

  private mutating func definition(of type: Int) -> ClassDefinition {
    let name = table.name(of: type)
    var superclass = table.entries[type].superclass.map { table.name(of: $0) } ?? hierarchy.frameworkSuperclasses[type]
    let role = hierarchy.frameworkAncestors[type].flatMap { FrameworkClasses.byName[$0]?.role } ?? .value
    if role == .value, let base = table.entries[type].superclass {
      if !properties.use(base) { superclass = nil }
    }
    var definition = ClassDefinition(
      name: name, superclass: superclass, role: role, properties: properties.storedProperties(of: type))
    if role == .partial { definition.partialEntity = partialEntity(of: type) }
    guard let reference = table.entries[type].declaration else { return definition }
    let (file, declaration) = (table.units[reference.unit].file, table.declaration(reference))
    definition.note = declaration.remarks.note
    definition.formerName = declaration.remarks.formerName
    definition.place = file.source.place(of: file.offset(of: declaration.nameToken))
    return definition
  }

  private func partialEntity(of type: Int) -> ClassDefinition.PartialEntity? {
    for ancestor in hierarchy.lineage(of: type) {
      for reference in table.declarations(of: ancestor) {
        for variable in table.declaration(reference).variables {
          guard let path = variable.retrieved?.path else { continue }
          return .init(property: variable.name, className: className(path, from: ancestor))
        }
      }
    }
    return nil
  }

  private func registrations() -> [ModelRegistration] {
    table.units.indices.flatMap { number in
      let file = table.units[number].file
      return table.units[number].registrations.map { registration in
        let scope = registration.parent.flatMap { table.type(of: .init(unit: number, index: $0)) }
        return ModelRegistration(
          className: className(registration.type.path ?? [], from: scope), modelName: registration.name ?? "default",
          place: file.source.place(of: file.offset(of: registration.token)))
      }
    }
  }

  private func className(_ path: [String], from scope: Int?) -> String {
    switch hierarchy.target(of: path, from: scope) {
    case .declared(let type): return table.name(of: type)
    case .unknown(let path):
      if let name = path.last, path.count == 2, FrameworkClasses.contains(name) { return name }
      return path.joined(separator: ".")
    }
  }

  private mutating func findErrors() {
    for type in hierarchy.circles { report("class '\(table.name(of: type))' derives from itself", at: type) }
    for type in hierarchy.tooDeep where hierarchy.isModelClass(type) {
      report(
        "class '\(table.name(of: type))' derives through more than \(ClassHierarchy.greatestDepth) others", at: type)
    }
    for type in table.entries.indices where hierarchy.isModelClass(type) {
      if let first = table.entries[type].duplicateOf, hierarchy.isModelClass(first),
        let reference = table.entries[first].declaration
      {
        let file = table.units[reference.unit].file
        let place = file.source.place(of: file.offset(of: table.declaration(reference).nameToken))
        report(
          "class '\(table.name(of: type))' is declared already, in \(place.path):\(place.line):\(place.column)",
          at: type)
      }
      for reference in table.declarations(of: type) {
        if let problem = table.declaration(reference).problem { add(problem, in: reference.unit) }
      }
    }
    for (number, unit) in table.units.enumerated() {
      guard let problem = unit.file.problems.first, hasModels(number) else { continue }
      fileErrors.append(PlacedError(unit: number, offset: problem.offset, message: problem.message))
    }
  }

  private func hasModels(_ number: Int) -> Bool {
    let unit = table.units[number]
    if !unit.registrations.isEmpty { return true }
    return unit.types.indices.contains { index in
      table.type(of: .init(unit: number, index: index)).map { hierarchy.isModelClass($0) } ?? false
    }
  }

  private mutating func report(_ message: String, at type: Int) {
    guard let reference = table.entries[type].declaration else { return }
    let token = table.declaration(reference).nameToken
    errors.append(
      PlacedError(unit: reference.unit, offset: table.units[reference.unit].file.offset(of: token), message: message))
  }

  private mutating func add(_ problem: SyntaxProblem, in unit: Int) {
    errors.append(PlacedError(unit: unit, offset: problem.offset, message: problem.message))
  }
}
