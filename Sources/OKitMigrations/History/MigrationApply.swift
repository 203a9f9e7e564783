package import Ciphers
public import OKitModels
package import OKitStorage

/// What an apply did.
public struct MigrationApply: Equatable, Sendable {
  /// What it did to one model.
  public struct Model: Equatable, Sendable {
    /// Its name, where that changed the new one.
    public let name: ModelName
    /// What changed in its data.
    public let changes: [MigrationChange]
  }

  /// The names of the migrations that were applied, in their order; none where only the definitions had changed.
  public let migrations: [String]
  /// The models that were changed.
  public let models: [Model]
  /// The number of the last migration before, 0 where there was none.
  public let from: Int
  /// The number of the last migration after.
  public let to: Int
  /// The name of the backup of what was there before: a folder among those of the workspace.
  public let backup: String
  /// What it made of each file that it wrote, nil of those that it removed; by paths relative to the workspace.
  package var files: [ExactText: SHA256Digest?] = [:]
}
