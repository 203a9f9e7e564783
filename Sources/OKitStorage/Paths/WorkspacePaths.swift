import JSONDocument

/// A path relative to the folder that contains `okit/`.
package typealias WorkspacePath = Path<WorkspaceBase>

/// A path relative to the data folder.
package typealias DataPath = Path<DataFolderBase>

/// A path in a backup, relative to `okit/` of its workspace.
package typealias BackupPath = Path<BackupBase>

/// The base of a ``WorkspacePath``.
package enum WorkspaceBase {}

/// The base of a ``DataPath``.
package enum DataFolderBase {}

/// The base of a ``BackupPath``.
package enum BackupBase {}

extension WorkspacePath {
  /// The path of a file or folder of the data folder.
  package init(_ path: DataPath) { self = WorkspaceLayout.data.appending(path.text) }

  /// The path of the file or folder from which `path` was backed up.
  package init(_ path: BackupPath) { self = WorkspaceLayout.folder.appending(path.text) }

  /// Returns its place in the file system if `root` contains `okit/`.
  package func absolute(in root: FilePath) -> FilePath { root.appending(text) }
}

extension DataPath {
  /// The path in the data folder; nil if `path` does not lie there.
  package init?(_ path: WorkspacePath) {
    guard let part = path.part(after: WorkspaceLayout.data) else { return nil }
    self.init(text: part)
  }

  /// The path in the data folder of a file in a backup; nil if `path` does not lie there.
  package init?(_ path: BackupPath) { self.init(WorkspacePath(path)) }
}

extension BackupPath {
  /// The path in a backup of the whole workspace; nil if `path` does not lie in `okit/`.
  package init?(_ path: WorkspacePath) {
    guard let part = path.part(after: WorkspaceLayout.folder) else { return nil }
    self.init(text: part)
  }

  /// The path in a backup of a file or folder of the data folder.
  package init(_ path: DataPath) { self.init(text: "data/" + path.text) }
}

extension WorkspacePath {
  /// True for the path of a file with rules or a form.
  package var isRuleOrFormFile: Bool {
    WorkspaceLayout.ruleAndFormFolders.contains(parent) && name.withoutSuffix(".json") != nil
  }
}

/// The paths of a workspace, relative to its root.
package enum WorkspaceLayout {
  /// The folder that contains all others.
  package static let folder: WorkspacePath = "okit"
  /// The configuration of the workspace.
  package static let configuration: WorkspacePath = "okit/okit.json"
  /// The journal of the current transaction.
  package static let journal: WorkspacePath = "okit/.journal"
  /// The folder of steps, which can be undone.
  static let steps: WorkspacePath = "okit/.steps"
  /// The lock file.
  package static let lock: WorkspacePath = "okit/.lock"
  /// The folder of what okit knows about the models on HTTP servers.
  package static let remote: WorkspacePath = "okit/.remote"
  /// The data folder.
  package static let data: WorkspacePath = "okit/data"
  /// The folder of model files.
  package static let model: WorkspacePath = "okit/model"
  /// The folder of rule files.
  package static let rules: WorkspacePath = "okit/rules"
  /// The folder of forms.
  package static let forms: WorkspacePath = "okit/forms"
  /// The folders of the JSON files with rules and forms. Backups contain these files.
  package static let ruleAndFormFolders = [rules, forms]
  /// The default backup folder. Orphaned files also move here, even if `okit.json` names another backup folder.
  package static let backup: WorkspacePath = "okit/backup"
  /// The folder for exports, which contain decrypted data.
  package static let export: WorkspacePath = "okit/export"
  /// The folder of migrations.
  package static let migrations: WorkspacePath = "okit/migrations"
  /// The record of the applied migrations.
  package static let history: WorkspacePath = "okit/history.json"
}
