import OKitMigrations
package import OKitModels

extension Workspace {
  /// Returns the names of the backups that `migrate rollback` can still restore.
  ///
  /// Throws an error of kind `configuration` for a damaged history, and `SystemError`.
  package func backupsNeededForRollback() throws -> Set<String> {
    try Set(MigrationHistory(lockedIn: self).standing.map(\.apply.backup))
  }
}
