import CommandKit
import Rules

/// The help topic on rules, which is also a page of the manual.
enum RulesText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          Rules state which values are valid. The rules of a class are a JSON Schema (draft 2020-12) in okit/rules/CLASS.json, which \
          describes the objects of the class as they are stored. A class also has the rules of the classes that it derives from. A comment \
          of a property in the Swift source has the same effect: '// okit: minimum 0, maximum 10'. A comment contains keywords with their \
          values, separated by commas; a value is JSON or a text without a comma, a keyword alone means true, and okit's own keywords need \
          no prefix.

          The commands 'set', 'add', 'remove', 'move', 'call', 'settings set' and 'import' of rows and of a single document refuse a change \
          that violates a rule (65), and name each path with the rule. With --no-rules they make it, which the log notes. A value that \
          violated a rule before the change is only a warning, and so are violations after 'undo', 'backup restore', 'migrate' and the \
          import of a folder or a backup. 'okit check' reports all violations. A rule that is not valid stops edits (78); 'okit rules check' \
          finds such mistakes. A change is checked in the documents that it changes; 'okit check' also finds what it makes invalid \
          elsewhere.
          """)),
      ManualSection(
        "Keywords",
        .text(
          """
          type, enum, const, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, pattern, format, \
          items, prefixItems, contains, minContains, maxContains, minItems, maxItems, uniqueItems, properties, patternProperties, \
          additionalProperties, propertyNames, minProperties, maxProperties, required, dependentRequired, allOf, anyOf, oneOf, not, if, \
          then, else, $ref, $defs, readOnly, title, description, examples, default, $comment and $schema mean what JSON Schema says. Any \
          other keyword is an error. 'okit add' gives a new entity the default; 'okit edit' and the help of a form show the examples.

          Numbers are compared exactly: 19.99 is a multiple of 0.01. A pattern is limited to the part of the syntax that all implementations \
          share: characters, classes, \\d, \\w and \\s (ASCII letters and digits), groups, alternatives, quantifiers, ^ and $. The format \
          is checked: \(formats). $ref leads to a place in the same file ('#/$defs/money') or to the rules of another class \
          ('Author.json'). A property with readOnly cannot be changed once its entity exists.
          """)),
      ManualSection("Keywords of okit", .entries(own)),
    ]
  }

  /// The formats in a sentence: `a, b and c`.
  private static var formats: String {
    let names = TextFormat.allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  private static let own = [
    ManualEntry(
      "x-okit-candidates: BINDING",
      "the value, or each element of an array, is one of those that the binding leads to from the object: \"/genres\". A reference is "
        + "compared with entities by its refKey"),
    ManualEntry(
      "x-okit-unique: siblings | model",
      "no other element of the array that contains the object, or no other object of the class in the model, has the same value"
    ),
    ManualEntry("x-okit-equal: BINDING", "the value equals the one that the binding leads to from the object"),
    ManualEntry(
      "x-okit-minimum: DATE, x-okit-maximum: DATE",
      "the first and last date: 2026-01-31, 2026-01-31T08:00Z, now, -7d, today or today+1w. A day includes all its hours in UTC, and today those of the reader, too"
    ),
    ManualEntry(
      "x-okit-predicates: [{\"predicate\": CONDITION, …}]",
      "the object meets each condition, written as in brackets of a path (see okit-bindings(7)); each can also have a message "
        + "and a severity"
    ),
    ManualEntry(
      "x-okit-severity: error | warning",
      "the severity of the rules in the same schema and inside it; a warning never refuses a change"),
    ManualEntry("x-okit-message: TEXT", "the message for violations of the rules in the same schema"),
  ]
}
