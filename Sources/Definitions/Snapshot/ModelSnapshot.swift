/// What the data of one model conform to: the class of its root, and the classes and enumerations that take part in it.
///
/// Two are equal where ``write(to:)`` writes the same of them; ``agrees(with:)`` looks only at what data depend on.
package struct ModelSnapshot: Sendable {
  /// The class of the root.
  package let className: String
  /// The classes and enumerations that the root leads to, and those of the framework.
  package var definitions: Definitions

  /// A snapshot of what `definitions` say of models whose root is of the class `className`; what it does not lead to is left out.
  ///
  /// Of properties of one class that have the same name or key, and of cases with the same name, none of which Swift allows, the first counts.
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

  /// The definition of the root; nil where it is not defined.
  package var root: ClassDefinition? { definitions.classes[className] }

  /// The class of the framework that the root derives from, which says how the model is stored; nil where that is not known.
  package var superclass: ModelSuperclass? {
    guard case .model(let superclass)? = root?.role else { return nil }
    return superclass
  }

  /// The same without what the root does not lead to any more.
  var pruned: ModelSnapshot { ModelSnapshot(of: className, in: definitions) }

  /// The classes that the framework does not bring, by the bytes of their names.
  var ownClasses: [ClassDefinition] {
    definitions.classes.values.filter { !FrameworkClasses.contains($0.name) }.sorted {
      ExactKey($0.name) < ExactKey($1.name)
    }
  }

  /// The enumerations, by the bytes of their names.
  var sortedEnumerations: [Enumeration] {
    definitions.enumerations.values.sorted { ExactKey($0.name) < ExactKey($1.name) }
  }
}

extension ClassDefinition {
  fileprivate var withoutRepetitions: ClassDefinition {
    var names: Set<ExactKey> = []
    var keys: Set<ExactKey> = []
    var definition = self
    definition.properties = properties.filter { property in
      guard !keys.contains(ExactKey(property.key)), names.insert(ExactKey(property.name)).inserted else { return false }
      keys.insert(ExactKey(property.key))
      return true
    }
    return definition
  }
}

extension Enumeration {
  fileprivate var withoutRepetitions: Enumeration {
    var names: Set<ExactKey> = []
    let unique = cases.filter { names.insert(ExactKey($0.name)).inserted }
    return Enumeration(name: name, rawType: rawType, cases: unique, note: note, place: place)
  }
}
