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

  /// Whether the class `name` is `ancestor` or derived from it.
  public func isClass(_ name: String, derivedFrom ancestor: String) -> Bool {
    var name = name
    // A chain that is longer than there are classes goes in a circle.
    for _ in 0...classes.count {
      if name == ancestor { return true }
      guard let superclass = classes[name]?.superclass else { return false }
      name = superclass
    }
    return false
  }
}

/// A call `Model.register(Shop.self, name: "shop")`.
public struct ModelRegistration: Equatable, Sendable {
  /// The class of the model's root.
  public let className: String
  /// The model's name; `default` where the call gives none.
  public let modelName: String
  /// Where the call is.
  public let place: SourcePlace?

  /// A registration of a class under a name.
  public init(className: String, modelName: String = "default", place: SourcePlace? = nil) {
    self.className = className
    self.modelName = modelName
    self.place = place
  }
}

/// A place in a Swift file.
public struct SourcePlace: Hashable, Sendable {
  /// The file, as it was given to the reader.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// A place in a file.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}
