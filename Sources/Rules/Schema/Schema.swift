package import JSONDocument

/// A JSON Schema (draft 2020-12): rules for one value and the values in it.
///
/// A schema and those in it are created by a ``SchemaParser`` and do not change afterwards.
package final class Schema {
  /// The source that contains it.
  package let source: RuleSource
  /// The schema in the source: an object or a boolean.
  package let json: JSONValue
  /// The rules in the order of the text.
  package internal(set) var rules: [Rule] = []
  /// The severity of its rules and of those in it; nil for that of the schema around it.
  package internal(set) var severity: RuleSeverity?
  /// The message for all violations of its own rules; nil for a message about each.
  package internal(set) var message: String?
  /// True if a value that exists must not change.
  package internal(set) var isReadOnly = false
  /// The description of the value for people.
  package internal(set) var notes = SchemaNotes()

  init(_ json: JSONValue, in source: RuleSource) {
    self.json = json
    self.source = source
  }

  /// The schema itself, and those that it applies to each value by `$ref` and `allOf`.
  package var applied: [Schema] {
    var found: [Schema] = []
    var seen: Set<ObjectIdentifier> = []
    var open = [self]
    while let schema = open.popLast() {
      guard seen.insert(ObjectIdentifier(schema)).inserted else { continue }
      found.append(schema)
      for rule in schema.rules {
        switch rule.assertion {
        case .all(let schemas): open += schemas
        case .reference(let reference): open += [reference.target].compactMap(\.self)
        default: continue
        }
      }
    }
    return found
  }

  /// The schemas of the members of an object by their keys.
  package var properties: [(key: String, schema: Schema)] {
    rules.flatMap { rule -> [(key: String, schema: Schema)] in
      if case .properties(let properties) = rule.assertion { properties } else { [] }
    }
  }

  /// The schema for all elements of an array; nil if there is none.
  package var elementSchema: Schema? {
    for rule in rules { if case .items(let schema, _) = rule.assertion { return schema } }
    return nil
  }
}

extension [Schema] {
  /// The schemas for all elements of an array, with those that they apply.
  package var elementSchemas: [Schema] { compactMap(\.elementSchema).flatMap(\.applied) }
}

/// The parts of a schema that describe a value and restrict nothing.
package struct SchemaNotes {
  /// The name for people.
  package var title: String?
  /// The description.
  package var description: String?
  /// Examples of the value.
  package var examples: [JSONValue] = []
  /// The value of a new entity.
  package var defaultValue: JSONValue?
}

/// One keyword of a schema with its meaning.
package struct Rule {
  /// The keyword, such as `minimum`.
  package let keyword: String
  /// The value of the keyword in the source.
  package let json: JSONValue
  /// The meaning.
  package let assertion: Assertion
}
