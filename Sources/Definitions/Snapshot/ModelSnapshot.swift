/// What the data of one model conform to: the class of its root, and the classes and enumerations that take part in it.
public struct ModelSnapshot: Equatable, Sendable {
  /// The class of the root.
  public let className: String
  /// The classes and enumerations that the root leads to, and those of the framework.
  public var definitions: Definitions

  /// A snapshot of what `definitions` say of models whose root is of the class `className`; what it does not lead to is left out.
  public init(of className: String, in definitions: Definitions) {
    self.className = className
    var classes: [String: ClassDefinition] = [:]
    var enumerations: [String: Enumeration] = [:]
    var waiting = [className]
    while let name = waiting.popLast() {
      if let enumeration = definitions.enumerations[name] { enumerations[name] = enumeration }
      guard classes[name] == nil, let definition = definitions.classes[name] else { continue }
      classes[name] = definition
      waiting += definition.properties.flatMap(\.type.names)
      if let entity = definition.partialEntity { waiting.append(entity.className) }
    }
    self.definitions = Definitions(classes: Array(classes.values), enumerations: Array(enumerations.values))
  }

  /// The definition of the root; nil where it is not defined.
  public var root: ClassDefinition? { definitions.classes[className] }

  /// The class of the framework that the root derives from, which says how the model is stored; nil where that is not known.
  public var superclass: ModelSuperclass? {
    guard case .model(let superclass)? = root?.role else { return nil }
    return superclass
  }
}
