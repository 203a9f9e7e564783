import JSONDocument

/// Resolves the types in the sources to the types of their JSON.
struct TypeResolver {
  let hierarchy: ClassHierarchy
  /// The Codable structures and classes and the enumerations that properties use.
  private(set) var usedTypes: [Int] = []
  private var isUsed: Set<Int> = []
  /// The resolved structures, classes and aliases. An inner nil is an unknown type.
  private var known: [Int: PropertyType?] = [:]
  private var enumerations: [Int: Enumeration?] = [:]
  /// The raw values of each enumeration as JSON, by the names of its cases, filled on demand.
  private var rawValues: [Int: [String: String]] = [:]
  /// The cases with associated values of each enumeration, filled on demand.
  var knownChoices: [Int: [EnumerationCase]?] = [:]
  var staticMembers = StaticMembers()
  /// The number of expressions evaluated for the current property. It is limited because static members can refer to each other exponentially often.
  var steps = 0
  static let maximumSteps = 20_000
  /// True if the current evaluation ended early because it took too many steps or was nested too deeply.
  var isCut = false {
    didSet { if isCut, !oldValue { cuts += 1 } }
  }
  /// The number of evaluations that ended early. After ``maximumCuts`` they are not repeated, because hostile sources can make each of them slow.
  private(set) var cuts = 0
  static let maximumCuts = 100
  /// The maximum length of a default's JSON in bytes.
  static let maximumLength = 1 << 20

  /// The maximum number of parts of a type. Aliases and static members can make it grow exponentially.
  private static let maximumSize = 500

  var table: TypeTable { hierarchy.table }

  init(_ hierarchy: ClassHierarchy) { self.hierarchy = hierarchy }

  /// Resets the limits for another property.
  mutating func startProperty() { (steps, isCut) = (0, false) }

  /// Returns the type that a type expression means inside the type `scope`.
  mutating func resolve(_ syntax: TypeSyntax, in scope: Int?, depth: Int = 0) -> PropertyType {
    guard depth < 2 * TypeSyntax.maximumDepth else { return .other("\(syntax)") }
    switch syntax {
    case .optional(let wrapped, _): return .optional(resolve(wrapped, in: scope, depth: depth + 1))
    case .array(let element): return .array(resolve(element, in: scope, depth: depth + 1))
    case .dictionary(let key, let value): return dictionary(key, value, in: scope, depth: depth)
    case .composition, .other: return .other("\(syntax)")
    case .named(let components):
      if let type = table.find(components.map(\.name), from: scope), table.declaration(of: type) != nil {
        return resolve(type, as: syntax, depth: depth)
      }
      return wellKnown(components, in: scope, depth: depth) ?? .other("\(syntax)")
    }
  }

  /// Returns the type that a declaration in the sources means.
  mutating func resolve(_ type: Int, as syntax: TypeSyntax? = nil, depth: Int = 0) -> PropertyType {
    let other = PropertyType.other(syntax.map { "\($0)" } ?? table.name(of: type))
    guard let declaration = table.declaration(of: type) else { return other }
    switch declaration.kind {
    case .class where hierarchy.isModelClass(type): return .object(table.name(of: type))
    case .class, .structure, .alias:
      return declaration.isGeneric ? other : named(type, declaration, depth: depth) ?? other
    case .enumeration:
      if declaration.isGeneric || codesWithoutKeys(type) { return other }
      if enumeration(type) != nil { return use(type, as: .enumeration(table.name(of: type))) }
      return choices(of: type) == nil ? other : use(type, as: .object(table.name(of: type)))
    default: return other
    }
  }

  /// Returns an enumeration with raw values; nil for any other type.
  mutating func enumeration(_ type: Int) -> Enumeration? {
    if let known = enumerations[type] { return known }
    let result = readEnumeration(type)
    enumerations[type] = .some(result)
    return result
  }

