import JSONDocument

extension TypeResolver {
  /// The values that an initializer assigns, by property name; `unknown` if only the running app can compute one.
  typealias Assignments = [String: InitialValue]

  /// Returns a new instance of a class or structure with these arguments; nil if it cannot be evaluated.
  mutating func instance(
    of name: String, _ arguments: [ValueSyntax.Arguments.Argument], in context: Context
  ) -> InitialValue? {
    if name == "ModelRef", arguments.count == 1, arguments[0].label == "refKey" {
      return value(of: arguments[0].value, as: .string, in: context).map {
        .instance(of: name, with: [.init(name: "refKey", value: $0)])
      }
    }
    guard let type = table.type(named: name) else {
      // A framework class.
      return arguments.isEmpty ? .instance(of: name, with: []) : nil
    }
    guard goesDeeper(context), let initial = assignmentsWithoutArguments(of: type, depth: context.depth + 1) else {
      return arguments.isEmpty ? nil : instance(of: name, type, arguments, initial: [:], in: context)
    }
    guard !arguments.isEmpty else {
      guard !initial.values.contains(.unknown) else { return nil }
      // The definition of the class already has these values, except those of constants.
      let superclassChain = hierarchy.superclassChain(of: type)
      return .instance(
        of: name,
        with: Self.members(initial.filter { stored($0.key, in: superclassChain)?.variable.isConstant ?? false }))
    }
    return instance(of: name, type, arguments, initial: initial, in: context)
  }

  /// - Parameter initial: The values that `init()` assigns, which are the initial values in the definition of the class.
  private mutating func instance(
    of name: String, _ type: Int, _ arguments: [ValueSyntax.Arguments.Argument], initial: Assignments,
    in context: Context
  ) -> InitialValue? {
    guard goesDeeper(context), var assigned = assignments(byInitializerOf: type, arguments, in: context),
      !assigned.values.contains(.unknown)
    else { return nil }
    let superclassChain = hierarchy.superclassChain(of: type)
    // Initializers other than `init()` leave these with their declared values.
    for name in initial.keys where assigned[name] == nil {
      guard let (owner, variable) = stored(name, in: superclassChain),
        let declared = declaredValue(of: variable, in: owner)
      else { return nil }
      assigned[name] = declared
    }
    return .instance(of: name, with: Self.members(assigned))
  }

  private static func members(_ assigned: Assignments) -> [InitialValue.Member] {
    assigned.sorted { ExactText($0.key) < ExactText($1.key) }.map { .init(name: $0.key, value: $0.value) }
  }

  /// Returns the value in the declaration of a variable; nil if there is none or it cannot be evaluated.
  private mutating func declaredValue(of variable: VariableDeclaration, in owner: Int) -> InitialValue? {
    guard let type = storedType(of: variable, in: owner), let reference = table.entries[owner].declaration else {
      return nil
    }
    guard let tokens = variable.value else { return type.isOptional ? .json("null") : nil }
    let syntax = ValueReader(table.units[reference.unit].file).read(tokens)
    return value(of: explicit(syntax, as: variable.type, in: owner), as: type, in: Context(scope: owner))
  }

  /// Returns the raw value of a new instance of a structure that is stored as its raw value; nil if it cannot be evaluated.
  mutating func rawValue(
    of structure: Int, _ arguments: [ValueSyntax.Arguments.Argument], in context: Context
  ) -> InitialValue? {
    guard goesDeeper(context),
      let value = assignments(byInitializerOf: structure, arguments, in: context)?["rawValue"], value != .unknown
    else { return nil }
    return value
  }

