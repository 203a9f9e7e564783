package import Definitions
package import JSONDocument
package import Rules

/// The rules for a property as a description for people.
package struct RuleNotes: Equatable, Sendable {
  /// The name for people; nil if the rules give none.
  package var title: String?
  /// The description; nil if the rules give none.
  package var description: String?
  /// The rules, such as `minimum 0`.
  package var rules: [String] = []
  /// Examples of values.
  package var examples: [JSONValue] = []

  package init() {}
}

extension WorkspaceRules {
  /// Returns what the rules say about a property of a class.
  package func notes(_ property: PropertyDefinition, of className: String) -> RuleNotes {
    var notes = RuleNotes()
    for schema in schemas(ofMember: property.key, of: className) {
      notes.title = notes.title ?? schema.notes.title
      notes.description = notes.description ?? schema.notes.description
      notes.examples += schema.notes.examples
      notes.rules += schema.listed.filter { $0.property.isEmpty }.map { rule in
        let keyword = rule.keyword.withoutPrefix(SchemaParser.prefix) ?? rule.keyword
        return rule.json.bool == true ? keyword : "\(keyword) \(rule.json.string ?? rule.json.rawText)"
      }
    }
    for rule in schemas(of: className).flatMap(\.rules) {
      guard case .required(let keys) = rule.assertion, keys.contains(where: property.key.isExactly) else { continue }
      notes.rules.append("required")
    }
    return notes
  }
}

extension WorkspaceRules {
  /// Returns the value that the rules give a property of a new entity of a class; nil if they give none.
  package func defaultValue(_ property: PropertyDefinition, of className: String) -> JSONValue? {
    schemas(ofMember: property.key, of: className).lazy.compactMap(\.notes.defaultValue).first { $0.kind != .null }
  }

  /// Returns the rules for the values of a property of a class.
  package func schemas(ofMember key: String, of className: String) -> [Schema] {
    schemas(of: className).flatMap(\.properties).filter { $0.key.isExactly(key) }.flatMap(\.schema.applied)
  }

  private func schemas(of className: String) -> [Schema] { (ofClass[className] ?? []).flatMap(\.schema.applied) }
}