  /// Returns the JSON of a case's raw value; nil if there is no such case.
  mutating func rawValue(_ name: String, of type: Int) -> String? {
    if rawValues[type] == nil {
      let cases = enumeration(type)?.cases ?? []
      rawValues[type] = Dictionary(cases.map { ($0.name, $0.json) }) { first, _ in first }
    }
    return rawValues[type]?[name]
  }

  private mutating func use(_ type: Int, as result: PropertyType) -> PropertyType {
    if isUsed.insert(type).inserted { usedTypes.append(type) }
    return result
  }

  /// Returns true if the type's own coding stores a single value or an array.
  private func codesWithoutKeys(_ type: Int) -> Bool {
    table.declarations(of: type).contains { table.declaration($0).codesWithoutKeys }
  }

  private func isCodable(_ type: Int) -> Bool {
    hierarchy.superclassChain(of: type).contains { hierarchy.declaresCodable($0) }
  }

  private mutating func named(_ type: Int, _ declaration: TypeDeclaration, depth: Int) -> PropertyType? {
    if let known = known[type] { return known }
    if codesWithoutKeys(type) { return nil }
    // While it is resolved, the type is unknown, in case it refers to itself.
    known[type] = .some(nil)
    let result =
      switch declaration.kind {
      case .alias: declaration.inherited.first.map { resolve($0, in: table.entries[type].parent, depth: depth + 1) }
      case .structure: structure(type, depth: depth)
      default: isCodable(type) ? use(type, as: .object(table.name(of: type))) : nil
      }
    known[type] = .some(result.flatMap { Self.isSmall($0) ? $0 : nil })
    return known[type] ?? nil
  }

  private mutating func structure(_ type: Int, depth: Int) -> PropertyType? {
    let conformances = hierarchy.conformances(of: type)
    let isRaw = conformances.contains("RawRepresentable") || conformances.contains("OptionSet")
    if isRaw, hierarchy.declaresCodable(type) || conformances.contains("OptionSet") {
      let variable = table.declarations(of: type).lazy.flatMap { [table] in table.declaration($0).variables }
        .first { $0.name == "rawValue" }
      guard let syntax = variable?.type else { return nil }
      let raw = resolve(syntax, in: type, depth: depth + 1)
      // Swift encodes only its own types as raw values.
      if raw.isEncodedAsRawValue, structure(named: syntax, in: type) == nil { return raw }
    }
    return hierarchy.declaresCodable(type) ? use(type, as: .object(table.name(of: type))) : nil
  }

  static func isSmall(_ type: PropertyType) -> Bool {
    var waiting = [type]
    for _ in 0..<maximumSize {
      switch waiting.popLast() {
      case .none: return true
      case .optional(let inner), .array(let inner), .set(let inner): waiting.append(inner)
      case .dictionary(let key, let value): waiting += [key, value]
      default: break
      }
    }
    return false
  }

  private mutating func dictionary(
    _ key: TypeSyntax, _ value: TypeSyntax, in scope: Int?, depth: Int
  ) -> PropertyType {
    // A CodingKeyRepresentable type determines its own keys.
    if let path = key.path, let type = table.find(path, from: scope),
      hierarchy.conformances(of: type).contains("CodingKeyRepresentable")
    {
      return .other("[\(key): \(value)]")
    }
    var keyType = resolve(key, in: scope, depth: depth + 1)
    if keyType.isMemberKey, let structure = structure(named: key, in: scope) {
      keyType = .rawRepresentable(table.name(of: structure), rawType: keyType)
    }
    return .dictionary(key: keyType, value: resolve(value, in: scope, depth: depth + 1))
  }

  /// Returns the structure in the sources that a type expression means; nil if it means another type.
  func structure(named syntax: TypeSyntax, in scope: Int?) -> Int? {
    guard let path = syntax.path, case .declared(let type) = hierarchy.target(of: path, from: scope),
      table.declaration(of: type)?.kind == .structure
    else { return nil }
    return type
  }

