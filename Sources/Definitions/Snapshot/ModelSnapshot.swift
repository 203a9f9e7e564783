import JSONDocument

/// The definition of one model's data: the class of its root, and all classes and enumerations that the class refers to.
///
/// Two snapshots are equal if ``write(to:)`` writes the same for both. ``agrees(with:)`` compares only what affects data.
package struct ModelSnapshot: Sendable {
  /// The class of the root.
  package let className: String
  /// The classes and enumerations that the root refers to directly or indirectly, and the framework's own.
  package var definitions: Definitions

  /// A snapshot of the classes that `className` refers to in `definitions`. Other classes are omitted.
  ///
  /// If properties of a class have the same name or key, or cases have the same name, the first is used. Swift allows none of these.
  package init(of className: String, in definitions: Definitions) {
    self.className = className
    var classes: [String: ClassDefinition] = [:]
    var enumerations: [String: Enumeration] = [:]
    var waiting = [className]
    while let name = waiting.popLast() {
      if enumerations[name] == nil { enumerations[name] = definitions.enumerations[name]?.withoutRepetitions }
      guard classes[name] == nil, let definition = definitions.classes[name] else { continue }
      let unique = definition.withoutRepetitions
      classes[name] = unique
      waiting += unique.typeNames
    }
    self.definitions = Definitions(classes: Array(classes.values), enumerations: Array(enumerations.values))
  }

  /// The definition of the root; nil if it is undefined.
  package var root: ClassDefinition? { definitions.classes[className] }

  /// The framework class that the root derives from, which determines how the model is stored; nil if it is unknown.
  package var superclass: ModelSuperclass? {
    guard case .model(let superclass)? = root?.role else { return nil }
    return superclass
  }

  /// The snapshot without classes that the root no longer refers to.
  var pruned: ModelSnapshot { ModelSnapshot(of: className, in: definitions) }

  /// The classes that are not the framework's own, sorted by the bytes of their names.
  var ownClasses: [ClassDefinition] {
    definitions.classes.values.filter { !FrameworkClasses.contains($0.name) }.sorted {
      ExactText($0.name) < ExactText($1.name)
    }
  }

  /// The enumerations, sorted by the bytes of their names.
  var sortedEnumerations: [Enumeration] {
    definitions.enumerations.values.sorted { ExactText($0.name) < ExactText($1.name) }
  }
}

extension ClassDefinition {
  fileprivate var withoutRepetitions: ClassDefinition {
    var names: Set<ExactText> = []
    var keys: Set<ExactText> = []
    var definition = self
    definition.properties = properties.filter { property in
      guard !keys.contains(ExactText(property.key)), names.insert(ExactText(property.name)).inserted else {
        return false
      }
      keys.insert(ExactText(property.key))
      return true
    }
    return definition
  }
}

extension Enumeration {
  fileprivate var withoutRepetitions: Enumeration {
    var names: Set<ExactText> = []
    let unique = cases.filter { names.insert(ExactText($0.name)).inserted }
    return Enumeration(name: name, rawType: rawType, cases: unique, note: note, place: place)
  }
}
