package import Ciphers
package import OKitModels
package import OKitStorage

/// Something that was done about migrations, as the history has it.
package struct MigrationEvent: Equatable, Sendable {
  /// What was done.
  package enum Action: Equatable, Sendable {
    /// Data were brought to new definitions.
    case apply(MigrationApply)
    /// The applies of these times, in seconds since 1970, were undone; the backup of this name holds what was there before.
    case rollback(undoes: [Int64], backup: String)
    /// The migration of this name counts as it is now, though it was edited after it was applied.
    case accept(String)
  }

  /// When, in seconds since 1970.
  package let time: Int64
  /// What.
  package let action: Action
}

/// What an apply did.
package struct MigrationApply: Equatable, Sendable {
  /// What it did to one model.
  package struct Model: Equatable, Sendable {
    /// Its name, where that changed the new one.
    package let name: ModelName
    /// What changed in its data.
    package let changes: [MigrationChange]
  }

  /// The names of the migrations that were applied, in their order; none where only the definitions had changed.
  package let migrations: [String]
  /// The models that were changed.
  package let models: [Model]
  /// The number of the last migration before, 0 where there was none.
  package let from: Int
  /// The number of the last migration after.
  package let to: Int
  /// The name of the backup of what was there before: a folder among those of the workspace.
  package let backup: String
  /// What it made of each file that it wrote, nil of those that it removed; by paths relative to the workspace.
  package var files: [ExactText: SHA256Digest?] = [:]
}
