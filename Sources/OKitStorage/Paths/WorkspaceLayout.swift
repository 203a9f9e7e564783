/// The paths of a workspace, relative to its root.
package enum WorkspaceLayout {
  /// The folder that contains all others.
  package static let folder: WorkspacePath = "okit"
  /// The configuration of the workspace.
  package static let configuration: WorkspacePath = "okit/okit.json"
  /// The journal of the current transaction.
  static let journal: WorkspacePath = "okit/.journal"
  /// The lock file.
  package static let lock: WorkspacePath = "okit/.lock"
  /// The data folder.
  package static let data: WorkspacePath = "okit/data"
  /// The folder of model files.
  package static let model: WorkspacePath = "okit/model"
  /// The default backup folder. Orphaned files also move here, even if `okit.json` names another backup folder.
  package static let backup: WorkspacePath = "okit/backup"
  /// The folder for exports, which contain decrypted data.
  package static let export: WorkspacePath = "okit/export"
  /// The folder of migrations.
  package static let migrations: WorkspacePath = "okit/migrations"
  /// The record of the applied migrations.
  package static let history: WorkspacePath = "okit/history.json"
}
