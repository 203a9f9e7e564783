import JSONDocument

extension TypeResolver {
  /// The context in which an expression is evaluated.
  struct Context {
    /// The type that contains the expression.
    var scope: Int?
    /// The parameters of the enclosing initializer, by name.
    var parameters: [String: (type: PropertyType, value: InitialValue)] = [:]
    /// True in a static member, which can name the others without their type.
    var isStatic = false
    /// The nesting depth of initializers and static members.
    var depth = 0
  }

  /// Returns the value of an expression in a new instance; `unknown` if only the running app can compute it.
  ///
  /// - Parameters:
  ///   - value: The expression.
  ///   - type: The type of the property.
  ///   - scope: The type that contains the property.
  mutating func initialValue(of value: ValueSyntax, as type: PropertyType, in scope: Int?) -> InitialValue {
    startProperty()
    return self.value(of: value, as: type, in: Context(scope: scope)) ?? .unknown
  }

  /// Returns nil if only the running app can compute the value.
  mutating func value(of value: ValueSyntax, as type: PropertyType, in context: Context) -> InitialValue? {
    steps += 1
    guard steps < Self.maximumSteps else {
      isCut = true
      return nil
    }
    switch (value, type) {
    case (.null, .optional), (.implicitMember("none"), .optional): return .json("null")
    case (_, .optional(let wrapped)): return self.value(of: value, as: wrapped, in: context)
    case (_, .rawRepresentable(_, let raw)): return self.value(of: value, as: raw, in: context)
    case (.string(let text), .string): return text.map { .json(JSONText.quote($0)) }
    case (.number(let number), _): return number.json(as: type).map { .json($0) }
    case (.bool(let value), .bool): return .json(value ? "true" : "false")
    case (.arithmetic(_, let arithmetic?), _): return result(of: arithmetic, as: type).map { .json($0) }
    case (.array(let elements), .array(let element)):
      return list(elements.map { ($0, element) }, in: context)
    case (.array(let elements), .integer): return optionSet(elements, as: type, in: context)
    case (.array(let elements), .set(let element)):
      guard case .array(let values)? = list(elements.map { ($0, element) }, in: context)?.unfolded else { return nil }
      return .folded(values.withoutRepetitions)
    case (.dictionary(let members), .dictionary(let key, let value)):
      return dictionary(members, key: key, value: value, in: context)
    // A key that is CodingKeyRepresentable is the key of an object.
    case (.dictionary(let members), .other(let text)) where members.isEmpty && text.isDictionary: return .json("{}")
    case (.implicitMember(let name), _): return member(name, as: type, in: context)
    case (.member(let path), _): return member(path, as: type, in: context)
    case (.implicitCall("init", let arguments), _): return made(type, arguments, in: context)
    case (.implicitCall(let name, let arguments), .object(let choice)):
      return enumerationCase(name, arguments, of: choice, in: context)
    case (.call(let called, let arguments), _): return call(called, arguments, as: type, in: context)
    case (.forced(let inner), _), (.closure(let inner), _): return self.value(of: inner, as: type, in: context)
    case (.cast(let syntax, let inner), _):
      guard resolve(syntax, in: context.scope) == type else { return nil }
      return self.value(of: inner, as: type, in: context)
    case (.property("localized", .string(let text)), .string):
      // Assume that the text has no translation.
      return text.map { .json(JSONText.quote($0)) }
    case (.property("uuidString", let owner), .string):
      return self.value(of: owner, as: .uuid, in: context) == .newUUID ? .newUUID : nil
    case (.name(let name), _):
      guard let parameter = context.parameters[name] else {
        guard context.isStatic, let scope = context.scope else { return nil }
        return member(name, of: scope, as: type, in: context)
      }
      return parameter.type.unwrapped == type && parameter.value != .unknown ? parameter.value : nil
    default: return nil
    }
  }

  // MARK: - Containers

  private mutating func list(_ elements: [(ValueSyntax, PropertyType)], in context: Context) -> InitialValue? {
    var values: [InitialValue] = []
    for (element, type) in elements {
      guard let value = value(of: element, as: type, in: context) else { return nil }
      values.append(value)
    }
    return bounded(.folded(values))
  }

  /// Returns an option set, which is stored as its raw value.
  private mutating func optionSet(
    _ elements: [ValueSyntax], as type: PropertyType, in context: Context
  ) -> InitialValue? {
    var options = 0
    for element in elements {
      guard case .json(let json)? = value(of: element, as: type, in: context), let option = Int(json) else {
        return nil
      }
      options |= option
    }
    return .json("\(options)")
  }

  private mutating func dictionary(
    _ members: [(key: ValueSyntax, value: ValueSyntax)], key: PropertyType, value: PropertyType, in context: Context
  ) -> InitialValue? {
    guard key.isMemberKey else {
      return list(members.flatMap { [($0.key, key), ($0.value, value)] }, in: context)
    }
    var found: [InitialValue.Member] = []
    for member in members {
      guard case .json(let json)? = self.value(of: member.key, as: key, in: context),
        let value = self.value(of: member.value, as: value, in: context)
      else { return nil }
      let name = key == .string ? (try? JSONDocument(parsing: json))?.root.string : json
      guard let name else { return nil }
      found.append(.init(name: name, value: value))
    }
    return bounded(.folded(found))
  }

