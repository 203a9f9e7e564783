import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension ModelSnapshot {
  /// Changes the definition of a class, if it has one.
  mutating func change(_ className: String, _ body: (inout ClassDefinition) -> Void) {
    guard var definition = definitions.classes[className] else { return }
    body(&definition)
    definitions.classes[className] = definition
  }

  /// Changes the property that a class stores under a key.
  mutating func change(_ key: String, of className: String, _ body: (inout PropertyDefinition) -> Void) {
    change(className) { definition in
      guard let index = definition.properties.firstIndex(where: { $0.key.isExactly(key) }) else { return }
      body(&definition.properties[index])
    }
  }

  /// Adds the classes and enumerations of `other` that a type needs and that are missing here.
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
  /// Returns the type with renamed classes and enumerations; `names` has the new names by the old ones.
  func renamed(_ names: [String: String]) -> PropertyType {
    mapInnermost { type in
      switch type {
      case .object(let name): .object(names[name] ?? name)
      case .enumeration(let name): .enumeration(names[name] ?? name)
      default: type
      }
    }
  }

  /// Returns the type with `new` in place of the class or enumeration `old`.
  func replacing(_ old: PropertyType, by new: PropertyType) -> PropertyType { mapInnermost { $0 == old ? new : $0 } }

  /// Returns the type with its innermost types transformed.
  private func mapInnermost(_ transform: (PropertyType) -> PropertyType) -> PropertyType {
    switch self {
    case .optional(let inner): .optional(inner.mapInnermost(transform))
    case .array(let inner): .array(inner.mapInnermost(transform))
    case .set(let inner): .set(inner.mapInnermost(transform))
    case .dictionary(let key, let value):
      .dictionary(key: key.mapInnermost(transform), value: value.mapInnermost(transform))
    default: transform(self)
    }
  }
}
