import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The models to migrate: their recorded and current definitions, and the pending migrations. Reading them needs neither data nor keys.
struct MigrationScope {
  /// A model with data.
  struct Model {
    /// Its current name.
    let name: ModelName
    /// Its name in the app's sources.
    let newName: ModelName
    /// The definitions that its data conforms to; nil if they were never recorded.
    let start: ModelSnapshot?
    /// The definitions in the app's sources; nil if it has none.
    let end: ModelSnapshot?
    /// The migrations that were not applied to it, in their order.
    let pending: [MigrationFile]
    /// Its possible names in the app's sources, if the current one is gone and no answer gives the new one.
    let newNames: [ModelName]

    var isPending: Bool {
      guard let start, let end else { return end != nil || start != nil && !(pending.isEmpty && newNames.isEmpty) }
      return !pending.isEmpty || newName != name || !newNames.isEmpty || !start.agrees(with: end)
    }
  }

  let configuration: Configuration
  let definitions: WorkspaceDefinitions
  var applied: AppliedDefinitions
  let files: [MigrationFile]
  let models: [Model]

  /// The number of the last migration to apply.
  let last: Int

  /// The number of the last migration that was applied to all models.
  var first: Int { models.compactMap { applied.models[$0.name]?.migration }.min() ?? 0 }

  /// The migrations that were not applied to all models, in their order.
  var pendingFiles: [MigrationFile] {
    let numbers = Set(models.flatMap(\.pending).map(\.number))
    return files.filter { numbers.contains($0.number) }
  }

  var pendingMigrations: [String] { pendingFiles.map(\.name) }

  var isEmpty: Bool { !models.contains(where: \.isPending) }

  /// Throws an error of kind `configuration` if an applied migration was edited, or if one was added before it.
  func requireInOrder() throws {
    if let file = files.edited(since: applied).first {
      throw OKitError(
        .configuration, "the migration \(file.name) was edited after it was applied",
        remedy: .words("undo the edit, or run 'okit migrate accept \(ShellWord.quoted(file.name))' to accept it"))
    }
    guard let late = files.late(behind: applied).first, let highest = applied.highestMigration else { return }
    throw OKitError(
      .configuration, "the migration \(late.name) has a lower number than \(highest.name), which was already applied",
      remedy: .words("give it a higher number"))
  }

  /// Throws an error of kind `usage` for an answer about a class, property or model that the data never had, such as a reversed rename.
  func requireKnown(_ answers: MigrationAnswers) throws {
    let starts = models.flatMap { model in
      [model.start].compactMap(\.self) + model.pending.flatMap { Array($0.models.values) }
    }
    let ends = models.compactMap(\.end)
    for subject in answers.renames.map(\.subject) + answers.losses {
      if let model = subject.withoutSuffix(":") {
        guard models.contains(where: { $0.name.description.isExactly(model) }) else {
          throw OKitError(
            .usage, "no such model: \(PathComponent.printable(model))",
            remedy: .candidates(models.map(\.name.description), insteadOf: model))
        }
      } else if !starts.contains(where: { $0.knows(subject, orClassOf: ends) }) {
        throw OKitError(.usage, "the data has no class or property \(PathComponent.printable(subject))")
      }
    }
  }

  /// Returns true if any definitions have the class of a step: those of the sources, of the records or of the migrations.
  func knowsClass(of step: MigrationFile.Step) -> Bool {
    let recorded = applied.models.values.map(\.snapshot.definitions)
    let written = files.flatMap { $0.models.values.map(\.definitions) }
    return ([definitions.definitions] + recorded + written).contains { step.action.subject.isKnown(in: $0) }
  }

  /// Throws an error of kind `configuration` if the data is newer than the migrations or definitions. Models with pending migrations are not newer.
  func requireNotNewer(in workspace: Workspace) throws {
    var withoutPending = applied
    for model in models where !model.pending.isEmpty { withoutPending.models[model.name] = nil }
    try withoutPending.requireNotNewer(in: workspace)
  }

  /// Reads the scope. With `to`, it contains only migrations up to that number.
  ///
  /// Throws errors of kind `configuration` and `malformed` if definitions, migrations or records cannot be read, and `notFound` if there is no
  /// migration `to`.
  init(_ workspace: Workspace, answers: MigrationAnswers, to: Int?) throws {
    configuration = try workspace.currentConfiguration()
    let definitions = try workspace.definitions(by: configuration)
    let applied = try AppliedDefinitions(of: workspace)
    let files = try MigrationFiles(workspace).files
    (self.definitions, self.applied, self.files) = (definitions, applied, files)
    if let to, to != 0, !files.contains(where: { $0.number == to }) {
      throw OKitError(
        .notFound, "no migration has the number \(to)", remedy: .candidates(files.map(\.name), insteadOf: String(to)))
    }
    last = to ?? files.last?.number ?? 0
    let names = ModelNames(definitions, applied, stored: try workspace.storedModels())
    models = try workspace.storedModels().map { name in
      // Without this check, a class that okit does not understand would look like a removed one.
      try definitions.requireUnderstood(name)
      let entry = applied.models[name]
      // Data without a record can only conform to the sources, so no migration is pending for it.
      let from = entry?.migration ?? (files.last?.number ?? 0)
      let pending = files.filter { $0.number > from && $0.number <= to ?? .max }
      let newName = try names.newName(of: name, pending, answers)
      return Model(
        name: name, newName: newName, start: entry?.snapshot, end: definitions.snapshot(of: newName), pending: pending,
        newNames: newName == name ? names.candidates(for: name) : [])
    }
  }
}

extension ModelSnapshot {
  /// Returns true if `subject` is the name of a class or of its property. The class may have the name that it has in `others`.
  fileprivate func knows(_ subject: String, orClassOf others: [ModelSnapshot]) -> Bool {
    if definitions.classes[subject] != nil { return true }
    guard let path = PropertyPath(subject), let name = path.components.last else { return false }
    if let found = path.resolved(in: definitions), found.names.count == 1,
      let own = definitions.classes[found.className]
    {
      return own.properties.contains { $0.isCalled(name) }
    }
    guard others.contains(where: { path.resolved(in: $0.definitions)?.names.count == 1 }) else { return false }
    return definitions.classes.values.contains { $0.properties.contains { $0.isCalled(name) } }
  }
}
