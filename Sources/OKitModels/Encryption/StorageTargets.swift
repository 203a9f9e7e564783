/// The targets for storing files in each form. Recipients and keys are looked up only once.
package final class StorageTargets {
  private let workspace: Workspace
  private var targets: [StoredForm: StorageTarget] = [.plain: .plain]

  /// The targets of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns the target for a form. Throws the errors of `Configuration.target(_:in:mayBeForOthers:remedy:)`.
  package func target(_ form: StoredForm) throws -> StorageTarget {
    if let known = targets[form] { return known }
    let target = try workspace.currentConfiguration()
      .target(form == .age ? .age : .okitCBC, in: workspace)
    targets[form] = target
    return target
  }
}
