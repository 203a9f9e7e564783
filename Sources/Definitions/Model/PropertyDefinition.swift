/// A stored property of a class.
package struct PropertyDefinition: Equatable, Sendable {
  /// Its name in Swift.
  package var name: String
  /// The key it is stored under.
  package var key: String
  /// Its type; `.optional` around what is declared with `?` or `!`.
  package var type: PropertyType
  /// Whether it is declared with `let`.
  package var isConstant: Bool
  /// Whether it is declared with `!`.
  package var isImplicitlyUnwrapped: Bool
  /// The value that a new instance starts with; nil where there is none.
  package var defaultValue: DefaultValue?
  /// Its documentation comment, without the comment's signs.
  package var note: String?
  /// The name it had before, from a comment `// okit: was title`.
  package var formerName: String?
  /// Where it is declared; nil of the framework's own.
  package var place: SourcePlace?

  /// A property of these parts; the key is the name where none is given.
  package init(
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
  package var isRequired: Bool { !type.isOptional && !(isConstant && defaultValue != nil) }
}
