/// The classes, enumerations and model registrations in an app's Swift sources.
///
/// The classes of the framework itself (`ModelRef`, `ModelImage`, `ModelSettings`, …) are always included, see ``FrameworkClasses``.
package struct Definitions: Equatable, Sendable {
  /// The classes of models, by name. The name of a nested class is `Outer.Inner`.
  package var classes: [String: ClassDefinition]
  /// The enumerations with raw values that properties use, by name.
  package var enumerations: [String: Enumeration]
  /// The calls of `Model.register`, in source order.
  package var registrations: [ModelRegistration]
  /// Problems in source order. ``classes`` and ``enumerations`` contain no type that a problem names.
  package var problems: [DefinitionProblem]

  /// The number of classes, structures, enumerations and protocols in the sources, used by models or not.
  package var declaredTypeCount = 0

  /// Definitions of these classes, enumerations and models, together with the framework's own.
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

  /// Returns the problem that makes a class unknown: it was not understood, or a file that may declare it was not. Nil if the class is known
  /// or no file can declare it.
  ///
  /// Check this before treating a missing class as undefined: the class may say that its model is encrypted.
  package func problem(ofClass name: String) -> DefinitionProblem? {
    if let problem = problems.first(where: { $0.names.contains(name) }) { return problem }
    return classes[name] == nil && enumerations[name] == nil ? hidingProblem : nil
  }

  /// Returns the first problem of a class and the classes that it refers to directly or indirectly. Nil if all are understood.
  package func firstProblem(reachableFrom className: String) -> DefinitionProblem? {
    var seen: Set<String> = [className]
    var waiting = [className]
    while let name = waiting.popLast() {
      if let problem = problem(ofClass: name) { return problem }
      for inner in classes[name]?.typeNames ?? [] where seen.insert(inner).inserted { waiting.append(inner) }
    }
    return nil
  }

  /// The first problem with a whole file, which may hide any class and any registration.
  package var hidingProblem: DefinitionProblem? { problems.first(where: \.concernsFile) }
}
