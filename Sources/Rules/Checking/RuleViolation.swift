package import Bindings
package import JSONDocument

/// A value that violates a rule.
package struct RuleViolation {
  /// The value, or the object that lacks a member.
  package let value: JSONValue
  /// The key of a missing member; nil for other violations.
  package let missingKey: String?
  /// The object of the class whose rules were checked.
  package let object: JSONValue
  /// The rule.
  package let rule: Rule
  /// The value of the keyword, or of the part of it, in the source.
  package let json: JSONValue
  /// The source of the rule.
  package let source: RuleSource
  /// The severity.
  package let severity: RuleSeverity
  /// The message, in lower case and without a full stop. It does not name the value's place.
  package let message: String
  /// The number of elements that match, for a number of matches that is not allowed.
  package internal(set) var matches: Int?
  /// The parts of a condition that are not met, by their numbers.
  package internal(set) var brokenParts: [Int: BindingCondition] = [:]

  package init(
    value: JSONValue, missingKey: String?, object: JSONValue, rule: Rule, json: JSONValue, source: RuleSource,
    severity: RuleSeverity, message: String
  ) {
    self.value = value
    self.missingKey = missingKey
    self.object = object
    self.rule = rule
    self.json = json
    self.source = source
    self.severity = severity
    self.message = message
  }
}

/// A value that must be unique in a scope.
package struct UniqueValue {
  /// The value.
  package let value: JSONValue
  /// The identity of the property.
  package let property: UniqueProperty
  /// The scope.
  package let scope: UniqueScope
  /// The violation, if another one is equal.
  package let violation: RuleViolation
}

/// A property that must not change.
package struct ReadOnlyProperty {
  /// The object of the class.
  package let object: JSONValue
  /// The keys from the object to the property; `[]` for the elements of an array on the way.
  package let keys: [String]
  /// True if an array is on the way, so that only all values of its elements can be compared with the former ones.
  package let isInArray: Bool
  /// The violation, if the property changed.
  package let violation: RuleViolation
}
