extension Definitions {
  /// Reads the definitions of an app's models from its Swift files.
  ///
  /// Everything else in the files is ignored. A type with the name of a framework class is taken for the framework's own. Unclosed strings,
  /// comments and brackets matter only in a file with a model's class, a type that such a class stores, or a registration: there they may
  /// hide any declaration.
  ///
  /// - Parameter sources: The files. A name can be used in one file and declared in another.
  /// - Throws: The first problem of a model's class, in the order of the files.
  package init(reading sources: [SwiftSource]) throws(DefinitionError) {
    self.init(understoodIn: sources)
    if let first = problems.first { throw first.error }
  }

  /// Reads the parts of an app's Swift files that can be understood, as `init(reading:)` does. The rest is listed in ``problems``.
  package init(understoodIn sources: [SwiftSource]) {
    var reader = DefinitionReader(sources.map { SwiftUnit($0) })
    self = reader.read()
  }
}

/// Builds definitions from the declarations in the files.
private struct DefinitionReader {
  private let hierarchy: ClassHierarchy
  private var properties: PropertyReader
  private var errors: [PlacedError] = []
  /// The first error of each file that can hide any declaration, such as an unclosed bracket.
  private var fileErrors: [PlacedError] = []
  /// The types found so far, with their definitions.
  private var classes: [(type: Int, definitions: [ClassDefinition])] = []
  private var enumerations: [(type: Int, Enumeration)] = []

  private var table: TypeTable { hierarchy.table }

  init(_ units: [SwiftUnit]) {
    hierarchy = ClassHierarchy(TypeTable(units))
    properties = PropertyReader(TypeResolver(hierarchy))
  }

  mutating func read() -> Definitions {
    findErrors()
    for type in table.entries.indices where hierarchy.isModelClass(type) {
      classes.append((type, [definition(of: type)]))
    }
    var next = 0
    // The properties of a type can have further types.
    while next < properties.types.usedTypes.count {
      let type = properties.types.usedTypes[next]
      next += 1
      if let enumeration = properties.enumeration(type) {
        enumerations.append((type, enumeration))
      } else {
        classes.append((type, properties.choice(type) ?? [definition(of: type)]))
      }
    }
    errors += properties.errors
    findFileErrors()
    let problems = problems()
    let missing = Set(problems.flatMap(\.names))
    var definitions = Definitions(
      classes: classes.flatMap(\.definitions).filter { !missing.contains($0.name) },
      enumerations: enumerations.map(\.1).filter { !missing.contains($0.name) }, registrations: registrations(),
      problems: problems)
    definitions.declaredTypeCount = table.units.reduce(0) { count, unit in
      count + unit.types.count { $0.kind != .extension && $0.kind != .alias }
    }
    return definitions
  }

  // MARK: - Problems

  private func problems() -> [DefinitionProblem] {
    // In a file with unbalanced brackets, other errors can be a consequence.
    let unbalanced = Set(fileErrors.map(\.unit))
    let all = fileErrors + errors.filter { !unbalanced.contains($0.unit) }
    let dependents = dependents()
    var reported: Set<Int> = []
    return all.sorted { ($0.unit, $0.offset) < ($1.unit, $1.offset) }.compactMap { error in
      // Report only the first problem of a class.
      if let type = error.type, !reported.insert(type).inserted { return nil }
      return DefinitionProblem(
        error: table.units[error.unit].file.source.error(error.message, at: error.offset),
        names: names(error, dependents),
        concernsFile: error.type == nil)
    }
  }

  /// Indexes the classes and enumerations by the types and files that they depend on. There can be as many errors as classes, so searching all
  /// classes for each error would be quadratic.
  private struct Dependents {
    /// The names of each class with its nested value classes, and of each enumeration.
    var names: [[String]] = []
    /// For each type, the indices of its own names and of those that derive from it.
    var ofType: [Int: [Int]] = [:]
    /// The same for each file.
    var ofUnit: [Int: [Int]] = [:]
  }

