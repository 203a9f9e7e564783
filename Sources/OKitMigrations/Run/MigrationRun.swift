import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Migrates the models of a scope in a transaction, or only to show the changes.
final class MigrationRun {
  private let workspace: Workspace
  private let scope: MigrationScope
  private let answers: MigrationAnswers
  private let endsEarly: Bool
  private let programs: MigrationPrograms
  private let values: ReplayableValues
  private let reader: ModelReader
  /// The indices of the steps that applied to some model, by their migrations.
  private var appliedSteps: [String: Set<Int>] = [:]
  private let attachmentFiles = StagedMigration.AttachmentFiles()
  /// The records of the models after the migration.
  private(set) var applied: AppliedDefinitions
  /// The contents of `okit.json` after the migration.
  private(set) var configuration: ConfigurationEdit
  /// The models that become encrypted. Older backups may still have them in plain text.
  private(set) var encrypted: [ModelName] = []

  init(
    _ workspace: Workspace, _ scope: MigrationScope, answers: MigrationAnswers, endsEarly: Bool,
    programs: MigrationPrograms, values: ReplayableValues
  ) {
    self.workspace = workspace
    self.scope = scope
    self.answers = answers
    self.endsEarly = endsEarly
    self.programs = programs
    self.values = values
    reader = ModelReader(workspace)
    applied = scope.applied
    configuration = ConfigurationEdit(scope.configuration)
  }

  /// Migrates the models, and stages their files if there is a transaction and no decision to make.
  ///
  /// Throws the errors of reading and of steps, `MigrationPrograms.NeedsProgram`, and errors of kind `malformed` if the data does not fit the
  /// definitions afterwards.
  func run(in transaction: Transaction?) throws -> [MigrationPlan.Model] {
    let models = try scope.models.filter(\.isPending).compactMap { model in
      try workspace.observer.step("migrating \(model.name)") { try run(model, in: transaction) }
    }
    if let transaction { try attachmentFiles.removeOthers(in: transaction) }
    recordMigrations()
    try requireKnownSteps()
    return models
  }

  /// Warns of steps that apply to no model, because the model may be missing here. Throws an error of kind `configuration` if no definitions have the
  /// class of such a step, because it is probably misspelled.
  private func requireKnownSteps() throws {
    for file in scope.pendingFiles {
      for (number, step) in file.steps.enumerated() where appliedSteps[file.name]?.contains(number) != true {
        guard scope.knowsClass(of: step) else {
          throw OKitError(
            .configuration, "\(file.name): unknown class in the step \(step)")
        }
        workspace.observer.warned("\(file.name): the step \(step) applies to no model")
      }
    }
  }

  private func run(_ model: MigrationScope.Model, in transaction: Transaction?) throws -> MigrationPlan.Model? {
    guard let start = model.start else { return try recordFirst(model) }
    var migration = ModelMigration(model, answers: answers, endsEarly: endsEarly, programs: programs)
    let isMoved = model.newName != model.name || !model.newNames.isEmpty
    guard isMoved || migration.affects(migrating(model.name, start, [])) else {
      record(migration.stages.last?.target ?? start, of: model)
      return nil
    }
    let kindChange = try kindChange(migration, from: start, model)
    let migrating = try load(model.name, start)
    let owned = OwnedFiles(migrating)
    var stages = try migration.run(migrating)
    appliedSteps.merge(migration.appliedSteps) { $0.union($1) }
    if let kindChange { stages = stages.adding(kindChange.change) }
    if model.newName != model.name, migrating.name == model.name {
      migrating.name = model.newName
      stages = stages.adding(
        MigrationChange(kind: .modelRenamed, subject: "\(model.name)", detail: "\(model.newName)", count: 1))
    }
    var decisions = migrating.decisions
    if !model.newNames.isEmpty, migrating.name == model.name {
      decisions.insert(.rename(subject: "\(model.name):", candidates: model.newNames.map { "\($0):" }), at: 0)
    }
    if decisions.isEmpty {
      try owned.removeUnownedFiles(of: migrating)
      if migrating.unknownClasses.isEmpty { try requireFit(migrating) }
      if let transaction {
        let target = try kindChange.flatMap { try self.target(of: $0) }
        try StagedMigration(workspace, transaction, files: attachmentFiles)
          .stage(migrating, of: model.name, as: target, kindChange?.attachments)
        if let target { configuration.setKeyCheck(of: target, workspace.keyring) }
      }
    }
    record(migrating.snapshot, of: model, as: migrating.name, past: migration.stages.compactMap(\.target))
    return MigrationPlan.Model(
      name: model.name, newName: migrating.name, stages: stages, isUnrecorded: false, decisions: decisions)
  }

  private func load(_ name: ModelName, _ start: ModelSnapshot) throws -> MigratingModel {
    let documents = try ModelDocuments(name, in: workspace, reader: reader).all.map { document in
      MigratingModel.Document(
        key: document.standIn?.value["id"]?.string, json: document.json, file: document.opened.file,
        form: document.opened.form)
    }
    return migrating(name, start, documents)
  }

  private func migrating(
    _ name: ModelName, _ start: ModelSnapshot, _ documents: [MigratingModel.Document]
  ) -> MigratingModel {
    MigratingModel(
      name, in: workspace, documents: documents, snapshot: start, target: start,
      newID: values.nextID,
      now: values.now)
  }