  /// Returns a type of Swift, Foundation or the framework.
  private mutating func wellKnown(_ path: [TypeSyntax.Component], in scope: Int?, depth: Int) -> PropertyType? {
    guard let component = path.last,
      path.count == 1 || (path.count == 2 && WellKnownTypes.modules.contains(path[0].name))
    else { return nil }
    let arguments = component.arguments
    switch (component.name, arguments.count) {
    case ("Array", 1): return .array(resolve(arguments[0], in: scope, depth: depth + 1))
    case ("Set", 1): return .set(resolve(arguments[0], in: scope, depth: depth + 1))
    case ("Optional", 1): return .optional(resolve(arguments[0], in: scope, depth: depth + 1))
    case ("Dictionary", 2): return dictionary(arguments[0], arguments[1], in: scope, depth: depth)
    case (let name, 0) where FrameworkClasses.contains(name): return .object(name)
    case (let name, 0): return WellKnownTypes.scalars[name]
    default: return nil
    }
  }

  private mutating func readEnumeration(_ type: Int) -> Enumeration? {
    guard let reference = table.entries[type].declaration else { return nil }
    let (file, declaration) = (table.units[reference.unit].file, table.declaration(reference))
    guard declaration.kind == .enumeration, let rawType = rawType(declaration, in: table.entries[type].parent) else {
      return nil
    }
    var cases: [Enumeration.Case] = []
    var next = NumberLiteral("0")
    for declared in declaration.cases {
      let value = declared.value.map { ValueReader(file).read($0) }
      guard declared.payload == nil else { return nil }
      switch (rawType, value) {
      case (.string, nil): cases.append(.init(name: declared.name, json: JSONText.quote(declared.name)))
      case (.string, .string(let text?)): cases.append(.init(name: declared.name, json: JSONText.quote(text)))
      case (.integer(let type), nil):
        guard let json = next?.json(as: type) else { return nil }
        cases.append(.init(name: declared.name, json: json))
        next = next?.successor
      case (.integer(let type), .number(let number)):
        guard let json = number.json(as: type) else { return nil }
        cases.append(.init(name: declared.name, json: json))
        next = number.successor
      default: return nil
      }
    }
    return Enumeration(
      name: table.name(of: type), rawType: rawType, cases: cases, note: declaration.remarks.note,
      place: file.source.place(of: file.offset(of: declaration.nameToken)))
  }

  /// Returns the raw type if it is one of Swift's, by its own name or an alias. A type in the sources could refer to the enumeration again.
  private mutating func rawType(_ declaration: TypeDeclaration, in scope: Int?) -> Enumeration.RawType? {
    guard let path = declaration.inherited.first?.path,
      case .unknown(let target) = hierarchy.target(of: path, from: scope)
    else { return nil }
    switch wellKnown(target.map { .init(name: $0) }, in: scope, depth: 0) {
    case .string: return .string
    case .integer(let type): return .integer(type)
    default: return nil
    }
  }
}

extension PropertyType {
  /// True if a `RawRepresentable` type with this raw type is stored as its raw value. Others are objects with a member `rawValue`.
  fileprivate var isEncodedAsRawValue: Bool {
    switch self {
    case .string, .bool, .integer, .float, .double: true
    default: false
    }
  }
}

/// An error with its offset, before its line and column are known.
struct PlacedError {
  /// The index of the file.
  let unit: Int
  let offset: Int
  let message: String
  /// The type that it affects; nil if it affects the whole file.
  let type: Int?
}

/// A parsed file.
struct SwiftUnit {
  let file: SwiftFile
  let types: [TypeDeclaration]
  let registrations: [RegistrationSyntax]
  /// The first type declaration that ends before its body, at the end of the file.
  let headWithoutBody: SyntaxProblem?

  init(_ source: SwiftSource) {
    file = SwiftFile(source)
    var declarations = DeclarationReader(file)
    declarations.read()
    types = declarations.types
    headWithoutBody = declarations.headWithoutBody
    var registrations = RegistrationReader(file)
    registrations.read(in: types)
    self.registrations = registrations.registrations
  }
}
