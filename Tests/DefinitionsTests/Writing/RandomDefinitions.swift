import Definitions
import TestSupport

/// Makes random definitions with everything that can be written.
struct RandomDefinitions {
  private var generator: SeededGenerator
  private var enumerations: [Enumeration] = []
  private var classes: [ClassDefinition] = []
  private let classNames = ["Alpha", "Beta", "Gamma", "Alpha.Inner", "Space.Delta", "Größe"]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private mutating func flip(_ chances: Int = 2) -> Bool { Int.random(in: 0..<chances, using: &generator) == 0 }

  private mutating func any<Element>(_ candidates: [Element]) -> Element {
    candidates.randomElement(using: &generator)!
  }

  mutating func make() -> Definitions {
    enumerations = [
      Enumeration(
        name: "Mood", rawType: .string,
        cases: [.init(name: "good", json: "\"good\""), .init(name: "case", json: #""so \"so\"\n""#)], note: note()),
      Enumeration(
        name: "Alpha.Level", rawType: .integer(.int8),
        cases: [.init(name: "low", json: "-1"), .init(name: "high", json: "7")]),
    ]
    classes = []
    for name in classNames where name == "Alpha" || flip(3) == false { classes.append(makeClass(name)) }
    if flip() { classes.append(makeSubclass()) }
    var registrations: [ModelRegistration] = []
    for definition in classes {
      guard case .model = definition.role, flip() else { continue }
      registrations.append(ModelRegistration(className: definition.name, modelName: any(["default", "a b", "q\"\\"])))
    }
    return definitions(registrations)
  }

  /// Removes classes that no model uses, since they are not read again.
  private func definitions(_ registrations: [ModelRegistration]) -> Definitions {
    var met: Set<String> = []
    var waiting = classes.filter { $0.role != .value }.map(\.name)
    while let name = waiting.popLast() {
      guard met.insert(name).inserted else { continue }
      waiting += classes.first { $0.name == name }?.properties.flatMap(\.type.names) ?? []
    }
    return Definitions(
      classes: classes.filter { met.contains($0.name) }, enumerations: enumerations.filter { met.contains($0.name) },
      registrations: registrations)
  }

  private mutating func makeClass(_ name: String) -> ClassDefinition {
    let (superclass, role): (String?, ClassDefinition.Role) = any([
      ("Model", .model(.model)), ("ModelEncrypted", .model(.encrypted)), ("ModelHttp", .model(.http)),
      ("ModelEntity", .entity), ("ModelEntity", .entity), ("ModelPartial", .partial), (nil, .value),
    ])
    var definition = ClassDefinition(
      name: name, superclass: superclass, role: role, properties: properties(besides: []), note: note(),
      formerName: flip(4) ? "Former" : nil)
    if role == .partial, flip() { definition.partialEntity = .init(property: "whole", className: "Alpha") }
    return definition
  }

  /// A subclass that encodes its additional properties.
  private mutating func makeSubclass() -> ClassDefinition {
    var base = any(classes)
    if base.superclass == nil { base = Definitions().classes["ModelImage"]! }
    return ClassDefinition(
      name: "Sub", superclass: base.name, role: base.role,
      properties: base.properties + properties(besides: base.properties), partialEntity: base.partialEntity)
  }

  private mutating func properties(besides present: [PropertyDefinition]) -> [PropertyDefinition] {
    var properties: [PropertyDefinition] = []
    let names = ["id", "name", "default", "größe", "a1", "_private", "init", "size2"]
    for name in names.shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator))
    where !present.contains(where: { $0.name == name }) {
      properties.append(property(present.isEmpty ? name : name + "Sub"))
    }
    return properties
  }

  private mutating func property(_ name: String) -> PropertyDefinition {
    let type = type(depth: 0)
    let value = flip() ? value(of: type) : nil
    return PropertyDefinition(
      name: name, key: flip(4) ? name + any([" key", "\"", "/", "é"]) : name, type: type,
      isConstant: value != nil && flip(4), isImplicitlyUnwrapped: type.isOptional && flip(3), defaultValue: value,
      note: note(), formerName: flip(5) ? "former" : nil)
  }

  private mutating func type(depth: Int) -> PropertyType {
    let scalars: [PropertyType] = [
      .string, .bool, .integer(.int), .integer(.uint8), .float, .double, .decimal, .date, .data, .url, .uuid,
      .enumeration("Mood"), .enumeration("Alpha.Level"), .object("Alpha"), .object("ModelRef"), .object("ModelImage"),
    ]
    switch depth < 3 ? Int.random(in: 0..<8, using: &generator) : 7 {
    case 0: return .array(type(depth: depth + 1))
    case 1: return .set(any(scalars))
    case 2:
      return .dictionary(key: any([.string, .integer(.int), .enumeration("Mood")]), value: type(depth: depth + 1))
    case 3: return .optional(type(depth: depth + 1))
    default: return any(scalars)
    }
  }

  private mutating func value(of type: PropertyType) -> DefaultValue? {
    switch type {
    case .string:
      any([
        DefaultValue(text: #""""#, json: #""""#), DefaultValue(text: #""a \"b\" \n é""#, json: #""a \"b\" \n é""#),
        DefaultValue(text: "make()", value: .unknown),
      ])
    case .bool: DefaultValue(text: "true", json: "true")
    case .integer: DefaultValue(text: "7", json: "7")
    case .double: any([DefaultValue(text: "-1.5", json: "-1.5"), DefaultValue(text: "2", json: "2")])
    case .date: DefaultValue(text: "Date()", value: .now)
    case .array, .set: DefaultValue(text: "[]", json: "[]")
    case .enumeration("Mood"): DefaultValue(text: ".good", json: #""good""#)
    case .enumeration: DefaultValue(text: ".high", json: "7")
    case .object(let name): DefaultValue(text: "\(name)()", value: .instance(of: name, with: []))
    case .optional: DefaultValue(text: "nil", json: "null")
    default: nil
    }
  }

  private mutating func note() -> String? {
    any([
      nil, nil, "One line.", "Two lines,\nof which the second has a `let x = 1 }`.",
      "A\n\nparagraph /* not a comment */",
    ])
  }
}

extension Definitions {
  /// The definitions without positions.
  var withoutPlaces: Definitions {
    var copy = self
    copy.classes = classes.mapValues { definition in
      var definition = definition
      definition.place = nil
      definition.properties = definition.properties.map { property in
        var property = property
        property.place = nil
        return property
      }
      return definition
    }
    copy.enumerations = enumerations.mapValues { enumeration in
      var enumeration = enumeration
      enumeration.place = nil
      return enumeration
    }
    copy.registrations = registrations.map { ModelRegistration(className: $0.className, modelName: $0.modelName) }
    return copy
  }
}
