package import OKitChecks
import OKitEditing
package import OKitModels
import OKitStorage

extension WorkspaceCheck {
  /// Checks the named models, or everything if `names` is empty. Makes all repairs that have only one safe outcome, in one step, and checks again.
  ///
  /// Throws the errors of ``run(_:)`` and of writing. In each case nothing is changed. An error of the second check does not undo the repairs and is
  /// part of the report.
  package func fix(_ names: [ModelName] = []) throws -> Report {
    var before: Report?
    // The check itself reports violations of rules.
    let policy = workspace.rulePolicy
    workspace.rulePolicy = .checkedByCaller
    defer { workspace.rulePolicy = policy }
    let repairs = try workspace.editing(command: "check --fix") {
      let repairs = try WorkspaceRepairs($0)
      before = try runLocked(names, repairs: repairs)
      try repairs.finish()
      return repairs.done
    }
    var report: Report
    if let before, workspace.isDryRun {
      report = withoutOwnTemporaryFiles(before)
    } else {
      do {
        report = try run(names)
      } catch {
        guard let before, !repairs.isEmpty, error is OKitError || error is SystemError else { throw error }
        var known = withoutOwnTemporaryFiles(before)
        known.recheckFailure = error
        report = known
      }
    }
    report.repairs = repairs.sorted { left, right in
      if left.file != right.file { return left.file < right.file }
      return (left.line ?? 0, left.column ?? 0, left.message) < (right.line ?? 0, right.column ?? 0, right.message)
    }
    return report
  }
}
