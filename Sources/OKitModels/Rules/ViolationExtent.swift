import Bindings
import JSONDocument
import Rules

/// The extent of a violation. A change that increases it counts as the cause; one that reduces it does not.
enum ViolationExtent: Hashable {
  /// The parts of the value that the rule is about. Other ones are another violation.
  case content([UInt8])
  /// The parts of a condition that are not met, each with the values that it is about.
  case conditions(Set<[UInt8]>)
  /// The distance of a number from the numbers that are allowed.
  case distance(Int)
  /// The elements that an array has more than once, and how many of them are too many.
  case duplicates(Set<[UInt8]>, surplus: Int)

  init(_ violation: RuleViolation) {
    let value = violation.value
    switch (violation.rule.assertion, value.kind) {
    case _ where violation.missingKey != nil: self = .content([])
    case (.elementCount(let range), _), (.memberCount(let range), _): self = .distance(of: value.count, from: range)
    case (.contains(_, let range), .array): self = .distance(of: violation.matches ?? 0, from: range)
    case (.uniqueElements, .array):
      let elements = Dictionary(grouping: value.elements.map(\.comparisonKey), by: \.self).filter { $0.value.count > 1 }
      self = .duplicates(Set(elements.keys), surplus: elements.values.reduce(0) { $0 + $1.count - 1 })
    case (.candidates, _): self = .content(value.comparisonKey)
    case (.predicates, .object):
      self = .conditions(
        Set(violation.brokenParts.map { number, part in Array("\(number)".utf8) + value.content(of: part.names) }))
    // Other properties of an object can change without making the violation worse.
    case (let assertion, .object): self = .content(value.content(of: assertion.namesInObject))
    case (_, .array): self = .content([])
    default: self = .content(value.comparisonKey)
    }
  }

  private static func distance(of count: Int, from range: ClosedRange<Int>) -> ViolationExtent {
    .distance(max(range.lowerBound - count, count - range.upperBound))
  }

  /// True if the violation is the same as a former one of the same rule and value, or not as bad.
  func isNoWorse(than former: ViolationExtent) -> Bool {
    switch (self, former) {
    case (.content(let new), .content(let old)): new == old
    case (.conditions(let new), .conditions(let old)): new.isSubset(of: old)
    case (.distance(let new), .distance(let old)): new <= old
    case (.duplicates(let new, let surplus), .duplicates(let old, let former)):
      new.isSubset(of: old) && surplus <= former
    default: false
    }
  }
}

extension JSONValue {
  /// Bytes that are the same for two objects if these members of them are equal.
  fileprivate func content(of names: Set<ExactText>) -> [UInt8] {
    names.sorted().flatMap { name in self[name.text].map { Array(name.text.utf8) + $0.comparisonKey } ?? [] }
  }
}

extension Assertion {
  /// The members of an object on which it depends whether the object is valid, as far as they have names.
  fileprivate var namesInObject: Set<ExactText> {
    var names: Set<ExactText> = []
    var seen: Set<ObjectIdentifier> = []
    var open = [self]
    while let assertion = open.popLast() {
      let schemas: [Schema]
      switch assertion {
      case .any(let parts), .exactlyOne(let parts), .all(let parts): schemas = parts
      case .not(let part): schemas = [part]
      case .conditional(let condition, let then, let otherwise):
        schemas = [condition, then, otherwise].compactMap(\.self)
      case .reference(let reference): schemas = [reference.target].compactMap(\.self)
      case .properties(let properties):
        names.formUnion(properties.map { ExactText($0.key) })
        continue
      case .required(let keys):
        names.formUnion(keys.map { ExactText($0) })
        continue
      case .predicates(let predicates):
        for predicate in predicates { names.formUnion(predicate.condition.names) }
        continue
      default: continue
      }
      for schema in schemas where seen.insert(ObjectIdentifier(schema)).inserted {
        open += schema.rules.map(\.assertion)
      }
    }
    return names
  }
}

extension BindingCondition {
  /// The properties of the element at which the paths of the condition begin.
  fileprivate var names: Set<ExactText> {
    var names: Set<ExactText> = []
    var open = [predicate]
    while let predicate = open.popLast() {
      switch predicate {
      case .comparison(let comparison):
        for case .parts(let parts) in ([comparison.left] + comparison.right).map(\.content) {
          for case .path(let path) in parts.map(\.content) { if let name = path.firstName { names.insert(name) } }
        }
      case .all(let parts), .any(let parts): open += parts
      case .not(let part): open.append(part)
      }
    }
    return names
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