  /// Returns a value in which the type's name precedes `.a` and `.init(…)` if the type is a structure that is stored as its raw value. Without the
  /// name, they would be looked up in the raw type.
  func explicit(_ value: ValueSyntax, as syntax: TypeSyntax?, in scope: Int?) -> ValueSyntax {
    guard let syntax else { return value }
    switch (value, syntax) {
    case (_, .optional(let wrapped, _)): return explicit(value, as: wrapped, in: scope)
    case (.array(let elements), .array(let element)):
      return .array(elements.map { explicit($0, as: element, in: scope) })
    case (.dictionary(let members), .dictionary(let key, let element)):
      return .dictionary(
        members.map { (explicit($0.key, as: key, in: scope), explicit($0.value, as: element, in: scope)) })
    case (.array(let elements), .named(let components)) where components.last?.arguments.count == 1:
      return .array(elements.map { explicit($0, as: components.last?.arguments.first, in: scope) })
    case (.implicitMember, .named), (.implicitCall("init", _), .named), (.array, .named):
      guard let type = structure(named: syntax, in: scope) else { return value }
      let conformances = hierarchy.conformances(of: type)
      guard conformances.contains("RawRepresentable") || conformances.contains("OptionSet") else { return value }
      let path = table.name(of: type).split(separator: ".").map { String($0) }
      switch value {
      case .implicitMember(let name): return .member(path + [name])
      case .implicitCall(_, let arguments): return .call(.named(path.map { .init(name: $0) }), arguments)
      case .array(let elements):
        return .array(
          elements.map { if case .implicitMember(let name) = $0 { .member(path + [name]) } else { $0 } })
      default: return value
      }
    default: return value
    }
  }

  // MARK: - Initializers

  private struct Initializer {
    let declaration: InitializerDeclaration
    let file: SwiftFile
    let parameters: [InitializerReader.Parameter]
  }

  /// Returns the values that `init()` assigns. If a type has no `init()`, returns the values that all its initializers assign when they are called
  /// with as few arguments as possible.
  mutating func initialAssignments(of type: Int) -> Assignments {
    startProperty()
    if let assigned = assignmentsWithoutArguments(of: type, depth: 0) { return assigned }
    guard let owner = hierarchy.superclassChain(of: type).first(where: hasOwnInitializers) else { return [:] }
    let results = initializers(of: owner).filter { !$0.declaration.isConvenience }.map { initializer in
      run(initializer, initializer.parameters.map { _ in nil }, of: owner, in: Context(scope: owner))
    }
    guard let first = results.first else { return [:] }
    return first.filter { name, value in value != .unknown && results.allSatisfy { $0[name] == value } }
  }

  /// Returns the values that `init()` assigns to the properties of a type; nil if it has no `init()`.
  private mutating func assignmentsWithoutArguments(of type: Int, depth: Int) -> Assignments? {
    for ancestor in hierarchy.superclassChain(of: type) {
      if let (initializer, given) = initializer(of: ancestor, taking: []) {
        return run(initializer, given, of: ancestor, in: Context(scope: ancestor, depth: depth))
      }
      if hasOwnInitializers(ancestor) { return nil }
    }
    return [:]
  }

  /// True if a type declares initializers that suppress implicit ones. Initializers in extensions and `convenience` ones do not.
  private func hasOwnInitializers(_ type: Int) -> Bool {
    table.declaration(of: type)?.initializers.contains { !$0.isConvenience } ?? false
  }

  private func initializers(of type: Int) -> [Initializer] {
    table.declarations(of: type).flatMap { reference in
      let file = table.units[reference.unit].file
      return table.declaration(reference).initializers.compactMap { declaration -> Initializer? in
        guard !declaration.isFailable, let parameters = InitializerReader(declaration, in: file).parameters() else {
          return nil
        }
        return Initializer(declaration: declaration, file: file, parameters: parameters)
      }
    }
  }

  /// Returns the initializer that accepts these arguments, with the argument for each parameter. Swift prefers one that needs no defaults.
  private func initializer(
    of type: Int, taking arguments: [ValueSyntax.Arguments.Argument]
  ) -> (Initializer, [ValueSyntax?])? {
    let fitting = initializers(of: type).compactMap { initializer in
      Self.match(arguments, initializer.parameters).map { (initializer, $0) }
    }
    return fitting.first { $0.0.parameters.count == arguments.count } ?? fitting.first
  }

  /// Returns the values that the initializer for these arguments assigns; nil if no initializer accepts them.
  private mutating func assignments(
    byInitializerOf type: Int, _ arguments: [ValueSyntax.Arguments.Argument], in context: Context
  ) -> Assignments? {
    // A subclass without initializers of its own inherits those of its superclass.
    for ancestor in hierarchy.superclassChain(of: type) {
      if let (initializer, given) = initializer(of: ancestor, taking: arguments) {
        return run(initializer, given, of: ancestor, in: context)
      }
      if hasOwnInitializers(ancestor) { return nil }
    }
    return memberwise(type, arguments, in: context)
  }

