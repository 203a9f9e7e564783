package import Bindings
package import JSONDocument

/// Evaluates the bindings and conditions of rules over the models of a workspace, and caches what is needed for many entities.
package final class RuleBindings {
  /// A rule for the objects of one class.
  private struct Key: Hashable {
    let rule: ObjectIdentifier
    let className: String
  }

  private let context: any EvaluationContext
  private var conditions: [Key: ConditionEvaluation] = [:]
  private var readers: [Key: BindingReader] = [:]
  private var knownCandidates: [Key: Set<[UInt8]>] = [:]

  /// Evaluates bindings in `context`.
  package init(_ context: any EvaluationContext) {
    self.context = context
  }

  /// Returns the value that the binding of a rule leads to from an object.
  package func value(
    of rule: BoundRule<Binding>, from object: JSONValue, ofClass className: String
  ) throws -> BindingValue {
    let key = Key(rule: ObjectIdentifier(rule), className: className)
    if let reader = readers[key] { return try reader.value(of: object) }
    let reader = BindingReader(rule.content, in: context)
    readers[key] = reader
    return try reader.value(of: object)
  }

  /// True if an object meets the condition of a rule.
  package func isMet(_ rule: PredicateRule, by object: JSONValue, ofClass className: String) throws -> Bool {
    let key = Key(rule: ObjectIdentifier(rule), className: className)
    if let condition = conditions[key] { return try condition.isMet(by: object) }
    let condition = ConditionEvaluation(rule.condition, in: context)
    conditions[key] = condition
    return try condition.isMet(by: object)
  }

  /// Returns the keys of the values among which a value must be.
  package func candidates(
    of rule: BoundRule<Binding>, from object: JSONValue, ofClass className: String
  ) throws -> Set<[UInt8]> {
    // A path from the root of a model does not depend on the object in it.
    let isShared = rule.content.path.map { $0.isAbsolute || $0.model != nil } ?? false
    let model = isShared ? try context.modelName(of: object) ?? "" : ""
    let key = Key(rule: ObjectIdentifier(rule), className: model)
    if isShared, let known = knownCandidates[key] { return known }
    let candidates = Set(
      Self.elements(try value(of: rule, from: object, ofClass: className)).compactMap(Self.key))
    if isShared { knownCandidates[key] = candidates }
    return candidates
  }

  /// Runs `body`. An error in a binding becomes one that names the rule.
  func explaining(_ rule: Rule, of schema: Schema, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as BindingError {
      throw RuleError("\(rule.keyword): \(error)", at: rule.json, in: schema.source)
    }
  }

  /// Returns the values in a list or an array.
  package static func elements(_ value: BindingValue) -> [BindingValue] {
    switch value {
    case .list(let values): values.flatMap(elements)
    case .json(let json) where json.kind == .array: json.elements.map { .json($0) }
    default: value.isAbsent ? [] : [value]
    }
  }

  /// Returns bytes that are equal for equal values. An entity and a reference to it are equal. Nil for an absent value and an empty reference.
  package static func key(of value: BindingValue) -> [UInt8]? {
    if value.isAbsent { return nil }
    guard let json = value.stored ?? (try? JSONDocument(parsing: value.json).root) else { return nil }
    guard json.kind == .object, let id = json["refKey"] ?? json["id"], let text = id.string else {
      return json.comparisonKey
    }
    return text.isEmpty ? nil : id.comparisonKey
  }
}
