/// A stored property of a class.
package struct PropertyDefinition: Equatable, Sendable {
  /// The name in Swift.
  package var name: String
  /// The key that stores it.
  package var key: String
  /// The type; `.optional` if it is declared with `?` or `!`.
  package var type: PropertyType
  /// True if it is declared with `let`.
  package var isConstant: Bool
  /// True if it is declared with `!`.
  package var isImplicitlyUnwrapped: Bool
  /// The default in a new instance; nil if there is none.
  package var defaultValue: DefaultValue?
  /// The documentation comment, without the comment signs.
  package var note: String?
  /// The former name, from a comment `// okit: was title`.
  package var formerName: String?
  /// The rules in comments such as `// okit: minimum 0, maximum 10`.
  package var rules: [RuleComment] = []
  /// The place of the declaration; nil for a property of a framework class.
  package var place: SourcePlace?

  /// A property with these attributes. The default key is the name.
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

  /// True if an app cannot decode an object without it, even if the property has a default. A constant with a value is not decoded.
  package var isRequired: Bool { !type.isOptional && !(isConstant && defaultValue != nil) }
}

/// The rules for the values of a property in a comment.
package struct RuleComment: Hashable, Sendable {
  /// The text after `okit:`.
  package let text: String
  /// The place of the text.
  package let place: SourcePlace

  /// Rules at a place.
  package init(text: String, place: SourcePlace) {
    self.text = text
    self.place = place
  }
}
