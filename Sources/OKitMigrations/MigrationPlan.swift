public import OKitModels
import OKitStorage

/// What a migration does, or would do.
public struct MigrationPlan: Equatable, Sendable {
  /// The changes of a migration, or where it has no name those that definitions alone say.
  public struct Stage: Equatable, Sendable {
    /// The name of the migration.
    public let migration: String?
    /// What it changes, in this order.
    public let changes: [MigrationChange]
  }

  /// What happens to one model.
  public struct Model: Equatable, Sendable {
    /// The model, as it was called before.
    public let name: ModelName
    /// What it is called after.
    public let newName: ModelName
    /// What is done, in this order. Empty where nothing of the data changes but what is recorded of them.
    public let stages: [Stage]
    /// Whether until now nothing was recorded of what its data conform to.
    public let isUnrecorded: Bool
    /// What somebody has to decide before.
    public let decisions: [MigrationDecision]

    /// All changes.
    public var changes: [MigrationChange] { stages.flatMap(\.changes) }
  }

  /// The migrations that are applied, in this order.
  public let migrations: [String]
  /// The models that are concerned, by name.
  public let models: [Model]

  /// Whether there is nothing to do.
  public var isEmpty: Bool { migrations.isEmpty && models.isEmpty }
  /// What somebody has to decide before.
  public var decisions: [MigrationDecision] { models.flatMap(\.decisions) }
}