  /// Returns the argument for each parameter, nil for one with its default. Returns nil if the arguments do not match.
  private static func match(
    _ arguments: [ValueSyntax.Arguments.Argument], _ parameters: [InitializerReader.Parameter]
  ) -> [ValueSyntax?]? {
    var rest = arguments[...]
    var matched: [ValueSyntax?] = []
    for parameter in parameters {
      if let argument = rest.first, argument.label == parameter.label {
        matched.append(argument.value)
        rest.removeFirst()
      } else if parameter.value != nil {
        matched.append(nil)
      } else {
        return nil
      }
    }
    return rest.isEmpty ? matched : nil
  }

  /// Returns the values that a structure's memberwise initializer assigns.
  private mutating func memberwise(
    _ type: Int, _ arguments: [ValueSyntax.Arguments.Argument], in context: Context
  ) -> Assignments? {
    guard let declaration = table.declaration(of: type), declaration.kind == .structure else { return nil }
    var rest = arguments[...]
    var assigned: Assignments = [:]
    for variable in declaration.variables where variable.isStored && !(variable.isConstant && variable.value != nil) {
      guard let argument = rest.first, argument.label == variable.name else { continue }
      rest.removeFirst()
      guard let propertyType = storedType(of: variable, in: type) else { return nil }
      assigned[variable.name] =
        value(of: explicit(argument.value, as: variable.type, in: type), as: propertyType, in: context) ?? .unknown
    }
    return rest.isEmpty ? assigned : nil
  }

  /// Returns the type of a stored variable.
  private mutating func storedType(of variable: VariableDeclaration, in type: Int) -> PropertyType? {
    if let syntax = variable.type { return resolve(syntax, in: type) }
    guard let value = variable.value, let reference = table.entries[type].declaration else { return nil }
    return infer(ValueReader(table.units[reference.unit].file).read(value), in: type)
  }

  private mutating func goesDeeper(_ context: Context) -> Bool {
    if context.depth < ValueSyntax.maximumDepth { return true }
    isCut = true
    return false
  }

  // MARK: - Running initializers

  /// Returns the values that an initializer assigns.
  ///
  /// - Parameter arguments: The argument of each parameter; nil for its default.
  private mutating func run(
    _ initializer: Initializer, _ arguments: [ValueSyntax?], of type: Int, in context: Context
  ) -> Assignments {
    let superclassChain = hierarchy.superclassChain(of: type)
    guard goesDeeper(context) else { return everythingUnknown(superclassChain) }
    let file = initializer.file
    var inner = Context(scope: type, depth: context.depth + 1)
    for (parameter, argument) in zip(initializer.parameters, arguments) {
      let parameterType = resolve(parameter.type, in: type)
      let syntax = argument ?? parameter.value.map { ValueReader(file).read($0) }
      let value = syntax.flatMap {
        self.value(
          of: explicit($0, as: parameter.type, in: type), as: parameterType, in: argument == nil ? inner : context)
      }
      inner.parameters[parameter.name] = (parameterType, value ?? .unknown)
    }
    let statements = InitializerReader(initializer.declaration, in: file).statements()
    let methods = superclassChain.reduce(into: Set<String>()) { names, type in
      for reference in table.declarations(of: type) { names.formUnion(table.declaration(reference).methods) }
    }
    var assigned: Assignments = [:]
    let delegates = statements.contains { if case .delegation = $0.kind { true } else { false } }
    if !delegates, let superclass = table.entries[type].superclass {
      // Swift calls `super.init()` implicitly.
      assigned = assignmentsWithoutArguments(of: superclass, depth: inner.depth) ?? [:]
    }
    var isCertain = true
    for statement in statements {
      steps += 1
      guard steps < Self.maximumSteps else {
        isCut = true
        return everythingUnknown(superclassChain)
      }
      // A method can set any property.
      if !statement.effects.calls.isDisjoint(with: methods) { assigned = everythingUnknown(superclassChain) }
      var changed = statement.effects.assigned
      switch statement.kind {
      case .assignment(let name, let tokens):
        if let (owner, variable) = stored(name, in: superclassChain) {
          let value = storedType(of: variable, in: owner).flatMap {
            self.value(of: explicit(ValueReader(file).read(tokens), as: variable.type, in: owner), as: $0, in: inner)
          }
          assigned[name] = isCertain ? value ?? .unknown : .unknown
        } else if name == "self" || isComputed(name, in: superclassChain) {
          // A setter can also set any property.
          assigned = everythingUnknown(superclassChain)
        }
      case .delegation(let toSuper, let arguments):
        // The framework's initializers set none of the app's properties.
        guard let target = toSuper ? table.entries[type].superclass : type else { break }
        let given = arguments.all.flatMap { all in
          all.isEmpty
            ? assignmentsWithoutArguments(of: target, depth: inner.depth)
            : assignments(byInitializerOf: target, all, in: inner)
        }
        assigned.merge(given ?? everythingUnknown(hierarchy.superclassChain(of: target))) { $1 }
      case .other: changed.formUnion(statement.effects.receivers)
      }
      for name in changed {
        // A local variable hides a parameter.
        inner.parameters[name] = nil
        if stored(name, in: superclassChain) != nil { assigned[name] = .unknown }
        if name == "self" || isComputed(name, in: superclassChain) { assigned = everythingUnknown(superclassChain) }
      }
      if case .assignment(let name, _) = statement.kind { changed.insert(name) }
      for name in changed {
        guard let observed = assignments(byObserversOf: name, in: superclassChain, methods) else {
          assigned = everythingUnknown(superclassChain)
          break
        }
        for name in observed { assigned[name] = .unknown }
      }
      if statement.effects.mayLeave { isCertain = false }
    }
    return assigned
  }

