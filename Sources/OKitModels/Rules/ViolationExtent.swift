import Bindings
import JSONDocument
import Rules

/// How bad a violation is. A change that makes it worse causes it; one that makes it better does not.
enum ViolationExtent {
  /// The value, or the parts of it that the rule is about. Other ones are another violation.
  case content([UInt8])
  /// The distance of a number from the numbers that are allowed.
  case distance(Int)
  /// The elements that an array has more than once, and how many of them are too many.
  case duplicates(Set<[UInt8]>, surplus: Int)

  init(_ violation: RuleViolation) {
    let value = violation.value
    switch (violation.rule.assertion, value.kind) {
    case (.elementCount(let range), _), (.memberCount(let range), _):
      self = .distance(max(range.lowerBound - value.count, value.count - range.upperBound))
    case (.contains(_, let range), .array) where range.upperBound < .max: self = .distance(value.count)
    case (.uniqueElements, .array):
      let elements = Dictionary(grouping: value.elements.map(\.comparisonKey), by: \.self).filter { $0.value.count > 1 }
      self = .duplicates(Set(elements.keys), surplus: elements.values.reduce(0) { $0 + $1.count - 1 })
    case (.candidates, _): self = .content(value.comparisonKey)
    // Other properties of an object can change without making the violation worse.
    case (let assertion, .object):
      let names = assertion.namesInObject(at: violation.json)
      self = .content(
        names.sorted().flatMap { name in value[name.text].map { Array(name.text.utf8) + $0.comparisonKey } ?? [] })
    case (_, .array): self = .content([])
    default: self = .content(value.comparisonKey)
    }
  }

  /// True if the violation is the same as a former one of the same rule and value, or not as bad.
  func isNoWorse(than former: ViolationExtent) -> Bool {
    switch (self, former) {
    case (.content(let new), .content(let old)): new == old
    case (.distance(let new), .distance(let old)): new <= old
    case (.duplicates(let new, let surplus), .duplicates(let old, let former)):
      new.isSubset(of: old) && surplus <= former
    default: false
    }
  }
}

extension Assertion {
  /// The members of an object on which it depends whether the object is valid, as far as they have names.
  fileprivate func namesInObject(at json: JSONValue) -> Set<ExactText> {
    switch self {
    case .predicates(let predicates):
      let own = predicates.filter { $0.json == json }
      return (own.isEmpty ? predicates : own).reduce(into: []) { $0.formUnion($1.condition.predicate.names) }
    case .any(let schemas), .exactlyOne(let schemas), .all(let schemas):
      return schemas.reduce(into: []) { $0.formUnion($1.namesInObject) }
    case .not(let schema): return schema.namesInObject
    case .conditional(let condition, let then, let otherwise):
      return [condition, then, otherwise].compactMap(\.self).reduce(into: []) { $0.formUnion($1.namesInObject) }
    case .properties(let properties): return Set(properties.map { ExactText($0.key) })
    case .required(let keys): return Set(keys.map { ExactText($0) })
    case .requiredWith(let properties):
      return Set(properties.flatMap { [$0.key] + $0.others }.map { ExactText($0) })
    default: return []
    }
  }
}

extension Schema {
  fileprivate var namesInObject: Set<ExactText> {
    applied.flatMap(\.rules).reduce(into: []) { $0.formUnion($1.assertion.namesInObject(at: $1.json)) }
  }
}

extension Binding.Predicate {
  /// The properties of the element at which the paths of the condition begin.
  fileprivate var names: Set<ExactText> {
    switch self {
    case .comparison(let comparison):
      ([comparison.left] + comparison.right).reduce(into: []) { names, operand in
        guard case .parts(let parts) = operand.content else { return }
        for case .path(let path) in parts.map(\.content) { if let name = path.firstName { names.insert(name) } }
      }
    case .all(let predicates), .any(let predicates): predicates.reduce(into: []) { $0.formUnion($1.names) }
    case .not(let predicate): predicate.names
    }
  }
}

extension Binding.Path {
  fileprivate var firstName: ExactText? {
    guard model == nil, !isAbsolute else { return nil }
    var step = segments.first?.step
    if case .keyPath(let pieces)? = step { step = pieces.first?.step }
    guard case .property(let name)? = step else { return nil }
    return ExactText(name)
  }
}