  private func dependents() -> Dependents {
    var found = Dependents()
    let all = classes.map { ($0.type, $0.definitions.map(\.name)) } + enumerations.map { ($0.type, [$0.1.name]) }
    for (index, (type, names)) in all.enumerated() {
      found.names.append(names)
      var units: Set<Int> = []
      for ancestor in hierarchy.superclassChain(of: type) {
        found.ofType[ancestor, default: []].append(index)
        units.formUnion(table.declarations(of: ancestor).map(\.unit))
      }
      for unit in units { found.ofUnit[unit, default: []].append(index) }
    }
    return found
  }

  /// Returns the types lost to an error, including subclasses of the broken class.
  private func names(_ error: PlacedError, _ dependents: Dependents) -> [String] {
    var indices: Set<Int> = []
    if let broken = error.type {
      indices.formUnion(dependents.ofType[broken] ?? [])
      if let first = table.entries[broken].duplicateOf { indices.formUnion(dependents.ofType[first] ?? []) }
    } else {
      indices.formUnion(dependents.ofUnit[error.unit] ?? [])
    }
    var seen: Set<String> = []
    return indices.sorted().flatMap { dependents.names[$0] }.filter { seen.insert($0).inserted }
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
    for ancestor in hierarchy.superclassChain(of: type) {
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
      return table.units[number].registrations.compactMap { registration -> ModelRegistration? in
        // The framework registers a model of its own before the app does.
        if let parent = registration.parent, isFrameworkClass(table.units[number].types[parent]) { return nil }
        let scope = registration.parent.flatMap { table.type(of: .init(unit: number, index: $0)) }
        return ModelRegistration(
          className: className(registration.type.path ?? [], from: scope), modelName: registration.name ?? "default",
          place: file.source.place(of: file.offset(of: registration.token)))
      }
    }
  }

  private func isFrameworkClass(_ declaration: TypeDeclaration) -> Bool {
    declaration.kind == .class && declaration.parent == nil && FrameworkClasses.contains(declaration.path[0])
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
        "class '\(table.name(of: type))' has more than \(ClassHierarchy.maximumDepth) superclasses", at: type)
    }
    for type in table.entries.indices where hierarchy.isModelClass(type) {
      if let first = table.entries[type].duplicateOf, hierarchy.isModelClass(first),
        let reference = table.entries[first].declaration
      {
        let file = table.units[reference.unit].file
        let place = file.source.place(of: file.offset(of: table.declaration(reference).nameToken))
        report(
          "class '\(table.name(of: type))' is already declared in \(place.path):\(place.line):\(place.column)",
          at: type)
      }
      for reference in table.declarations(of: type) {
        if let problem = table.declaration(reference).problem { add(problem, in: reference.unit, of: type) }
      }
    }
  }

  private mutating func findFileErrors() {
    let types = classes.map(\.type) + enumerations.map(\.type)
    let used = Set(types.flatMap { table.declarations(of: $0).map(\.unit) })
    // A missing type may be declared in a file that was only partly saved.
    let isIncomplete =
      classes.contains { $0.definitions.contains { $0.properties.contains { !$0.type.isFullyKnown } } }
      || registrations().contains { registration in
        !classes.contains { $0.definitions.contains { $0.name == registration.className } }
      }
    for (number, unit) in table.units.enumerated() {
      guard let problem = unit.file.problems.first ?? unit.headWithoutBody,
        used.contains(number) || !unit.registrations.isEmpty || isIncomplete
      else { continue }
      fileErrors.append(PlacedError(unit: number, offset: problem.offset, message: problem.message, type: nil))
    }
  }

  private mutating func report(_ message: String, at type: Int) {
    guard let reference = table.entries[type].declaration else { return }
    let token = table.declaration(reference).nameToken
    errors.append(
      PlacedError(
        unit: reference.unit, offset: table.units[reference.unit].file.offset(of: token), message: message, type: type))
  }

  private mutating func add(_ problem: SyntaxProblem, in unit: Int, of type: Int) {
    errors.append(PlacedError(unit: unit, offset: problem.offset, message: problem.message, type: type))
  }
}
