/// What an app's Swift sources say about its models: which classes there are, what they store, and which models they make.
///
/// What the framework itself brings (`ModelRef`, `ModelImage`, `ModelSettings`, …) is always there, see ``FrameworkClasses``.
public struct Definitions: Equatable, Sendable {
  /// The classes that take part in models, by name; of a nested class the name is `Outer.Inner`.
  public var classes: [String: ClassDefinition]
  /// The enumerations that are types of properties, by name.
  public var enumerations: [String: Enumeration]
  /// The calls of `Model.register`, in the order of the sources.
  public var registrations: [ModelRegistration]

  /// Definitions of these classes, enumerations and models, beside the framework's own.
  public init(
    classes: [ClassDefinition] = [], enumerations: [Enumeration] = [], registrations: [ModelRegistration] = []
  ) {
    self.classes = FrameworkClasses.byName
    for definition in classes { self.classes[definition.name] = definition }
    self.enumerations = Dictionary(enumerations.map { ($0.name, $0) }) { first, _ in first }
    self.registrations = registrations
  }
}
