/// The error of a change that violates rules.
package struct RuleViolations: Error {
  /// The violations that the change would cause. There is at least one.
  package let findings: [RuleFinding]

  package init(findings: [RuleFinding]) {
    self.findings = findings
  }
}
