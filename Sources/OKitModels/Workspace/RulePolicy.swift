/// The treatment of changes that violate rules.
package enum RulePolicy: Sendable {
  /// Refuse a change that causes a violation.
  case refuse
  /// Make the change, and warn.
  case warn
  /// Do not check rules, because a person said so. The log notes it.
  case ignore
  /// Do not check rules, because the caller does.
  case checkedByCaller
}
