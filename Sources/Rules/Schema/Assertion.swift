package import Bindings
package import JSONDocument

/// The meaning of a keyword.
package indirect enum Assertion {
  // MARK: Any value

  /// No value is valid: the schema `false`.
  case never
  /// The value has one of these types.
  case type([SchemaType])
  /// The value equals one of these.
  case oneOf(ListedValues)

  // MARK: Numbers

  /// The number is at least this one.
  case minimum(JSONValue)
  /// The number is at most this one.
  case maximum(JSONValue)
  /// The number is greater than this one.
  case exclusiveMinimum(JSONValue)
  /// The number is less than this one.
  case exclusiveMaximum(JSONValue)
  /// The number is a multiple.
  case multiple(DecimalDivisor)

  // MARK: Texts

  /// The text has a number of code points in this range.
  case length(ClosedRange<Int>)
  /// The text contains a match of the pattern.
  case pattern(PortablePattern)
  /// The text has this format.
  case format(TextFormat)

  // MARK: Arrays

  /// Each element after the first `from` ones is valid.
  case items(Schema, from: Int)
  /// The first elements are valid, each by its own schema.
  case prefixItems([Schema])
  /// The number of valid elements is in this range.
  case contains(Schema, ClosedRange<Int>)
  /// The number of elements is in this range.
  case elementCount(ClosedRange<Int>)
  /// No two elements are equal.
  case uniqueElements

  // MARK: Objects

  /// The members with these keys are valid.
  case properties([(key: String, schema: Schema)])
  /// The members whose keys match a pattern are valid.
  case patternProperties([(pattern: PortablePattern, schema: Schema)])
  /// The members that neither `keys` nor `patterns` name are valid.
  case otherProperties(Schema, keys: Set<ExactText>, patterns: [PortablePattern])
  /// The keys are valid.
  case keys(Schema)
  /// The members with these keys exist.
  case required([String])
  /// If a key exists, others exist, too.
  case requiredWith([(key: String, others: [String])])
  /// The number of members is in this range.
  case memberCount(ClosedRange<Int>)

  // MARK: Combinations

  /// All are valid.
  case all([Schema])
  /// At least one is valid.
  case any([Schema])
  /// Exactly one is valid.
  case exactlyOne([Schema])
  /// The schema is not valid.
  case not(Schema)
  /// If `condition` is valid, `then` is valid, and otherwise `otherwise`.
  case conditional(condition: Schema, then: Schema?, otherwise: Schema?)
  /// The schema that a `$ref` leads to is valid.
  case reference(SchemaReference)

  // MARK: okit's own

  /// The value is one of those that a binding leads to.
  case candidates(BoundRule<Binding>)
  /// The value equals the one that a binding leads to.
  case equal(BoundRule<Binding>)
  /// No other value of the same property is equal.
  case unique(UniqueScope, UniqueProperty)
  /// The date is not before this one.
  case earliest(DateBound)
  /// The date is not after this one.
  case latest(DateBound)
  /// The entity meets the conditions.
  case predicates([PredicateRule])
}

/// A type of JSON Schema.
package enum SchemaType: String, CaseIterable, Sendable {
  case null, boolean, object, array, number, string, integer

  /// True if a value has the type. `1.0` is an integer.
  func matches(_ value: JSONValue) -> Bool {
    switch (self, value.kind) {
    case (.null, .null), (.boolean, .bool), (.object, .object), (.array, .array), (.number, .number),
      (.string, .string):
      true
    case (.integer, .number): value.significantDigits.map { $0.power >= 0 } ?? true
    default: false
    }
  }

  /// The type in messages, with its article.
  var shown: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .object: "an object"
    case .array: "an array"
    case .number: "a number"
    case .string: "a string"
    case .integer: "an integer"
    }
  }
}

/// The values among which a value must be unique.
package enum UniqueScope: String, CaseIterable, Sendable {
  /// Those of the other elements of the array that contains the entity.
  case siblings
  /// Those of all entities of the class in the model.
  case model
}

/// The identity of a property whose values are unique.
package final class UniqueProperty {
  init() {}
}

/// A schema that another one refers to. It is found after all schemas of a source were parsed.
package final class SchemaReference {
  /// The schema; nil before it was found.
  package internal(set) weak var target: Schema?
  /// The text of `$ref`.
  package let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// A rule that evaluates a binding from the entity. It is a class so that evaluations can be cached by its identity.
package final class BoundRule<Content> {
  /// The binding.
  package let content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// A condition that an entity must meet.
package final class PredicateRule {
  /// The condition.
  package let condition: BindingCondition
  /// The message for entities that do not meet it; nil for a message with the condition.
  package let message: String?
  /// The severity; nil for that of the schema around it.
  package let severity: RuleSeverity?
  /// The predicate in the source.
  package let json: JSONValue

  /// The parts that must all be met; none for a condition without several.
  let parts: [PredicateRule]

  init(_ condition: BindingCondition, message: String?, severity: RuleSeverity?, json: JSONValue) {
    let conjuncts = condition.conjuncts
    parts =
      conjuncts.count < 2
      ? [] : conjuncts.map { PredicateRule($0, message: message, severity: severity, json: json) }
    self.condition = condition
    self.message = message
    self.severity = severity
    self.json = json
  }
}

/// The values that a rule lists.
package struct ListedValues {
  /// The values in the order of the text.
  package let all: [JSONValue]
  /// Their comparison keys.
  private let keys: Set<[UInt8]>

  init(_ values: [JSONValue]) {
    all = values
    keys = Set(values.map(\.comparisonKey))
  }

  /// True if the list has a value that JSON Schema counts as equal.
  func contains(_ value: JSONValue) -> Bool {
    // A large value is compared only if it can be in the list.
    all.contains { $0.kind == value.kind } && keys.contains(value.comparisonKey)
  }
}
