package import OKitModels

/// The backups that changes of a workspace need, made by `BackupCreation`.
package struct WorkspaceBackups: SafetyBackups {
  package init() {}

  package func keep(before command: String, in workspace: Workspace) throws -> SafetyBackup {
    try BackupCreation(workspace).keepBefore(command)
  }

  package func namesHoldingPlain(_ models: [ModelName], in workspace: Workspace) throws -> [String] {
    try workspace.backupsHoldingPlain(models)
  }
}
