import Bindings
import JSONDocument
import OKitStorage
import Rules

/// The violations in changed documents, divided into those that the change causes and those that existed before.
///
/// A violation existed before if the same value of the same entity violated the same rule, and was no better. A value that changes from one invalid value
/// to another one is a new violation; an array of too many elements can lose some.
package struct RuleComparison {
  /// The violations that the change causes.
  package private(set) var caused: [RuleFinding] = []
  /// The violations that existed before.
  package private(set) var existing: [RuleFinding] = []

  /// The parts of a violation that are the same before and after a change. Positions do not belong to it, because elements can move.
  private struct Identity: Hashable {
    let rule: ObjectIdentifier
    let place: Int
    let path: [ExactText]
  }

  /// Compares the documents in `store` with their stored versions.
  ///
  /// Throws the errors of ``WorkspaceRules`` and ``RuleEvaluation``.
  ///
  /// - Parameter changed: The changed documents, which `store` has read.
  package init(_ changed: [ModelDocument], in store: EntityStore, _ rules: WorkspaceRules) throws {
    var after = RuleEvaluation(store, rules)
    let new = try Self.documents(with: changed, in: store, rules)
    for document in new { try after.check(document) }
    if !after.hasViolations, !rules.hasReadOnly { return }

    // The files are as they were read, because the workspace is locked and a changed file stops the change.
    let stored = EntityStore(store.workspace, isReading: store.isReading)
    var before = RuleEvaluation(stored, rules)
    var old: [ModelDocument] = []
    let partials = Dictionary(grouping: changed.filter(\.isPartial), by: \.model)
    for (model, changed) in partials.sorted(by: { $0.key < $1.key }) {
      let paths = Set(changed.map(\.path))
      old += Self.readable { try stored.all(of: model, isTolerant: true).all.filter { paths.contains($0.path) } } ?? []
    }
    for document in changed where !document.isPartial {
      if let main = Self.readable({ try stored.main(document.model) }) { old.append(main) }
    }
    old = Self.readable { try Self.documents(with: old, in: stored, rules) } ?? old
    for document in old { _ = Self.readable { try before.check(document) } }

    let formerViolations = before.violations().map(\.violation)
    var former = FormerViolations(formerViolations)
    let wereInvalid = Set(formerViolations.map { UniquePlace($0) })
    let formerValues = Set(before.uniqueValues.map { UniquePlace($0.violation) })
    var (caused, existing) = ([RuleEvaluation.Found](), [RuleEvaluation.Found]())
    // Of two equal values, the one that was there before is not the mistake.
    let wasValid = { (found: RuleEvaluation.Found) in
      let place = UniquePlace(found.violation)
      return formerValues.contains(place) && !wereInvalid.contains(place)
    }
    // Of several at one place, those that stayed the same are found first, and then those that got better, the worst first.
    let all = after.violations(preferring: wasValid)
    let measured = all.map { (identity: Self.identity(of: $0.violation), extent: ViolationExtent($0.violation)) }
    var isExisting = measured.map { former.takeEqual($0.identity, $0.extent) }
    let rest = all.indices.filter { !isExisting[$0] }
    for index in rest.sorted(by: { measured[$0].extent.distance > measured[$1].extent.distance }) {
      isExisting[index] = former.takeWorse(measured[index].identity, measured[index].extent)
    }
    for (found, isExisting) in zip(all, isExisting) {
      if isExisting { existing.append(found) } else { caused.append(found) }
    }
    caused += Self.changedReadOnly(before, old, after, new)
    self.caused = RuleFinding.of(caused, rules.classes)
    self.existing = RuleFinding.of(existing, rules.classes)
  }

  /// Throws ``RuleViolations`` if the policy of the workspace refuses the change. Otherwise warns of the violations.
  package func apply(in workspace: Workspace) throws {
    guard workspace.rulePolicy == .refuse else { return workspace.warn(ofViolations: existing + caused) }
    let errors = caused.filter { $0.severity == .error }
    if !errors.isEmpty { throw RuleViolations(findings: errors) }
    for finding in caused { workspace.observer.warned(workspace.description(of: finding)) }
    workspace.warn(ofViolations: existing)
  }

  /// Returns the result of `body`; nil if former data cannot be read or checked. A change may repair it.
  private static func readable<Result>(_ body: () throws -> Result) -> Result? { try? body() }

  /// Returns the documents to check: the changed ones, and the others of their models if a value must be unique in its model.
  private static func documents(
    with changed: [ModelDocument], in store: EntityStore, _ rules: WorkspaceRules
  ) throws -> [ModelDocument] {
    guard rules.hasModelScope else { return changed }
    var documents = changed
    var seen = Set(changed.map(\.path))
    for model in Set(changed.map(\.model)).sorted() {
      for document in try store.all(of: model, isTolerant: true, afterChanges: true).all
      where seen.insert(document.path).inserted { documents.append(document) }
    }
    return documents
  }

  private static func identity(of violation: RuleViolation) -> Identity {
    var path: [ExactText] = violation.missingKey.map { [ExactText($0)] } ?? []
    var value: JSONValue? = violation.value
    while let current = value {
      if current.kind == .object, let id = current["id"]?.string, !id.isEmpty {
        path.append(ExactText("@" + id))
        break
      }
      if let key = current.key { path.append(ExactText(key.string)) }
      value = current.parent
    }
    return Identity(rule: ObjectIdentifier(violation.source), place: violation.json.index, path: path)
  }

  /// The violations before a change that were not found again after it.
  private struct FormerViolations {
    private var counts: [Identity: [ViolationExtent: Int]] = [:]

    init(_ violations: [RuleViolation]) {
      for violation in violations {
        counts[RuleComparison.identity(of: violation), default: [:]][ViolationExtent(violation), default: 0] += 1
      }
    }

    /// Takes a violation that was at least as bad. Returns false if there is none.
    mutating func takeWorse(_ identity: Identity, _ extent: ViolationExtent) -> Bool {
      // Only an equal one is as bad, and these were taken before.
      if case .content = extent { return false }
      let former = counts[identity]?.keys.filter { extent.isNoWorse(than: $0) } ?? []
      return former.max { $0.distance < $1.distance }.map { takeEqual(identity, $0) } ?? false
    }

    /// Takes an equal violation. Returns false if there is none.
    mutating func takeEqual(_ identity: Identity, _ extent: ViolationExtent) -> Bool {
      guard let count = counts[identity]?[extent] else { return false }
      counts[identity]?[extent] = count > 1 ? count - 1 : nil
      return true
    }
  }

  /// A value that must be unique, at its place.
  private struct UniquePlace: Hashable {
    private let identity: Identity
    private let value: [UInt8]

    init(_ violation: RuleViolation) {
      identity = RuleComparison.identity(of: violation)
      value = violation.value.comparisonKey
    }
  }

  // MARK: - Properties that must not change

  /// A property of an entity with an id, of the root of a document, or of the objects without ids in an array.
  private struct Property: Hashable {
    let owner: ExactText
    let keys: [ExactText]
    /// True for the properties of several objects, of which nobody knows which one was which.
    let isOfSeveral: Bool

    init(_ document: ModelDocument, _ property: ReadOnlyProperty) {
      let object = property.object
      var keys = property.keys
      var isOfSeveral = property.isInArray
      if property.isID {
        // Only the place tells which entity had another id.
        owner = ExactText(document.path.text + BoundValue.Step.text(of: BoundValue.Step.steps(to: object), model: ""))
      } else if let id = object["id"]?.string, !id.isEmpty {
        owner = ExactText("@" + id)
      } else {
        var place = object
        while let parent = place.parent, (place["id"]?.string ?? "").isEmpty {
          if place.key == nil { isOfSeveral = true }
          keys.insert(place.key?.string ?? "[]", at: 0)
          place = parent
        }
        let id = place["id"]?.string ?? ""
        owner = ExactText(id.isEmpty ? document.path.text : "@" + id)
      }
      self.keys = keys.map(ExactText.init)
      self.isOfSeveral = isOfSeveral
    }
  }

  /// Returns the violations for properties that must not change and did. Entities are compared by their ids; a new entity can have any value.
  private static func changedReadOnly(
    _ before: RuleEvaluation, _ old: [ModelDocument], _ after: RuleEvaluation, _ new: [ModelDocument]
  ) -> [RuleEvaluation.Found] {
    if before.readOnly.isEmpty, after.readOnly.isEmpty { return [] }
    var found: [RuleEvaluation.Found] = []
    var former: [Property: [(document: ModelDocument, property: ReadOnlyProperty)]] = [:]
    var (formerElements, elements) = ([Property: [[UInt8]: Int]](), [Property: [RuleEvaluation.Found]]())
    for (document, property) in before.readOnly {
      let key = Property(document, property)
      if key.isOfSeveral {
        formerElements[key, default: [:]][property.violation.value.comparisonKey, default: 0] += 1
      } else {
        former[key, default: []].append((document, property))
      }
    }
    for (document, property) in after.readOnly {
      let key = Property(document, property)
      if key.isOfSeveral {
        elements[key, default: []].append(.init(document: document, violation: property.violation))
      } else if let were = former.removeValue(forKey: key) {
        let value = property.violation.value.comparisonKey
        if were.contains(where: { $0.property.violation.value.comparisonKey == value }) { continue }
        if property.isID {
          // Another entity at the same place has moved there or was put there as a whole.
          guard document.json.isChanged, property.object.document === document.json,
            Self.object(like: property.object, of: document, in: old) == nil,
            were.allSatisfy({ Self.object(like: $0.property.object, of: document, in: new) == nil })
          else { continue }
        }
        found.append(.init(document: document, violation: property.violation))
      } else if !property.isID, Self.object(like: property.object, of: document, in: old) != nil {
        found.append(.init(document: document, violation: property.violation))
      }
    }
    for (key, elements) in elements { found += Self.changed(elements, since: formerElements[key] ?? [:]) }
    for (document, property) in former.values.joined() where !property.isID {
      // An entity that is removed as a whole takes the property with it.
      guard let (document, object) = Self.object(like: property.object, of: document, in: new) else { continue }
      found.append(.init(document: document, violation: property.violation.removed(property.keys, from: object)))
    }
    return found
  }

  /// Returns the elements whose value no former one had, unless so many were added. Nobody knows which element is which.
  private static func changed(
    _ elements: [RuleEvaluation.Found], since former: [[UInt8]: Int]
  ) -> [RuleEvaluation.Found] {
    var rest = former
    let new = elements.filter { element in
      let value = element.violation.value.comparisonKey
      guard let count = rest[value], count > 0 else { return true }
      rest[value] = count - 1
      return false
    }
    let added = elements.count - former.values.reduce(0, +)
    return new.count > max(added, 0) ? new : []
  }

  /// Returns the same entity or root in other versions of the documents; nil if there is none.
  private static func object(
    like object: JSONValue, of document: ModelDocument, in documents: [ModelDocument]
  ) -> (ModelDocument, JSONValue)? {
    if let id = object["id"]?.string, !id.isEmpty {
      return documents.lazy.compactMap { document in document.entity(id).map { (document, $0.value) } }.first
    }
    return documents.first { $0.path == document.path }.map { ($0, $0.json.root) }
  }
}

extension ReadOnlyProperty {
  /// True for the id of the object.
  fileprivate var isID: Bool { keys == ["id"] }
}

extension RuleViolation {
  /// Returns the violation for a property that was removed from an object.
  fileprivate func removed(_ keys: [String], from object: JSONValue) -> RuleViolation {
    var container = object
    for key in keys.dropLast() { container = container[key] ?? container }
    return RuleViolation(
      value: container, missingKey: keys.last, object: object, rule: rule, json: json, source: source,
      severity: severity, message: message)
  }
}

extension ViolationExtent {
  /// The distance of a number from those that are allowed; 0 for other extents.
  fileprivate var distance: Int { if case .distance(let distance) = self { distance } else { 0 } }
}
