extension TypeResolver {
  /// What an initializer gives to properties, by their names; what only running the app can tell is `unknown`.
  typealias Assignments = [String: InitialValue]

  /// The value of a new instance of a class or structure, made with these arguments; nil if it cannot be worked out.
  mutating func instance(
    of name: String, _ arguments: [ValueSyntax.Arguments.Argument], in context: Context
  ) -> InitialValue? {
    if arguments.isEmpty { return .instance(of: name, with: []) }
    guard context.depth < ValueSyntax.greatestDepth else { return nil }
    if name == "ModelRef", arguments.count == 1, arguments[0].label == "refKey" {
      return value(of: arguments[0].value, as: .string, in: context).map {
        .instance(of: name, with: [.init(name: "refKey", value: $0)])
      }
    }
    guard let type = table.find(name.split(separator: ".").map { String($0) }, from: nil),
      let assigned = assignments(byInitializerOf: type, arguments, in: context), !assigned.values.contains(.unknown)
    else { return nil }
    return .instance(
      of: name,
      with: assigned.sorted { ExactKey($0.key) < ExactKey($1.key) }.map { .init(name: $0.key, value: $0.value) })
  }

  /// What `init()` gives to the properties of a type; nothing if it does not declare one.
  mutating func assignmentsWithoutArguments(of type: Int) -> Assignments {
    guard let (declaration, reference) = initializers(of: type).first(where: { $0.0.parameters.isEmpty }) else {
      return [:]
    }
    steps = 0
    return run(declaration, reference, of: type, in: Context(scope: type)) ?? [:]
  }

  private func initializers(of type: Int) -> [(InitializerDeclaration, TypeTable.Reference)] {
    table.declarations(of: type).flatMap { reference in
      table.declaration(reference).initializers.map { ($0, reference) }
    }
  }

  /// Nil if no initializer takes the arguments, or if one of them cannot be worked out.
  private mutating func assignments(
    byInitializerOf type: Int, _ arguments: [ValueSyntax.Arguments.Argument], in context: Context
  ) -> Assignments? {
    // A subclass without initializers of its own inherits those of its superclass.
    for ancestor in hierarchy.lineage(of: type) {
      let declared = initializers(of: ancestor)
      for (declaration, reference) in declared where !declaration.isFailable {
        guard let parameters = InitializerReader(declaration, in: table.units[reference.unit].file).parameters(),
          let given = Self.match(arguments, parameters)
        else { continue }
        var inner = Context(scope: ancestor, depth: context.depth + 1)
        for (parameter, argument) in zip(parameters, given) {
          let parameterType = resolve(parameter.type, in: ancestor)
          let reader = ValueReader(table.units[reference.unit].file)
          let value =
            if let argument { self.value(of: argument, as: parameterType, in: context) } else {
              parameter.value.flatMap { self.value(of: reader.read($0), as: parameterType, in: inner) }
            }
          guard let value else { return nil }
          inner.parameters[parameter.name] = (parameterType, value)
        }
        return run(declaration, reference, of: ancestor, in: inner)
      }
      guard declared.isEmpty else { return nil }
    }
    return memberwise(type, arguments, in: context)
  }

  /// The arguments for each parameter, nil for one that takes its default; nil if they do not fit.
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

  /// What the initializer gives that Swift makes for a structure.
  private mutating func memberwise(
    _ type: Int, _ arguments: [ValueSyntax.Arguments.Argument], in context: Context
  ) -> Assignments? {
    guard let declaration = table.declaration(of: type), declaration.kind == .structure else { return nil }
    var rest = arguments[...]
    var assigned: Assignments = [:]
    for variable in declaration.variables where variable.isStored && !(variable.isConstant && variable.value != nil) {
      guard let argument = rest.first, argument.label == variable.name else { continue }
      rest.removeFirst()
      guard let propertyType = storedType(of: variable, in: type),
        let value = value(of: argument.value, as: propertyType, in: context)
      else { return nil }
      assigned[variable.name] = value
    }
    return rest.isEmpty ? assigned : nil
  }

  /// The type of a stored variable of a type or of one that it derives from.
  private mutating func storedType(of variable: VariableDeclaration, in type: Int) -> PropertyType? {
    if let syntax = variable.type { return resolve(syntax, in: type) }
    guard let value = variable.value, let reference = table.entries[type].declaration else { return nil }
    return infer(ValueReader(table.units[reference.unit].file).read(value), in: type)
  }

  /// What an initializer gives to properties; nil if it gives something to what is not a stored property.
  private mutating func run(
    _ declaration: InitializerDeclaration, _ reference: TypeTable.Reference, of type: Int, in context: Context
  ) -> Assignments? {
    let file = table.units[reference.unit].file
    let lineage = hierarchy.lineage(of: type)
    var assigned: Assignments = [:]
    for statement in InitializerReader(declaration, in: file).statements() {
      switch statement {
      case .assignment(let name, let tokens):
        guard let (owner, variable) = stored(name, in: lineage) else {
          // A computed property, which may do anything.
          return nil
        }
        assigned[name] =
          storedType(of: variable, in: owner).flatMap {
            value(of: ValueReader(file).read(tokens), as: $0, in: context)
          } ?? .unknown
      case .delegation(let toSuper, let arguments):
        guard let all = arguments.all else { return nil }
        // Without arguments it does what every instance starts with.
        if all.isEmpty { continue }
        guard context.depth < ValueSyntax.greatestDepth,
          let target = toSuper ? table.entries[type].superclass : type,
          let given = assignments(byInitializerOf: target, all, in: context)
        else { return nil }
        assigned.merge(given) { $1 }
      case .other(let names):
        for name in names where stored(name, in: lineage) != nil { assigned[name] = .unknown }
      }
    }
    return assigned
  }

  private func stored(_ name: String, in lineage: [Int]) -> (owner: Int, VariableDeclaration)? {
    for type in lineage {
      if let found = table.declaration(of: type)?.variables.first(where: {
        $0.name == name && !$0.isStatic && !$0.isComputed
      }) {
        return (type, found)
      }
    }
    return nil
  }
}
