package import Definitions
import OKitModels
import OKitStorage

extension ModelSnapshot {
  /// Changes the definition of a class, where there is one.
  package mutating func change(_ className: String, _ body: (inout ClassDefinition) -> Void) {
    guard var definition = definitions.classes[className] else { return }
    body(&definition)
    definitions.classes[className] = definition
  }

  /// Changes a property of a class, known by its key.
  package mutating func change(_ key: String, of className: String, _ body: (inout PropertyDefinition) -> Void) {
    change(className) { definition in
      guard let place = definition.properties.firstIndex(where: { $0.key.isExactly(key) }) else { return }
      body(&definition.properties[place])
    }
  }

  /// Takes over the classes and enumerations that a type leads to in `other`, where they are not known yet.
  mutating func takeTypes(of type: PropertyType, from other: ModelSnapshot) {
    var waiting = type.names
    while let name = waiting.popLast() {
      if definitions.enumerations[name] == nil, let enumeration = other.definitions.enumerations[name] {
        definitions.enumerations[name] = enumeration
      }
      guard definitions.classes[name] == nil, let definition = other.definitions.classes[name] else { continue }
      definitions.classes[name] = definition
      waiting += definition.typeNames
    }
  }
}

extension PropertyType {
  /// The type with other names of classes and enumerations, where `names` has such.
  package func renamed(_ names: [String: String]) -> PropertyType {
    switch self {
    case .object(let name): .object(names[name] ?? name)
    case .enumeration(let name): .enumeration(names[name] ?? name)
    case .optional(let inner): .optional(inner.renamed(names))
    case .array(let inner): .array(inner.renamed(names))
    case .set(let inner): .set(inner.renamed(names))
    case .dictionary(let key, let value): .dictionary(key: key.renamed(names), value: value.renamed(names))
    default: self
    }
  }

  /// The class of the objects that it holds, itself or in one array, set or dictionary; nil where there are none.
  var heldClass: String? {
    switch unwrapped {
    case .array(let inner), .set(let inner), .dictionary(_, let inner): inner.objectClass
    default: objectClass
    }
  }

  /// The type with another one wherever it holds `old`.
  func replacing(_ old: PropertyType, by new: PropertyType) -> PropertyType {
    if self == old { return new }
    return switch self {
    case .optional(let inner): .optional(inner.replacing(old, by: new))
    case .array(let inner): .array(inner.replacing(old, by: new))
    case .set(let inner): .set(inner.replacing(old, by: new))
    case .dictionary(let key, let value):
      .dictionary(key: key.replacing(old, by: new), value: value.replacing(old, by: new))
    default: self
    }
  }
}
