import OKitStorage
import Rules

extension Workspace {
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
    try observer.warnOnFailure(to: "check the rules") {
      warn(ofViolations: try readingEntities { try $0.violations(of: nil) })
    }
  }
}

extension EntityStore {
  /// Returns the violations in the named models, or in all readable ones; empty without rules.
  ///
  /// Throws the errors of ``WorkspaceRules`` and ``RuleEvaluation``.
  package func violations(of names: [ModelName]?) throws -> [RuleFinding] {
    let all = try workspace.storedModels()
    guard
      let rules = try WorkspaceRules(
        of: workspace, classes(), inferring: { try inferringClasses(of: all, isTolerant: true) })
    else { return [] }
    var evaluation = RuleEvaluation(self, rules)
    var unread = UnreadModels()
    for name in names ?? all {
      try unread.collecting(name) {
        for document in try self.all(of: name, isTolerant: true).all { try evaluation.check(document) }
      }
    }
    return evaluation.findings()
  }
}
