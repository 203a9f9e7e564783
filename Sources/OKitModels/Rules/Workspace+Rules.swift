import Definitions
import OKitStorage
import Rules

extension Workspace {
  /// Checks changed documents, which `store` has read, against the rules. Throws ``RuleViolations`` if the change causes violations that ``rulePolicy``
  /// does not allow, and warns of the others.
  ///
  /// Throws the errors of ``WorkspaceRules`` and ``RuleEvaluation``.
  package func checkRules(of documents: [ModelDocument], in store: EntityStore) throws {
    guard rulePolicy != .ignore, !documents.isEmpty,
      let rules = try WorkspaceRules(
        of: self, store.classes(),
        inferring: { try store.inferringClasses(of: Set(documents.map(\.model)).sorted(), isTolerant: false) })
    else { return }
    try RuleComparison(documents, in: store, rules).apply(in: self)
  }

  /// Warns of violations that stay in the data.
  package func warn(ofViolations findings: [RuleFinding]) {
    let errors = findings.filter { $0.severity == .error }
    guard let first = errors.first else { return }
    observer.warned(
      errors.count == 1
        ? "a value violates a rule: \(first.description)"
        : "\(errors.count) values violate rules; run 'okit check' to list them")
  }

  /// Reads all models and warns of values that violate rules, after an operation that replaced data as a whole. Does nothing without rules.
  package func warnOfViolations() throws {
    guard rulePolicy != .ignore else { return }
    try observer.warnOnFailure(to: "check the rules") { warn(ofViolations: try violations()) }
  }

  /// Returns the violations in all readable models, while no one can write; empty without rules.
  ///
  /// Throws the errors of ``WorkspaceRules`` and ``RuleEvaluation``.
  package func violations() throws -> [RuleFinding] {
    // Without rules, nothing is locked and read again.
    guard try mayHaveRules() else { return [] }
    return try readingEntities { store in
      guard let rules = try rules(by: store) else { return [] }
      return try violations(of: storedModels(), rules)
    }
  }

  /// False if there are certainly no rules.
  private func mayHaveRules() throws -> Bool {
    if try FileStatus.of(storage.absolute(WorkspaceLayout.rules)) != nil { return true }
    return latestDefinitions?.found.definitions.hasRuleComments ?? true
  }

  /// Returns the rules of the workspace; nil if there are none.
  ///
  /// Throws the errors of reading definitions and rules.
  package func rules(by store: EntityStore) throws -> WorkspaceRules? {
    try WorkspaceRules(
      of: self, store.classes(), inferring: { try store.inferringClasses(of: storedModels(), isTolerant: true) })
  }

  /// Returns the violations in the named models, except those that cannot be read. The caller holds the lock. The documents of one model are in memory
  /// at a time, with those that its rules need.
  package func violations(of names: [ModelName], _ rules: WorkspaceRules) throws -> [RuleFinding] {
    var unread = UnreadModels()
    return try names.flatMap { name -> [RuleFinding] in
      let store = EntityStore(self)
      var evaluation = RuleEvaluation(store, rules)
      _ = try unread.collecting(name) {
        for document in try store.all(of: name, isTolerant: true).all { try evaluation.check(document) }
      }
      return evaluation.findings()
    }
  }
}
