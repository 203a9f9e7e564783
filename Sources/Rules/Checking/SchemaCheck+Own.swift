import Bindings
import JSONDocument

/// The meaning of okit's own keywords.
extension SchemaCheck {
  mutating func checkOwn(_ value: JSONValue, _ rule: Rule, of schema: Schema) throws {
    switch rule.assertion {
    case .unique(let scope, let property): noteUnique(value, scope, property, rule, of: schema)
    case .earliest(let bound):
      if let (order, limit) = try order(of: value, to: bound, isLast: false), order < 0 {
        fail("\(Self.shownDate(value)) is before \(Self.shownDate(limit))", value, rule, of: schema)
      }
    case .latest(let bound):
      // A day includes all its hours.
      if let (order, limit) = try order(of: value, to: bound.isDay ? bound.nextDay : bound, isLast: true),
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
            var broken = [0: predicate.condition]
            if !predicate.parts.isEmpty, !isProbe {
              broken = try predicate.parts.enumerated().reduce(into: [:]) { broken, part in
                guard try !bindings.isMet(part.element, by: object, ofClass: nameOfClass) else { return }
                broken[part.offset] = part.element.condition
              }
            }
            fail(
              "the condition \(predicate.condition.text) is not met", value, rule, of: schema, at: predicate.json,
              severity: predicate.severity, ownMessage: predicate.message
            ) { $0.brokenParts = broken }
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
  ///
  /// The reader's day begins at midnight in UTC for a value that is a day, and for a time also at the reader's midnight, whichever allows more.
  private func order(
    of value: JSONValue, to bound: DateBound, isLast: Bool
  ) throws -> (order: Int, limit: JSONValue)? {
    func seconds(_ midnightOffset: Int) throws -> JSONValue? {
      try bound.seconds(relativeTo: now, clockOffset: clockOffset, midnightOffset: midnightOffset)
        .map { try JSONDocument(parsing: $0).root }
    }
    guard var limit = try seconds(0), let other = try seconds(-clockOffset) else { return nil }
    var date = value
    if let text = value.string {
      guard let seconds = DateText.json(text, now: now) else { return nil }
      date = try JSONDocument(parsing: seconds).root
    }
    let isDay = date.double.map { $0.truncatingRemainder(dividingBy: 86_400) == 0 } ?? false
    if !isDay, let order = other.numericOrder(to: limit), isLast ? order > 0 : order < 0 { limit = other }
    return date.numericOrder(to: limit).map { ($0, limit) }
  }

  private static func shownDate(_ value: JSONValue) -> String {
    value.kind == .number ? BindingValue.date(value).text : value.shown
  }
}
