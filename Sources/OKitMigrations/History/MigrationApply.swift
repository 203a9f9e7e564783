package import Ciphers
package import OKitModels
package import OKitStorage

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
