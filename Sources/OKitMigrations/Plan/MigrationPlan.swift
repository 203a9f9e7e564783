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
    /// The stages of the model; empty if only the record of its data changes.
    package let stages: [Stage]
    /// True if the model had no record of its definitions before.
    package let isUnrecorded: Bool
    package let decisions: [MigrationDecision]

    package var changes: [MigrationChange] { stages.flatMap(\.changes) }
  }

  package let migrations: [String]
  /// The models in the order of their names.
  package let models: [Model]

  package var isEmpty: Bool { migrations.isEmpty && models.isEmpty }
  package var decisions: [MigrationDecision] { models.flatMap(\.decisions) }
}
