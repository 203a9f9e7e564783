/// Where everything lies in a workspace, relative to its root.
package enum WorkspaceLayout {
  /// The folder that holds everything else.
  package static let folder = "okit"
  package static let configuration = "okit/okit.json"
  /// What a transaction is about to do.
  static let journal = "okit/.journal"
  package static let lock = "okit/.lock"
  package static let data = "okit/data"
  package static let model = "okit/model"
  /// Where backups are unless `okit.json` says otherwise, and where files go that nothing named.
  package static let backup = "okit/backup"
  package static let export = "okit/export"
  package static let migrations = "okit/migrations"
  /// The migrations that were applied.
  package static let history = "okit/history.json"
}
