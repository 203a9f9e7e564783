import Definitions
import OKitModels
import OKitStorage

/// What there is to migrate: what data conform to, what they should conform to, and the migrations between. Reads no data and needs no key.
struct MigrationScope {
  /// A model with data.
  struct Model {
    /// What it is called now.
    let name: ModelName
    /// What it is called in the app's sources.
    let newName: ModelName
    /// What its data conform to; nil where that was never recorded.
    let start: ModelSnapshot?
    /// What the app's sources say; nil where they say nothing of it.
    let end: ModelSnapshot?
    /// The migrations that its data did not go through yet, in their order.
    let pending: [MigrationFile]
    /// What it may be called in the app's sources, where nobody said so; it is not called what it was any more.
    let newNames: [ModelName]

    /// Whether there may be something to do.
    var isPending: Bool {
      guard let start, let end else { return end != nil || start != nil && !(pending.isEmpty && newNames.isEmpty) }
      return !pending.isEmpty || newName != name || !newNames.isEmpty || !start.agrees(with: end)
    }
  }

  let configuration: Configuration
  let definitions: WorkspaceDefinitions
  var applied: AppliedDefinitions
  /// All migrations of the workspace, in their order.
  let files: [MigrationFile]
  let models: [Model]

  /// The number of the last migration that there is, or of the one up to which data are brought.
  let last: Int

  /// The number of the last migration that all data went through.
  var first: Int { models.compactMap { applied.models[$0.name]?.migration }.min() ?? 0 }

  /// The migrations that data did not go through yet, in their order.
  var pendingFiles: [MigrationFile] {
    let numbers = Set(models.flatMap(\.pending).map(\.number))
    return files.filter { numbers.contains($0.number) }
  }

  /// The names of these.
  var pendingMigrations: [String] { pendingFiles.map(\.name) }

  /// Whether there is nothing to do.
  var isEmpty: Bool { !models.contains(where: \.isPending) }

  /// Throws an error of kind `configuration` where a migration was edited after it had been applied, or came after one with a higher number had.
  func requireInOrder() throws {
    if let file = files.edited(since: applied).first {
      throw OKitError(
        .configuration, "the migration \(file.name) was edited after it was applied",
        remedy: .words("undo the edit, or run 'okit migrate accept \(file.name)' to accept it"))
    }
    guard let late = files.late(behind: applied).first, let highest = applied.highestMigration else { return }
    throw OKitError(
      .configuration, "the migration \(late.name) has a lower number than \(highest.name), which was already applied",
      remedy: .words("give it a higher number"))
  }

  /// Throws an error of kind `usage` for an answer about a class, property or model that the data never had; a rename the wrong way round is one.
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

  /// Whether any definitions, those of now and those that are recorded or written down, have the class that a step is about.
  func knowsClass(of step: MigrationFile.Step) -> Bool {
    let recorded = applied.models.values.map(\.snapshot.definitions)
    let written = files.flatMap { $0.models.values.map(\.definitions) }
    return ([definitions.definitions] + recorded + written).contains { step.action.subject.isKnown(in: $0) }
  }

  /// Throws an error of kind `configuration` where data are newer than migrations or definitions; those of models that a migration leads somewhere else are not.
  func requireNotNewer(in workspace: Workspace) throws {
    var resting = applied
    for model in models where !model.pending.isEmpty { resting.models[model.name] = nil }
    try resting.requireNotNewer(in: workspace)
  }

  /// Looks at a workspace. With `to` only migrations up to that number count.
  ///
  /// Throws errors of kind `configuration` and `malformed` where definitions, migrations or what is recorded cannot be read, and of kind `notFound` where there is no
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
      // A class that is missing from what is understood would look like one that was deleted.
      try definitions.requireUnderstood(name)
      let entry = applied.models[name]
      // What was never recorded conforms to what the sources say, or to nothing that could be migrated.
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
  /// Whether this is the name of a class, or of a property of one; the class can be called as one of `others` is, whose objects it may become.
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
