import Bindings
import JSONDocument

/// The meaning of okit's own keywords.
extension SchemaCheck {
  mutating func checkOwn(_ value: JSONValue, _ rule: Rule, of schema: Schema) throws {
    switch rule.assertion {
    case .unique(let scope, let property): noteUnique(value, scope, property, rule, of: schema)
    case .earliest(let bound):
      if let (order, limit) = try order(of: value, to: bound), order < 0 {
        fail("\(Self.shownDate(value)) is before \(Self.shownDate(limit))", value, rule, of: schema)
      }
    case .latest(let bound):
      // A day includes all its hours.
      if let (order, limit) = try order(of: value, to: bound.isDay ? bound.nextDay : bound),
        bound.isDay ? order >= 0 : order > 0
      {
        fail(
          "\(Self.shownDate(value)) is \(bound.isDay ? "not before" : "after") \(Self.shownDate(limit))", value, rule,
          of: schema)
      }
    default:
      guard let bindings else { return }
      try bindings.explaining(rule, of: schema) {
        switch rule.assertion {
        case .candidates(let binding): try checkCandidates(value, binding, bindings, rule, of: schema)
        case .equal(let binding):
          let other = try bindings.value(of: binding, from: object, ofClass: nameOfClass)
          if !value.isNull || !other.isAbsent, RuleBindings.key(of: .json(value)) != RuleBindings.key(of: other) {
            fail("\(value.shown) is not equal to \(binding.content)", value, rule, of: schema)
          }
        case .predicates(let predicates):
          for predicate in predicates where try !bindings.isMet(predicate, by: object, ofClass: nameOfClass) {
            fail(
              "the condition \(predicate.condition.text) is not met", value, rule, of: schema, at: predicate.json,
              severity: predicate.severity, ownMessage: predicate.message)
          }
        default: break
        }
      }
    }
  }

  private mutating func checkCandidates(
    _ value: JSONValue, _ binding: BoundRule<Binding>, _ bindings: RuleBindings, _ rule: Rule, of schema: Schema
  ) throws {
    let candidates = try bindings.candidates(of: binding, from: object, ofClass: nameOfClass)
    for element in value.kind == .array ? Array(value.elements) : [value] {
      // An empty reference refers to nothing.
      if element.kind == .object, element["refKey"] == nil { continue }
      guard !element.isNull, let key = RuleBindings.key(of: .json(element)), !candidates.contains(key) else { continue }
      let shown = element["refKey"]?.shown ?? element.shown
      fail("\(shown) is not one of \(binding.content)", element, rule, of: schema)
    }
  }

  /// Returns the order of a date and its bound, and the JSON of the bound; nil for a value that is not a date.
  private func order(of value: JSONValue, to bound: DateBound) throws -> (order: Int, limit: JSONValue)? {
    guard
      let limit =
        try bound.seconds(relativeTo: now, clockOffset: clockOffset).map({ try JSONDocument(parsing: $0).root })
    else { return nil }
    var date = value
    if let text = value.string {
      guard let seconds = DateText.json(text, now: now) else { return nil }
      date = try JSONDocument(parsing: seconds).root
    }
    return date.numericOrder(to: limit).map { ($0, limit) }
  }

  private static func shownDate(_ value: JSONValue) -> String {
    value.kind == .number ? BindingValue.date(value).text : value.shown
  }
}
