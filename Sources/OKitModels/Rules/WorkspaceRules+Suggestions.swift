import Bindings
import Definitions
package import JSONDocument
import Rules

/// A value that a rule allows.
package struct RuleSuggestion {
  /// The value as it is typed: a text, or the id of an entity.
  package let text: String
  /// The entity; nil for other values.
  package let entity: JSONValue?
}

extension WorkspaceRules {
  /// Returns the values that the rules allow for a property of an object, or for the elements of an array, if they list them; nil otherwise.
  ///
  /// Throws the errors of evaluating bindings.
  package func suggestions(forMember key: String, of place: EntityPlace, in store: EntityStore) throws
    -> [RuleSuggestion]?
  {
    guard let definition = classes.definition(of: place) else { return nil }
    let schemas = schemas(ofMember: key, of: definition.name)
    for rule in (schemas + schemas.elementSchemas).flatMap(\.rules) {
      switch rule.assertion {
      case .oneOf(let values):
        return values.all.filter { !$0.isNull }.map { RuleSuggestion(text: BindingValue.json($0).text, entity: nil) }
      case .candidates(let binding):
        let bindings = RuleBindings(StoreEvaluationContext(store: store, model: nil))
        let values = try bindings.value(of: binding, from: place.value, ofClass: definition.name)
        return RuleBindings.elements(values).map { value in
          guard let json = value.stored, json.kind == .object else {
            return RuleSuggestion(text: value.text, entity: nil)
          }
          if let key = json["refKey"]?.string { return RuleSuggestion(text: key, entity: nil) }
          return RuleSuggestion(text: json["id"]?.string ?? "", entity: json)
        }
      default: continue
      }
    }
    return nil
  }
}
