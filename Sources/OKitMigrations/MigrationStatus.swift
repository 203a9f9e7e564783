import Definitions
import JSONDocument
package import OKitModels
import OKitStorage

/// The comparison of a workspace's records with its definitions and migrations. It reads no model.
package struct MigrationStatus: Sendable {
  /// The relation between a model's data and its definitions.
  package enum State: String, CaseIterable, Sendable {
    case agrees
    /// The definitions differ, or there are migrations that were not applied.
    case pending
    /// The data has no record of its definitions.
    case unrecorded
    /// Its class is unknown or undefined.
    case undefined
    /// The data is newer than the definitions or this okit, and must not be changed.
    case newer
  }

  /// A model that has data or a record.
  package struct Model: Equatable, Sendable {
    package let name: ModelName
    /// The class of its root; nil if unknown.
    package let className: String?
    /// The relation between its data and its definitions.
    package let state: State
    /// The number of the last applied migration, or 0; nil without a record.
    package let migration: Int?
  }

  /// The models, sorted by name.
  package let models: [Model]
  /// The names of migrations that were not applied to all models, in their order.
  package let pending: [String]
  /// The names of migrations that were edited after they were applied.
  package let edited: [String]
  /// The names of applied migrations whose files are missing.
  package let missing: [String]
  /// The names of migrations that were added after one with a higher number was applied.
  package let late: [String]

  /// True if nothing is pending: the data of each model agrees with its definitions, or it has none.
  package var isInAgreement: Bool {
    models.allSatisfy { $0.state == .agrees || $0.state == .undefined } && pending.isEmpty && edited.isEmpty
      && late.isEmpty
  }

  /// Compares the records in `workspace` with its definitions and migrations.
  ///
  /// Throws errors of kind `configuration` (the record is damaged, a path of definitions matches no file, or okit does not understand the classes of
  /// a stored model) and `busy`.
  package init(of workspace: Workspace) throws {
    self = try workspace.storage.reading {
      let configuration = workspace.configuration == nil ? nil : try workspace.currentConfiguration()
      let comparison = try Comparison(
        applied: AppliedDefinitions(of: workspace, toleratingNewer: true),
        definitions: workspace.definitions(by: configuration), stored: Set(workspace.storedModels()),
        migrations: MigrationFiles(workspace).files)
      for name in comparison.stored.sorted() { try comparison.definitions.requireUnderstood(name) }
      return MigrationStatus(comparison)
    }
  }

  private init(_ comparison: Comparison) {
    models = comparison.names.map(comparison.model)
    pending = comparison.pendingMigrations
    edited = comparison.migrations.edited(since: comparison.applied).map(\.name)
    missing = comparison.missingMigrations
    late = comparison.migrations.late(behind: comparison.applied).map(\.name)
  }
}

/// Compares the records of a workspace with its definitions, models and migrations.
private struct Comparison {
  let applied: AppliedDefinitions
  let definitions: WorkspaceDefinitions
  let stored: Set<ModelName>
  let migrations: [MigrationFile]

  var names: [ModelName] { stored.union(applied.models.keys).sorted() }

  private var highest: Int { migrations.last?.number ?? 0 }

  func model(_ name: ModelName) -> MigrationStatus.Model {
    .init(
      name: name, className: definitions.className(of: name), state: state(of: name),
      migration: applied.models[name]?.migration)
  }

  private func state(of name: ModelName) -> MigrationStatus.State {
    if applied.newerVersion != nil { return .newer }
    guard let current = definitions.snapshot(of: name) else { return isRenamed(name) ? .pending : .undefined }
    guard let recorded = applied.models[name] else { return .unrecorded }
    if applied.newness(of: name, than: definitions, highest) != nil { return .newer }
    // Without data, there is nothing to migrate.
    guard stored.contains(name) else { return .agrees }
    return recorded.migration < highest || !recorded.snapshot.agrees(with: current) ? .pending : .agrees
  }

  /// Returns true if the sources register a model without data that this model may have become.
  private func isRenamed(_ name: ModelName) -> Bool {
    stored.contains(name) && !ModelNames(definitions, applied, stored: Array(stored)).candidates(for: name).isEmpty
  }

  var pendingMigrations: [String] {
    let waiting = applied.models.filter { stored.contains($0.key) && definitions.rootClass(of: $0.key) != nil }
    guard let first = waiting.values.map(\.migration).min() else { return [] }
    return migrations.filter { $0.number > first }.map(\.name)
  }

  var missingMigrations: [String] {
    let present = Set(migrations.map { ExactText($0.name) })
    return applied.migrations.filter { !present.contains(ExactText($0.name)) }.map(\.name)
  }
}
