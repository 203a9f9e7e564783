package import OKitModels
import OKitStorage

/// The changes of models by migrations and new definitions.
package struct MigrationPlan: Equatable, Sendable {
  /// The changes by a migration, or by new definitions alone.
  package struct Stage: Equatable, Sendable {
    /// The name of the migration; nil for new definitions.
    package let migration: String?
    package let changes: [MigrationChange]
  }

  /// The changes of one model.
  package struct Model: Equatable, Sendable {
    package let name: ModelName
    package let newName: ModelName
    /// Empty if only the records of the data change.
    package let stages: [Stage]
    /// Whether the model had no record of its definitions before.
    package let isUnrecorded: Bool
    package let decisions: [MigrationDecision]

    package var changes: [MigrationChange] { stages.flatMap(\.changes) }
  }

  package let migrations: [String]
  /// By name.
  package let models: [Model]

  package var isEmpty: Bool { migrations.isEmpty && models.isEmpty }
  package var decisions: [MigrationDecision] { models.flatMap(\.decisions) }
}
