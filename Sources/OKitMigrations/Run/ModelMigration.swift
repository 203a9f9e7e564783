import Definitions
import OKitModels
import OKitStorage

/// Migrates one model through its pending migrations to the definitions of the app's sources.
struct ModelMigration {
  /// A migration, or the final change to the definitions.
  struct Stage {
    /// The migration; nil for the change to the definitions.
    let migration: MigrationFile?
    /// The definitions that the data conforms to afterwards; nil if the migration does not state them.
    let target: ModelSnapshot?
    let answers: MigrationAnswers
  }

  let stages: [Stage]
  /// The indices of the steps that applied to the model, by their migrations.
  private(set) var appliedSteps: [String: Set<Int>] = [:]
  private let programs: MigrationPrograms

  /// Creates the migration of a model. With `endsEarly`, it ends with the last migration, otherwise with the definitions of the app's sources.
  init(
    _ model: MigrationScope.Model, answers: MigrationAnswers, endsEarly: Bool, programs: MigrationPrograms
  ) {
    self.programs = programs
    var name = model.name
    // A migration without definitions loses no values itself, so its allowed losses apply to the next one with definitions.
    var losses: [String] = []
    func allowed() -> MigrationAnswers { MigrationAnswers(renames: answers.renames, losses: answers.losses + losses) }
    var stages: [Stage] = []
    for file in model.pending {
      let newName = file.newName(of: name)
      losses += file.losses
      let target = file.models[newName] ?? file.models[name]
      stages.append(Stage(migration: file, target: target, answers: allowed()))
      if target != nil { losses = [] }
      name = newName
    }
    if !endsEarly, let end = model.end { stages.append(Stage(migration: nil, target: end, answers: allowed())) }
    self.stages = stages
  }

  /// Returns true if the data may have to change. The documents of `model` need not be loaded for this.
  func affects(_ model: MigratingModel) -> Bool {
    var last = model.snapshot
    for stage in stages {
      model.target = stage.target ?? last
      for snapshot in [last, model.target] {
        model.snapshot = snapshot
        if stage.migration?.steps.contains(where: { $0.action.subject.isIn(model) }) ?? false { return true }
      }
      if !last.agrees(with: model.target) { return true }
      last = model.target
    }
    return false
  }

  /// Changes the documents of `model`.
  mutating func run(_ model: MigratingModel) throws -> [MigrationPlan.Stage] {
    var planned: [MigrationPlan.Stage] = []
    if stages.contains(where: { ($0.migration?.programCount ?? 0) > 0 }) { model.keepOriginals() }
    for (index, stage) in stages.enumerated() {
      // New properties get their types from the next known definitions.
      if let target = stages[index...].lazy.compactMap(\.target).first { model.target = target }
      model.replaceableDefaults = ReplaceableDefaults()
      var changes = try runSteps(of: stage, on: model)
      if stage.target != nil {
        changes += try EntityMoves(model, stage.answers, programs).run()
        changes += try DifferencePass.run(on: model, stage.answers)
      }
      planned.append(MigrationPlan.Stage(migration: stage.migration?.name, changes: changes))
    }
    return planned.filter { !$0.changes.isEmpty || $0.migration != nil }
  }

  private mutating func runSteps(of stage: Stage, on model: MigratingModel) throws -> [MigrationChange] {
    guard let migration = stage.migration else { return [] }
    var changes: [MigrationChange] = []
    for (number, step) in migration.steps.enumerated() where step.action.subject.isIn(model) {
      appliedSteps[migration.name, default: []].insert(number)
      let stepChanges = try step.apply(to: model, programs)
      model.askAboutLostReferences(stepChanges, stage.answers)
      changes += stepChanges
    }
    return changes
  }
}
