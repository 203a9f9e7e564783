/// The paths of a workspace, relative to its root.
package enum WorkspaceLayout {
  /// The folder that contains all others.
  package static let folder = "okit"
  /// The configuration of the workspace.
  package static let configuration = "okit/okit.json"
  /// The journal of the current transaction.
  static let journal = "okit/.journal"
  /// The lock file.
  package static let lock = "okit/.lock"
  /// The data folder.
  package static let data = "okit/data"
  /// The folder of model files.
  package static let model = "okit/model"
  /// The default backup folder. Orphaned files also move here, even if `okit.json` names another backup folder.
  package static let backup = "okit/backup"
  /// The folder for exports, which contain decrypted data.
  package static let export = "okit/export"
  /// The folder of migrations.
  package static let migrations = "okit/migrations"
  /// The record of the applied migrations.
  package static let history = "okit/history.json"
}
