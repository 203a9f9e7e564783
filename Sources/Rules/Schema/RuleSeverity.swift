/// The consequence of a violated rule.
package enum RuleSeverity: String, CaseIterable, Sendable {
  /// A change that causes a violation is refused.
  case error
  /// A change that causes a violation is made, with a warning.
  case warning
}