  // MARK: - Recording

  /// Records the definitions of the sources for a model without a record, if its data fits them.
  private func recordFirst(_ model: MigrationScope.Model) throws -> MigrationPlan.Model? {
    guard let end = model.end else { return nil }
    let migrating = try load(model.name, end)
    do {
      try requireFit(migrating)
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(
        .configuration,
        "the data of model \(model.name) has no recorded definitions and does not match the current ones: \(error)",
        remedy: .words("restore the definitions that match the data, and run 'okit migrate apply' with them first"))
    }
    record(end, of: model)
    return MigrationPlan.Model(name: model.name, newName: model.name, stages: [], isUnrecorded: true, decisions: [])
  }

  /// Records the definitions of a model, and the former ones that it has passed.
  private func record(
    _ snapshot: ModelSnapshot, of model: MigrationScope.Model, as name: ModelName? = nil, past: [ModelSnapshot] = []
  ) {
    let name = name ?? model.name
    let old = applied.models[model.name]
    // A model without a record conforms to the sources, which follow all migrations.
    let last = old == nil ? scope.files.last?.number ?? 0 : max(scope.last, old?.migration ?? 0)
    var former = old?.former ?? []
    let digest = snapshot.digest
    if let old { former += ([old.snapshot] + past).map(\.digest).filter { !former.contains($0) } }
    // Returning to former definitions removes them and all later ones from the record.
    if let first = former.firstIndex(of: digest) { former.removeSubrange(first...) }
    applied.models[model.name] = nil
    applied.models[name] = AppliedDefinitions.Model(
      snapshot: snapshot, migration: last, former: former)
    let configured = scope.configuration.models[model.name]
    if name != model.name { configuration.removeModel(model.name) }
    if configured?.className != nil || name != model.name { configuration.setClass(snapshot.className, of: name) }
    // The kind that `encrypt` or `decrypt` recorded stays, unless the kind of the class has changed.
    let hasNewKind = old?.snapshot.superclass != snapshot.superclass && configured?.kind != nil
    if let superclass = snapshot.superclass, hasNewKind || name != model.name {
      configuration.setKind(ModelKind(superclass), of: name)
    }
  }

  private func recordMigrations() {
    for file in scope.files
    where file.number <= scope.last && !applied.migrations.contains(where: { $0.name.isExactly(file.name) }) {
      applied.migrations.append(AppliedDefinitions.Migration(name: file.name, checksum: file.checksum))
    }
  }

  // MARK: - Kinds

  private struct KindChange {
    let change: MigrationChange
    /// True if the model becomes encrypted; nil for a kind without files, which leaves existing files unchanged.
    let isEncrypted: Bool?
    /// The attachments whose stored form changes.
    let attachments: ModelConversion.Plan
  }

  /// Returns the change of the stored form; nil if the kind stays.
  private func kindChange(
    _ migration: ModelMigration, from start: ModelSnapshot, _ model: MigrationScope.Model
  ) throws -> KindChange? {
    guard let end = migration.stages.last?.target, let old = start.superclass.map(ModelKind.init),
      let new = end.superclass.map(ModelKind.init), old != new
    else { return nil }
    let isEncrypted = try new.isEncrypted && ModelKinds(workspace, scope.definitions).isEncrypted(new)
    var plan = try ModelConversion(workspace)
      .plan(model.name) { new.hasFile && $0.isEncrypted != isEncrypted }
    let files = plan.files.count
    if isEncrypted, files > 0 { encrypted.append(model.name) }
    // The migration writes the documents itself.
    plan.documents = []
    return KindChange(
      change: MigrationChange(
        kind: .kindChanged, subject: "\(model.name)", detail: "\(old.rawValue) -> \(new.rawValue)", count: files),
      isEncrypted: new.hasFile ? isEncrypted : nil, attachments: plan)
  }

  private func target(of change: KindChange) throws -> StorageTarget? {
    guard let isEncrypted = change.isEncrypted else { return nil }
    guard isEncrypted else { return .plain }
    return try scope.configuration.target(scope.configuration.cipher, in: workspace)
  }

  // MARK: - Checking

  /// Throws an error of kind `malformed` if the data does not fit its definitions.
  private func requireFit(_ model: MigratingModel) throws {
    var checker = DefinitionChecker(model.snapshot.definitions)
    for (index, className) in model.documentClasses() {
      guard let fault = checker.misfit(in: model.documents[index].json.root, as: className) else { continue }
      throw model.error(.malformed, fault.message, at: fault.value, in: index)
    }
  }
}

extension [MigrationPlan.Stage] {
  /// Adds a change of the model as a whole to the last stage.
  fileprivate func adding(_ change: MigrationChange) -> [MigrationPlan.Stage] {
    dropLast() + [.init(migration: last?.migration, changes: (last?.changes ?? []) + [change])]
  }
}

/// UUIDs and the time, recorded so that a retry gives programs identical input.
final class ReplayableValues {
  /// The time in seconds since 1970.
  let now = Timestamp.now()
  private var ids: [String] = []
  private var position = 0

  func nextID() -> String {
    if position == ids.count { ids.append(UUIDText.new()) }
    position += 1
    return ids[position - 1]
  }

  /// Starts a retry with the first id again.
  func rewind() { position = 0 }
}