  /// Returns nil if the JSON is too large: a few static members that refer to each other can grow exponentially.
  func bounded(_ value: InitialValue) -> InitialValue? {
    if case .json(let json) = value, json.utf8.count > Self.maximumLength { return nil }
    return value
  }

  // MARK: - Members

  /// Returns the value of `.fantasy`.
  private mutating func member(_ name: String, as type: PropertyType, in context: Context) -> InitialValue? {
    switch type {
    case .enumeration(let owner), .object(let owner):
      return table.type(named: owner).flatMap {
        member(name, of: $0, as: type, in: context)
      }
    default:
      return WellKnownTypes.json(of: name, type: type).map { .json($0) }
        ?? (name == "now" && type == .date ? .now : nil)
    }
  }

  /// Returns the value of `Genre.fantasy` or `Self.limit`.
  private mutating func member(_ path: [String], as type: PropertyType, in context: Context) -> InitialValue? {
    guard let name = path.last else { return nil }
    let owner = Array(path.dropLast())
    if owner == ["Self"] { return context.scope.flatMap { member(name, of: $0, as: type, in: context) } }
    if case .declared(let found) = hierarchy.target(of: owner, from: context.scope) {
      return member(name, of: found, as: type, in: context)
    }
    // The type is one of Swift's own. The app can extend it.
    if let extended = table.find(owner, from: context.scope),
      case .variable? = staticMembers.member(name, of: extended, in: table)
    {
      return member(name, of: extended, as: type, in: context)
    }
    guard resolve(.named(owner.map { .init(name: $0) }), in: context.scope) == type else { return nil }
    return member(name, as: type, in: context)
  }

  private mutating func member(
    _ name: String, of owner: Int, as type: PropertyType, in context: Context
  ) -> InitialValue? {
    switch staticMembers.member(name, of: owner, in: table) {
    case .enumerationCase:
      switch resolve(owner) {
      case .enumeration where resolve(owner) == type: return rawValue(name, of: owner).map { .json($0) }
      case .object(let choice) where resolve(owner) == type:
        return enumerationCase(name, .init(all: []), of: choice, in: context)
      default: return nil
      }
    case .variable(let variable, let reference):
      if let known = staticMembers.value(of: name, in: owner, as: type) { return known }
      guard context.depth < ValueSyntax.maximumDepth else {
        isCut = true
        return nil
      }
      // While it is evaluated, the member has no value, in case it refers to itself.
      staticMembers.set(nil, of: name, in: owner, as: type)
      guard staticType(of: variable, reference, in: owner) == type else { return nil }
      let reader = ValueReader(table.units[reference.unit].file)
      let syntax = variable.value.map { reader.read($0) } ?? variable.getter.flatMap { reader.onlyResult($0) }
      let result = syntax.flatMap {
        value(
          of: explicit($0, as: variable.type, in: owner), as: type,
          in: Context(scope: owner, isStatic: true, depth: context.depth + 1))
      }
      if result == nil, isCut, cuts < Self.maximumCuts {
        // Another property can reach this member in fewer steps.
        staticMembers.forgetValue(of: name, in: owner, as: type)
      } else {
        staticMembers.set(result, of: name, in: owner, as: type)
      }
      return result
    case nil:
      guard name == "allCases", case .array(let element) = type, resolve(owner) == element,
        hierarchy.conformances(of: owner).contains("CaseIterable"), let cases = enumeration(owner)?.cases
      else { return nil }
      return .folded(cases.map { .json($0.json) })
    }
  }

  private mutating func staticType(
    of variable: VariableDeclaration, _ reference: TypeTable.Reference, in owner: Int
  ) -> PropertyType? {
    if let declared = variable.type { return resolve(declared, in: owner).unwrapped }
    return variable.value.flatMap {
      infer(ValueReader(table.units[reference.unit].file).read($0), in: owner)?.unwrapped
    }
  }

  // MARK: - Calls

  private mutating func call(
    _ called: TypeSyntax, _ arguments: ValueSyntax.Arguments, as type: PropertyType, in context: Context
  ) -> InitialValue? {
    if called.path == ["NSLocalizedString"], type == .string, case .string(let text?)? = arguments.all?.first?.value {
      return .json(JSONText.quote(text))
    }
    if ["Array", "Set", "Dictionary"].contains(called.path?.last), called.path?.count == 1, type.isContainer {
      return made(type, arguments, in: context)
    }
    if resolve(called, in: context.scope) == type {
      if let structure = structure(named: called, in: context.scope), type.objectName == nil {
        return arguments.all.flatMap { rawValue(of: structure, $0, in: context) }
      }
      return made(type, arguments, in: context)
    }
    // A case with associated values: `Payment.card(number: 5)`.
    guard let path = called.path, path.count > 1, let name = path.last, case .object(let choice) = type,
      resolve(.named(path.dropLast().map { .init(name: $0) }), in: context.scope) == type
    else { return nil }
    return enumerationCase(name, arguments, of: choice, in: context)
  }