  /// Returns the properties that observers in superclasses assign when an initializer of the first type sets `name`; nil if they may assign any.
  ///
  /// An initializer does not call the observers of a property of its own type.
  private func assignments(byObserversOf name: String, in superclassChain: [Int], _ methods: Set<String>) -> Set<
    String
  >? {
    let own = stored(name, in: superclassChain).flatMap { $0.variable.isOverride ? nil : $0.owner }
    var changed: Set<String> = []
    for type in superclassChain where type != superclassChain.first || type != own {
      for (observers, file) in self.observers(of: name, in: type) {
        let effects = StatementEffects(of: observers, in: file)
        guard effects.calls.isDisjoint(with: methods) else { return nil }
        changed.formUnion(effects.assigned.union(effects.receivers))
      }
    }
    changed.remove(name)
    // These changes can trigger further observers.
    let isPlain = changed.allSatisfy { name in
      name != "self" && !isComputed(name, in: superclassChain)
        && superclassChain.allSatisfy { observers(of: name, in: $0).isEmpty }
    }
    return isPlain ? changed.filter { stored($0, in: superclassChain) != nil } : nil
  }

  private func observers(of name: String, in type: Int) -> [(Range<Int>, SwiftFile)] {
    table.declarations(of: type).flatMap { reference in
      table.declaration(reference).variables.filter { $0.name == name && !$0.isStatic }.compactMap(\.observers)
        .map { ($0, table.units[reference.unit].file) }
    }
  }

  /// Returns `unknown` for all properties of these types except ids, which are new in each instance.
  private func everythingUnknown(_ superclassChain: [Int]) -> Assignments {
    var assigned: Assignments = [:]
    for variable in superclassChain.compactMap({ table.declaration(of: $0) }).flatMap(\.variables)
    where variable.isStored && variable.name != "id" && !(variable.isConstant && variable.value != nil) {
      assigned[variable.name] = .unknown
    }
    return assigned
  }

  private func isComputed(_ name: String, in superclassChain: [Int]) -> Bool {
    superclassChain.contains { type in
      table.declarations(of: type).contains { reference in
        table.declaration(reference).variables.contains { $0.name == name && !$0.isStatic && $0.isComputed }
      }
    }
  }

  private func stored(_ name: String, in superclassChain: [Int]) -> (owner: Int, variable: VariableDeclaration)? {
    for type in superclassChain {
      if let found = table.declaration(of: type)?.variables.first(where: {
        $0.name == name && !$0.isStatic && !$0.isComputed
      }) {
        return (type, found)
      }
    }
    return nil
  }
}
