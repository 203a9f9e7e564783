import Bindings
import Definitions
import JSONDocument
import OKitStorage
package import Rules

/// Finds the values in documents that violate the rules of a workspace.
package struct RuleEvaluation {
  /// A violation and the document that contains it.
  package struct Found {
    /// The document.
    package let document: ModelDocument
    /// The violation.
    package let violation: RuleViolation
  }

  /// A rule that was applied to a value. The rules of several classes can refer to one rule.
  private struct Application: Hashable {
    let rule: JSONValue
    let value: JSONValue
    let missingKey: ExactText?

    init(_ violation: RuleViolation) {
      rule = violation.json
      value = violation.value
      missingKey = violation.missingKey.map { ExactText($0) }
    }
  }

  /// The values that are equal and must not be.
  private struct UniqueKey: Hashable {
    let property: ObjectIdentifier
    /// The array or, in the scope of a model, nil.
    let container: JSONValue?
    let model: ModelName
    let value: [UInt8]
  }

  private let store: EntityStore
  private let rules: WorkspaceRules
  private var check: SchemaCheck
  /// The places of equal values that must be unique, in the order in which they were found.
  private var equalValues: [[Found]] = []
  private var groups: [UniqueKey: Int] = [:]
  /// The values in the groups of ``equalValues`` with more than one.
  private var grouped: [Int: Set<JSONValue>] = [:]
  private var found: [Found] = []
  /// The properties found so far that must not change, with their documents.
  private(set) var readOnly: [(document: ModelDocument, property: ReadOnlyProperty)] = []

  /// An evaluation of documents that `store` has read.
  package init(_ store: EntityStore, _ rules: WorkspaceRules) {
    self.store = store
    self.rules = rules
    let context = StoreEvaluationContext(store: store, model: nil)
    check = SchemaCheck(
      now: context.now, clockOffset: context.clockOffset, bindings: RuleBindings(context))
  }

  /// Checks a document.
  ///
  /// Throws errors of kind `configuration` for rules that cannot be evaluated, and the errors of reading other models that rules name.
  package mutating func check(_ document: ModelDocument) throws {
    guard let root = rules.classes.rootClass(of: document) else { return }
    check.removeAll()
    do {
      var walk = ObjectWalk(
        document.json.root, as: root.name, in: rules.classes.definitions, entering: rules.entered)
      while let (object, definition) = walk.next() {
        for rules in rules.ofClass[definition.name] ?? [] {
          try check.check(object, ofClass: definition.name, with: rules.schema)
        }
      }
    } catch let error as RuleError {
      throw OKitError(error)
    }
    var applied: [Application: Int] = [:]
    for violation in check.violations {
      if let index = applied[Application(violation)] {
        // The most severe one counts.
        if violation.severity == .error { found[index] = Found(document: document, violation: violation) }
      } else {
        applied[Application(violation)] = found.count
        found.append(Found(document: document, violation: violation))
      }
    }
    readOnly += check.readOnlyProperties.map { (document, $0) }
    for value in check.uniqueValues {
      var container: JSONValue?
      if value.scope == .siblings {
        container = value.violation.object.parent
        guard container?.kind == .array else { continue }
      }
      let key = UniqueKey(
        property: ObjectIdentifier(value.property), container: container, model: document.model,
        value: RuleBindings.key(of: .json(value.value)) ?? value.value.comparisonKey)
      let place = Found(document: document, violation: value.violation)
      if let group = groups[key] {
        let first = equalValues[group][0].violation.value
        let isNew = first != value.value && grouped[group, default: [first]].insert(value.value).inserted
        if isNew {
          equalValues[group].append(place)
        } else if value.violation.severity == .error,
          let index = equalValues[group].firstIndex(where: { $0.violation.value == value.value })
        {
          equalValues[group][index] = place
        }
      } else {
        groups[key] = equalValues.count
        equalValues.append([place])
      }
    }
  }

  /// All values that must be unique.
  var uniqueValues: [Found] { equalValues.flatMap { $0 } }

  /// Returns the violations. Of equal values that must be unique, the first one is valid, or the first that satisfies `isPreferred`.
  func violations(preferring isPreferred: (Found) -> Bool = { _ in false }) -> [Found] {
    found
      + equalValues.filter { $0.count > 1 }.flatMap { places in
        let valid = places.firstIndex(where: isPreferred) ?? 0
        return places.enumerated().filter { $0.offset != valid }.map(\.element)
      }
  }

  /// True if there are violations.
  var hasViolations: Bool { !found.isEmpty || equalValues.contains { $0.count > 1 } }

  /// Returns the violations for people.
  package func findings() -> [RuleFinding] { RuleFinding.of(violations(), rules.classes) }
}
