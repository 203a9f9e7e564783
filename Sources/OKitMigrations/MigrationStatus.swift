import Definitions
package import OKitModels
import OKitStorage

/// Whether data and definitions of a workspace agree, by what is recorded of them: no model is read.
package struct MigrationStatus: Sendable {
  /// How the data of a model and its definitions relate.
  package enum State: String, CaseIterable, Sendable {
    /// They agree.
    case agrees
    /// The definitions say something else, or migrations are there that the data did not go through.
    case pending
    /// It is not recorded what the data conform to.
    case unrecorded
    /// Its class is not known or not defined, so that there is nothing to agree with.
    case undefined
    /// The data are newer than the definitions or this okit, and must not be changed.
    case newer
  }

  /// One model that has data, or of which something is recorded.
  package struct Model: Equatable, Sendable {
    /// Its name.
    package let name: ModelName
    /// The class of its root, where known.
    package let className: String?
    /// How its data and its definitions relate.
    package let state: State
    /// The number of the last migration that its data went through, 0 for none; nil where nothing is recorded.
    package let migration: Int?
  }

  /// The models, by name.
  package let models: [Model]
  /// The names of migrations that data still have to go through, in their order.
  package let pending: [String]
  /// The names of migrations that were applied and edited since.
  package let edited: [String]
  /// The names of migrations that were applied and are not there.
  package let missing: [String]
  /// The names of migrations that came after one with a higher number had been applied.
  package let late: [String]

  /// Whether nothing is pending: each model's data agree with its definitions, or it has none.
  package var isInAgreement: Bool {
    models.allSatisfy { $0.state == .agrees || $0.state == .undefined } && pending.isEmpty && edited.isEmpty
      && late.isEmpty
  }

  /// Compares what is recorded in `workspace` with its definitions and migrations.
  ///
  /// Throws errors of kind `configuration` (the record is damaged, a path of definitions leads nowhere, the classes of a model that is stored are not
  /// understood) and `busy`.
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

/// What is recorded, beside what is there.
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
    // Where there are no data, there is nothing to migrate.
    guard stored.contains(name) else { return .agrees }
    return recorded.migration < highest || !recorded.snapshot.agrees(with: current) ? .pending : .agrees
  }

  /// Whether the sources have a model without data that it may be by now.
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
