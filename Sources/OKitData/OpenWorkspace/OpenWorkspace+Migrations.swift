import OKitMigrations
import OKitModels

extension OpenWorkspace {
  /// The migrations of the workspace.
  public var migrations: Migrations { Migrations(workspace: workspace) }

  /// Brings data to the form that the definitions describe, and back.
  public struct Migrations {
    fileprivate let workspace: Workspace

    /// Whether the data of all models agrees with the definitions, so that nothing has to be migrated. Reads no model.
    ///
    /// Throws errors of kind `configuration`, `malformed` and `busy`.
    public var isInAgreement: Bool {
      get throws { try throwingOKitError { try MigrationStatus(of: workspace).isInAgreement } }
    }

    /// The changes that ``apply()`` would make, a line for each.
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

    /// Migrates all data in one step. Returns the name of the backup of the data before; nil if nothing of the data changed.
    ///
    /// Throws what ``plan()`` throws, and errors of kind `configuration` if somebody has to decide first; then nothing is changed.
    @discardableResult
    public func apply() throws -> String? { try throwingOKitError { try Migration(workspace).apply().backup } }

    /// Brings the data back to what it was before the last ``apply()``. Returns the name of the backup of the data before.
    ///
    /// Throws errors of kind `notFound` (nothing to undo, or its backup is gone), `malformed`, `configuration` and `busy`; then nothing is changed.
    @discardableResult
    public func rollBack() throws -> String? { try throwingOKitError { try MigrationRollback(workspace).run().kept } }
  }
}
