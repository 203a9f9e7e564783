package import OKitModels
import OKitStorage

/// What a migration does, or would do.
package struct MigrationPlan: Equatable, Sendable {
  /// The changes of a migration, or where it has no name those that definitions alone say.
  package struct Stage: Equatable, Sendable {
    /// The name of the migration.
    package let migration: String?
    /// What it changes, in this order.
    package let changes: [MigrationChange]
  }

  /// What happens to one model.
  package struct Model: Equatable, Sendable {
    /// The model, as it was called before.
    package let name: ModelName
    /// What it is called after.
    package let newName: ModelName
    /// What is done, in this order. Empty where nothing of the data changes but what is recorded of them.
    package let stages: [Stage]
    /// Whether until now nothing was recorded of what its data conform to.
    package let isUnrecorded: Bool
    /// What somebody has to decide before.
    package let decisions: [MigrationDecision]

    /// All changes.
    package var changes: [MigrationChange] { stages.flatMap(\.changes) }
  }

  /// The migrations that are applied, in this order.
  package let migrations: [String]
  /// The models that are concerned, by name.
  package let models: [Model]

  /// Whether there is nothing to do.
  package var isEmpty: Bool { migrations.isEmpty && models.isEmpty }
  /// What somebody has to decide before.
  package var decisions: [MigrationDecision] { models.flatMap(\.decisions) }
}