  /// Returns the value of a new instance of a type.
  private mutating func made(
    _ type: PropertyType, _ arguments: ValueSyntax.Arguments, in context: Context
  ) -> InitialValue? {
    guard let all = arguments.all else { return nil }
    if case .object(let name) = type { return instance(of: name, all, in: context) }
    if all.isEmpty { return DefaultValue.initial(of: type)?.value }
    guard all.count == 1, let argument = all.first else { return nil }
    switch (argument.label, type) {
    case ("timeIntervalSinceReferenceDate", .date): return number(argument.value, plus: 0, in: context)
    case ("timeIntervalSince1970", .date): return number(argument.value, plus: -978_307_200, in: context)
    case ("string", .url), ("uuidString", .uuid):
      guard case .json(let json)? = value(of: argument.value, as: .string, in: context) else { return nil }
      return .json(type == .uuid ? json.uppercased() : json)
    case ("rawValue", .enumeration(let name)):
      guard let cases = enumeration(named: name)?.cases,
        case .json(let json)? = value(
          of: argument.value, as: argument.value.isText ? .string : .integer(.int), in: context)
      else { return nil }
      return cases.contains { $0.json.isExactly(json) } ? .json(json) : nil
    case (nil, _):
      // A number conversion can lose digits, which is not evaluated.
      if case .call = argument.value { return nil }
      return value(of: argument.value, as: type, in: context)
    default: return nil
    }
  }

  private mutating func enumeration(named name: String) -> Enumeration? {
    table.type(named: name).flatMap { enumeration($0) }
  }

  private mutating func number(_ value: ValueSyntax, plus offset: Double, in context: Context) -> InitialValue? {
    guard case .json(let json)? = self.value(of: value, as: .double, in: context), let number = Double(json) else {
      return nil
    }
    return NumberLiteral.json(of: number + offset).map { .json($0) }
  }

  /// Returns the object for an enumeration case with its associated values.
  private mutating func enumerationCase(
    _ name: String, _ arguments: ValueSyntax.Arguments, of choice: String, in context: Context
  ) -> InitialValue? {
    guard let owner = table.type(named: choice),
      let found = choices(of: owner)?.first(where: { $0.name == name }), let all = arguments.all
    else { return nil }
    var members: [InitialValue.Member] = []
    var given = all[...]
    for associated in found.values {
      if let argument = given.first, argument.label == associated.label {
        given.removeFirst()
        guard let value = value(of: argument.value, as: associated.type, in: context) else { return nil }
        if value != .json("null") { members.append(.init(name: associated.key, value: value)) }
      } else {
        guard let reference = table.entries[owner].declaration, let tokens = associated.value,
          let value = value(
            of: ValueReader(table.units[reference.unit].file).read(tokens), as: associated.type,
            in: Context(scope: owner, depth: context.depth + 1))
        else { return nil }
        if value != .json("null") { members.append(.init(name: associated.key, value: value)) }
      }
    }
    guard given.isEmpty else { return nil }
    return bounded(.folded([.init(name: found.key, value: .folded(members))]))
  }
}

extension String {
  /// True for the text of a type such as `[Food: Int]`.
  fileprivate var isDictionary: Bool { utf8.first == UInt8(ascii: "[") && utf8.last == UInt8(ascii: "]") }
}

extension PropertyType {
  fileprivate var objectName: String? { if case .object(let name) = self { name } else { nil } }

  fileprivate var isContainer: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}

extension ValueSyntax {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}

extension InitialValue {
  /// Returns an array. It is JSON if all elements are.
  static func folded(_ values: [InitialValue]) -> InitialValue {
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? .json("[\(texts.joined(separator: ","))]") : .array(values)
  }

  /// Returns an object. It is JSON if all members are.
  static func folded(_ members: [Member]) -> InitialValue {
    let texts = members.compactMap { member in member.value.text.map { "\(JSONText.quote(member.name)):\($0)" } }
    return texts.count == members.count ? .json("{\(texts.joined(separator: ","))}") : .object(members)
  }

  /// The JSON of a value that is the same in every instance; nil for other values.
  private var text: String? { if case .json(let json) = self { json } else { nil } }

  /// An array as separate elements.
  fileprivate var unfolded: InitialValue {
    guard case .json(let json) = self, let root = try? JSONDocument(parsing: json).root else { return self }
    return .array(root.elements.map { .json($0.rawText) })
  }
}

extension [InitialValue] {
  /// The elements without repetitions, as in a set. Values that differ between instances are never equal.
  fileprivate var withoutRepetitions: [InitialValue] {
    var seen: Set<String> = []
    return filter { value in
      if case .json(let json) = value { seen.insert(json).inserted } else { true }
    }
  }
}
