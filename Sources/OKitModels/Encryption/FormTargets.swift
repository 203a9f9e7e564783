/// How files of each form are stored in a workspace: to whom models are encrypted now, asked for once.
package final class FormTargets {
  private let workspace: Workspace
  private var targets: [StoredForm: TargetForm] = [.plain: .plain]

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// How a file of this form is stored. Throws what `Configuration.target(_:in:keyring:)` throws.
  package func target(_ form: StoredForm) throws -> TargetForm {
    if let known = targets[form] { return known }
    let target = try workspace.currentConfiguration()
      .target(form == .age ? .age : .okitCBC, in: workspace)
    targets[form] = target
    return target
  }
}
