import OKitMigrations
import OKitModels

extension OpenWorkspace {
  /// The migrations of the workspace.
  public var migrations: Migrations { Migrations(openWorkspace: self) }

  /// Migrates the data to the current definitions, and back.
  public struct Migrations {
    fileprivate let openWorkspace: OpenWorkspace
    private var workspace: Workspace { openWorkspace.workspace }

    /// True if the data of all models conforms to the definitions, so that there is nothing to migrate. Reads no model.
    ///
    /// Throws errors of kind `configuration`, `malformed` and `busy`.
    public var isInAgreement: Bool {
      get throws { try throwingOKitError { try MigrationStatus(of: workspace).isInAgreement } }
    }

    /// Returns the changes that ``apply()`` would make, one line for each.
    ///
    /// Throws errors of kind `configuration`, `malformed`, `locked` and `busy`.
    public func plan() throws -> [String] {
      try throwingOKitError {
        try Migration(workspace).plan().models.flatMap { model in
          model.changes.map { change in
            let detail = change.detail.map { " -> \($0)" } ?? ""
            return "\(model.name): \(change.kind.rawValue) \(change.subject)\(detail): \(change.count)"
          }
        }
      }
    }

    /// Migrates all data in one step. Returns the name of the safety backup; nil if the data did not change.
    ///
    /// Throws the errors of ``plan()``, and errors of kind `configuration` if a question must be answered first, and of kind `unsupported` if a
    /// migration runs a program, which only the command does. In each case nothing is changed.
    @discardableResult
    public func apply() throws -> String? { try throwingOKitError { try Migration(workspace).apply().backup } }

    /// Restores the data from before the last ``apply()``. Returns the name of the safety backup with the data from before the rollback.
    ///
    /// Throws errors of kind `notFound` (nothing to undo, or the backup is missing), `malformed`, `configuration` and `busy`. In each case nothing is
    /// changed.
    @discardableResult
    public func rollBack() throws -> String? {
      try throwingOKitError { try MigrationRollback(workspace).run().safetyBackup }
    }
  }
}
