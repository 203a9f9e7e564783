import JSONDocument
import OKitModels
import OKitStorage

extension History {
  /// Undoes the newest step that is in effect, or all steps after the step `number`. It is a step itself, which ``redo()`` reverses.
  ///
  /// Files are written in their present form, to the current recipients. Recipients do not change. Nothing is changed in a dry run.
  ///
  /// Throws errors of kind `notFound` (nothing to undo, or its files are not kept), `usage` (the step is reversed in another way), `busy` (a file has
  /// changed since), `locked` (no key) and `malformed`, and those of taking the lock.
  package func undo(to number: Int? = nil) throws -> UndoPlan {
    try reverse { try UndoPlan.undo(to: number, in: $0, workspace) }
  }

  /// Redoes the newest undo. Throws the same errors as ``undo(to:)``.
  package func redo() throws -> UndoPlan { try reverse { try UndoPlan.redo(in: $0, workspace) } }

  private func reverse(_ makePlan: (HistoryRecords) throws -> UndoPlan) throws -> UndoPlan {
    try workspace.prepareKeys()
    return try workspace.writingAndRunningHooks {
      try workspace.requireDataNotNewer()
      let plan = try makePlan(HistoryRecords(of: workspace))
      if workspace.isDryRun { return plan }
      let command = plan.isRedo ? "redo" : "undo"
      try workspace.changing(command, as: plan.isRedo ? .redo(plan.steps) : .undo(plan.steps)) { transaction in
        let restoration = KeptRestoration(workspace, plan, transaction)
        for path in plan.paths { try restoration.restore(path) }
        try restoration.noteEncryptedValues()
        try restoration.restoreAppliedDefinitions()
      }
      return plan
    }
  }
}
