package import OKitModels

/// Creates safety backups with `BackupCreation`, for changes of a workspace.
package struct WorkspaceBackups: SafetyBackups {
  /// Creates the factory, which has no state.
  package init() {}

  /// Copies the data as stored. See ``BackupCreation/keepBefore(_:)``.
  package func keep(before command: String, in workspace: Workspace) throws -> SafetyBackup {
    try BackupCreation(workspace).keepBefore(command)
  }

  /// Returns the backup folders that contain one of `models` unencrypted.
  package func namesHoldingPlain(_ models: [ModelName], in workspace: Workspace) throws -> [String] {
    try workspace.backupsHoldingPlain(models)
  }
}
