/// What an app's Swift sources say about its models: which classes there are, what they store, and which models they make.
///
/// What the framework itself brings (`ModelRef`, `ModelImage`, `ModelSettings`, …) is always there, see ``FrameworkClasses``.
package struct Definitions: Equatable, Sendable {
  /// The classes that take part in models, by name; of a nested class the name is `Outer.Inner`.
  package var classes: [String: ClassDefinition]
  /// The enumerations that are types of properties, by name.
  package var enumerations: [String: Enumeration]
  /// The calls of `Model.register`, in the order of the sources.
  package var registrations: [ModelRegistration]
  /// Problems in source order. ``classes`` and ``enumerations`` contain no type that a problem names.
  package var problems: [DefinitionProblem]

  /// The number of classes, structures, enumerations and protocols in the sources, used by models or not.
  package var declaredTypeCount = 0

  /// Definitions of these classes, enumerations and models, beside the framework's own.
  package init(
    classes: [ClassDefinition] = [], enumerations: [Enumeration] = [], registrations: [ModelRegistration] = [],
    problems: [DefinitionProblem] = []
  ) {
    self.classes = FrameworkClasses.byName
    for definition in classes { self.classes[definition.name] = definition }
    self.enumerations = Dictionary(enumerations.map { ($0.name, $0) }) { first, _ in first }
    self.registrations = registrations
    self.problems = problems
  }

  /// The reason why a class is not known: it was not understood, or a file that may declare it. Nil for one that is known or is nowhere.
  ///
  /// Check this before treating a missing class as undefined: the model's kind may be encrypted.
  package func problem(ofClass name: String) -> DefinitionProblem? {
    if let problem = problems.first(where: { $0.names.contains(name) }) { return problem }
    return classes[name] == nil && enumerations[name] == nil ? hidingProblem : nil
  }

  /// The first problem of the classes that data of the class `className` consist of: the class itself and those that it leads to. Nil if all are
  /// understood.
  package func firstProblem(reachableFrom className: String) -> DefinitionProblem? {
    var seen: Set<String> = [className]
    var waiting = [className]
    while let name = waiting.popLast() {
      if let problem = problem(ofClass: name) { return problem }
      for inner in classes[name]?.typeNames ?? [] where seen.insert(inner).inserted { waiting.append(inner) }
    }
    return nil
  }

  /// The first problem of a file as a whole, which may hide any class and any registration.
  package var hidingProblem: DefinitionProblem? { problems.first(where: \.concernsFile) }
}
