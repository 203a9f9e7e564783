import Definitions
import JSONDocument
package import OKitStorage
import Rules

extension Workspace {
  /// Checks changed documents, which `store` has read, against the rules. Throws ``RuleViolations`` if the change causes violations that ``rulePolicy``
  /// does not allow, and warns of the others.
  ///
  /// Throws the errors of ``WorkspaceRules`` and ``RuleEvaluation``.
  package func checkRules(of documents: [ModelDocument], in store: EntityStore) throws {
    try comparison(of: documents, in: store)?.apply(in: self)
  }

  /// Returns the violations of rules that a change would cause, without those that ``rulePolicy`` allows. `store` has read the changed documents.
  ///
  /// Throws the errors of ``WorkspaceRules`` and ``RuleEvaluation``.
  package func violations(causedBy documents: [ModelDocument], in store: EntityStore) throws -> [RuleFinding] {
    guard rulePolicy == .refuse else { return [] }
    return try comparison(of: documents, in: store)?.caused ?? []
  }

  private func comparison(of documents: [ModelDocument], in store: EntityStore) throws -> RuleComparison? {
    guard rulePolicy == .refuse || rulePolicy == .warn, !documents.isEmpty,
      let rules = try WorkspaceRules(
        of: self, store.classes(),
        inferring: { try store.inferringClasses(of: Set(documents.map(\.model)).sorted(), isTolerant: false) })
    else { return nil }
    return try RuleComparison(documents, in: store, rules)
  }

  /// Returns the name of a command for the log, which notes that a person ignored the rules.
  package func logged(_ command: String) -> String { rulePolicy == .ignore ? "\(command) --no-rules" : command }

  /// Warns of violations that stay in the data.
  package func warn(ofViolations findings: [RuleFinding]) {
    let errors = findings.filter { $0.severity == .error }
    guard let first = errors.first else { return }
    observer.warned(
      errors.count == 1
        ? "a value violates a rule: \(description(of: first))"
        : "\(errors.count) values violate rules; run 'okit check' to list them")
  }

  /// Returns a violation in one line, without a value that nobody should see.
  func description(of finding: RuleFinding) -> String {
    secretPaths.contains(where: finding.path.isExactly)
      ? "\(finding.path): the value is not valid (\(finding.rule))" : finding.description
  }

  /// Reads all models and warns of values that violate rules, after an operation that replaced data as a whole. Does nothing without rules.
  package func warnOfViolations() throws {
    guard rulePolicy == .refuse || rulePolicy == .warn else { return }
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
      return try violations(of: storedModels(), rules) { warn(ofSkippedRules: $0) }
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
  package func rules(by store: EntityStore, noting note: ((OKitError) -> Void)? = nil) throws -> WorkspaceRules? {
    try WorkspaceRules(
      of: self, store.classes(), inferring: { try store.inferringClasses(of: storedModels(), isTolerant: true) },
      noting: note)
  }

  /// Returns the violations in the named models, except those that cannot be read. The caller holds the lock. The documents of one model are in memory
  /// at a time, with those that its rules need.
  ///
  /// - Parameter failed: Called for each document whose rules cannot be evaluated, because a rule is wrong or names a model that cannot be read.
  package func violations(
    of names: [ModelName], _ rules: WorkspaceRules, failed: (OKitError) throws -> Void
  ) throws -> [RuleFinding] {
    var unread = UnreadModels()
    return try names.flatMap { name -> [RuleFinding] in
      let store = EntityStore(self)
      var evaluation = RuleEvaluation(store, rules)
      guard let documents = try unread.collecting(name, { try store.all(of: name, isTolerant: true).all }) else {
        return []
      }
      for document in documents {
        do {
          try evaluation.check(document)
        } catch let error as OKitError where error.kind != .busy {
          try failed(error)
        }
      }
      return evaluation.findings()
    }
  }

  /// Warns that the rules of a document were not evaluated.
  package func warn(ofSkippedRules error: OKitError) {
    observer.warned("some rules were not checked: \(error.message)")
  }
}
