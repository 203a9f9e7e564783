/// A stored property of a class.
public struct PropertyDefinition: Equatable, Sendable {
  /// Its name in Swift.
  public var name: String
  /// The key it is stored under.
  public var key: String
  /// Its type; `.optional` around what is declared with `?` or `!`.
  public var type: PropertyType
  /// Whether it is declared with `let`.
  public var isConstant: Bool
  /// Whether it is declared with `!`.
  public var isImplicitlyUnwrapped: Bool
  /// The value that a new instance starts with; nil where there is none.
  public var defaultValue: DefaultValue?
  /// Its documentation comment, without the comment's signs.
  public var note: String?
  /// The name it had before, from a comment `// okit: was title`.
  public var formerName: String?
  /// Where it is declared; nil of the framework's own.
  public var place: SourcePlace?

  /// A property of these parts; the key is the name where none is given.
  public init(
    name: String, key: String? = nil, type: PropertyType, isConstant: Bool = false, isImplicitlyUnwrapped: Bool = false,
    defaultValue: DefaultValue? = nil, note: String? = nil, formerName: String? = nil, place: SourcePlace? = nil
  ) {
    self.name = name
    self.key = key ?? name
    self.type = type
    self.isConstant = isConstant
    self.isImplicitlyUnwrapped = isImplicitlyUnwrapped
    self.defaultValue = defaultValue
    self.note = note
    self.formerName = formerName
    self.place = place
  }

  /// Whether an app cannot read an object without it: even a default does not help there. A constant that has its value is not read.
  public var isRequired: Bool { !type.isOptional && !(isConstant && defaultValue != nil) }
}
