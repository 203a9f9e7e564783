package import JSONDocument

/// A rule of a schema with its place, for a list of rules.
package struct ListedRule {
  /// The property from the object of the class, such as `authors[*]/name`; empty for the object itself.
  package let property: String
  /// The keyword, such as `minimum`.
  package let keyword: String
  /// The value of the keyword, or of a part of it.
  package let json: JSONValue
  /// The source of the rule.
  package let source: RuleSource
  /// The severity.
  package let severity: RuleSeverity
}

extension Schema {
  /// The rules of the schema and of the schemas for parts of the value, in the order of the text.
  package var listed: [ListedRule] {
    var rules: [ListedRule] = []
    list("", .error, depth: 0, into: &rules)
    return rules
  }

  private func list(_ property: String, _ outer: RuleSeverity, depth: Int, into listed: inout [ListedRule]) {
    let severity = severity ?? outer
    func add(_ keyword: String, _ json: JSONValue, _ severity: RuleSeverity) {
      listed.append(
        ListedRule(property: property, keyword: keyword, json: json, source: source, severity: severity))
    }
    if isReadOnly, let json = json["readOnly"] { add("readOnly", json, severity) }
    for rule in rules {
      switch rule.assertion {
      case .properties(let properties):
        for (key, schema) in properties {
          schema.list(property.isEmpty ? key : "\(property)/\(key)", severity, depth: depth + 1, into: &listed)
        }
      case .items(let schema, _): schema.list(property + "[*]", severity, depth: depth + 1, into: &listed)
      case .all(let schemas): for schema in schemas { schema.list(property, severity, depth: depth + 1, into: &listed) }
      case .predicates(let predicates):
        for predicate in predicates { add(rule.keyword, predicate.json, predicate.severity ?? severity) }
      default: add(rule.keyword, rule.json, severity)
      }
    }
  }
}
