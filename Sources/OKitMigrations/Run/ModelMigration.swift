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

  private static let mostRounds = 4

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
  func concerns(_ model: MigratingModel) throws -> Bool {
    var last = model.snapshot
    for stage in stages {
      model.target = stage.target ?? last
      for snapshot in [last, model.target] {
        model.snapshot = snapshot
        if try stage.migration?.steps.contains(where: { try $0.step(programs).concerns(model) }) ?? false {
          return true
        }
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
        changes += try moveEntities(model, stage.answers)
        changes += try DifferenceStep(answers: stage.answers).run(on: model)
      }
      told.append(MigrationPlan.Stage(migration: stage.migration?.name, changes: changes))
    }
    return told.filter { !$0.changes.isEmpty || $0.migration != nil }
  }

  private mutating func runSteps(of stage: Stage, on model: MigratingModel) throws -> [MigrationChange] {
    guard let migration = stage.migration else { return [] }
    var changes: [MigrationChange] = []
    for (number, text) in migration.steps.enumerated() {
      let step = try text.step(programs)
      guard step.concerns(model) else { continue }
      concerned[migration.name, default: []].insert(number)
      changes += try run(step, on: model, stage.answers)
    }
    return changes
  }

  /// Moves entities and attachments between files as the definitions before and after say, round after round: what is wrapped in an array by one may go into a
  /// partial by the next.
  private func moveEntities(_ model: MigratingModel, _ answers: MigrationAnswers) throws -> [MigrationChange] {
    var changes: [MigrationChange] = []
    var round = 0
    while true {
      let difference = DefinitionDifference(from: model.snapshot, to: model.target, answers: answers)
      let steps = difference.movedEntities.map(Self.step)
      if steps.isEmpty { return changes }
      guard round < Self.mostRounds else {
        throw OKitError(
          .configuration, "model \(model.name): cannot find an order for moving its entities",
          remedy: .words("split the change into several migrations"))
      }
      round += 1
      for step in steps { changes += try run(step, on: model, answers) }
      // What has the same name by now stores its bytes as the target says.
      for name in difference.changedAttachments {
        if let definition = model.target.definitions.classes[name] {
          model.snapshot.change(name) { $0 = definition }
        }
      }
    }
  }

  private func run(
    _ step: any MigrationStep, on model: MigratingModel, _ answers: MigrationAnswers
  ) throws -> [MigrationChange] {
    let changes = try step.run(on: model)
    // References that would lead nowhere are not what anybody asked for who wants entities elsewhere.
    model.decisions +=
      changes
      .filter { $0.kind == .inlined && $0.lost > 0 && !answers.allowsLoss(of: $0.subject) }
      .map { .loss(subject: $0.subject, count: $0.lost, examples: $0.examples) }
    return changes
  }

  private static func step(_ moved: MovedEntities) -> any MigrationStep {
    let (className, key) = (moved.className, moved.property.key)
    let name = StepName(text: "\(className).\(moved.property.name)")
    switch moved.way {
    case .intoPartials: return ExtractStep(className: className, key: key, newType: moved.newType, name: name)
    case .outOfPartials: return InlineStep(className: className, key: key, name: name)
    case .intoFiles: return AttachmentStep(className: className, key: key, newType: moved.newType, way: .intoFiles)
    case .outOfFiles: return AttachmentStep(className: className, key: key, newType: moved.newType, way: .intoModel)
    case .intoArray: return WrapStep(className: className, property: moved.property)
    }
  }
}
