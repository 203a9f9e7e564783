import Definitions
import OKitModels
import OKitStorage

/// The way of one model through the migrations that its data did not go through yet, to what the app's sources say.
struct ModelMigration {
  /// One part of the way.
  struct Stage {
    /// Nil for what only the definitions say.
    let migration: MigrationFile?
    /// What data conform to after it; nil where only its steps say it.
    let target: ModelSnapshot?
    let answers: MigrationAnswers
  }

  let stages: [Stage]
  /// The steps that were about some model, by their migrations.
  private(set) var concerned: [String: Set<Int>] = [:]
  private let programs: MigrationPrograms

  /// The way of `model`; up to the sources, unless it ends at a migration (`endsEarly`).
  init(
    _ model: MigrationScope.Model, answers: MigrationAnswers, endsEarly: Bool, programs: MigrationPrograms
  ) {
    self.programs = programs
    var name = model.name
    // What a migration allows to be lost is lost by it, or where it says nothing of definitions by what comes next.
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

  /// Whether data that conform to `start` may have to change, as far as `model`, whose documents nobody has read yet, shows.
  func concerns(_ model: MigratingModel) -> Bool {
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

  /// Goes the way with the documents of `model`.
  mutating func run(_ model: MigratingModel) throws -> [MigrationPlan.Stage] {
    var told: [MigrationPlan.Stage] = []
    if stages.contains(where: { ($0.migration?.programCount ?? 0) > 0 }) { model.keepOriginals() }
    for (index, stage) in stages.enumerated() {
      // What a step makes has the type that the next known definitions give it.
      if let target = stages[index...].lazy.compactMap(\.target).first { model.target = target }
      model.replaceableDefaults = ReplaceableDefaults()
      var changes = try runSteps(of: stage, on: model)
      if stage.target != nil {
        changes += try EntityMoves(model, stage.answers, programs).run()
        changes += try DifferencePass.run(on: model, stage.answers)
      }
      told.append(MigrationPlan.Stage(migration: stage.migration?.name, changes: changes))
    }
    return told.filter { !$0.changes.isEmpty || $0.migration != nil }
  }

  private mutating func runSteps(of stage: Stage, on model: MigratingModel) throws -> [MigrationChange] {
    guard let migration = stage.migration else { return [] }
    var changes: [MigrationChange] = []
    for (number, step) in migration.steps.enumerated() where step.action.subject.isIn(model) {
      concerned[migration.name, default: []].insert(number)
      let stepChanges = try step.apply(to: model, programs)
      model.askAboutLostReferences(stepChanges, stage.answers)
      changes += stepChanges
    }
    return changes
  }
}
