package import Ciphers
package import OKitModels
package import OKitStorage

/// An event in the history of migrations.
package struct MigrationEvent: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case apply(MigrationApply)
    /// The applies with these times, in seconds since 1970, were undone. The backup contains the data before the rollback.
    case rollback(undoes: [Int64], backup: String)
    /// The edit of an applied migration was accepted.
    case accept(String)
  }

  /// The time in seconds since 1970.
  package let time: Int64
  package let action: Action
}

/// The record of an apply.
package struct MigrationApply: Equatable, Sendable {
  package struct Model: Equatable, Sendable {
    /// The name of the model after the migration.
    package let name: ModelName
    package let changes: [MigrationChange]
  }

  /// The names of the applied migrations, in their order. If empty, only the definitions had changed.
  package let migrations: [String]
  package let models: [Model]
  /// The number of the last migration before the apply, or 0.
  package let from: Int
  /// The number of the last migration after the apply.
  package let to: Int
  /// The name of the workspace's backup with the data before the apply.
  package let backup: String
  /// The digests of the written files; nil for removed files.
  package var files: [WorkspacePath: SHA256Digest?] = [:]
}
