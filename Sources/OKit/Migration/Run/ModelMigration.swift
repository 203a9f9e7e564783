import Definitions

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
      model.madeObjects = MadeObjects()
      var changes: [MigrationChange] = []
      for (number, text) in (stage.migration?.steps ?? []).enumerated() {
        let step = try text.step(programs)
        guard step.concerns(model) else { continue }
        concerned[stage.migration?.name ?? "", default: []].insert(number)
        changes += try run(step, on: model, stage.answers)
      }
      if stage.target != nil {
        // What is wrapped in an array by one of them may go into a partial by the next.
        var round = 0
        while true {
          let steps = structuralSteps(model, stage.answers)
          if steps.isEmpty { break }
          guard round < Self.mostRounds else {
            throw OKitError(
              .configuration, "model \(model.name): entities would have to change their places again and again",
              remedy: .words("change less at once, with a migration between"))
          }
          round += 1
          let attachments = DefinitionDifference(from: model.snapshot, to: model.target, answers: stage.answers)
            .changedAttachments
          for step in steps { changes += try run(step, on: model, stage.answers) }
          // What has the same name by now stores its bytes as the target says.
          for name in attachments {
            if let definition = model.target.definitions.classes[name] {
              model.snapshot.change(name) { $0 = definition }
            }
          }
        }
        changes += try DifferenceStep(answers: stage.answers).run(on: model)
      }
      told.append(MigrationPlan.Stage(migration: stage.migration?.name, changes: changes))
    }
    return told.filter { !$0.changes.isEmpty || $0.migration != nil }
  }

  private func run(
    _ step: any MigrationStep, on model: MigratingModel, _ answers: MigrationAnswers
  ) throws -> [MigrationChange] {
    let changes = try step.run(on: model)
    // References that would lead nowhere are not what anybody asked for who wants entities elsewhere.
    model.decisions +=
      changes
      .filter { $0.kind == .inlined && $0.lost > 0 && !answers.losses.contains($0.subject) }
      .map { .loss(subject: $0.subject, count: $0.lost, examples: $0.examples) }
    return changes
  }

  /// What moves entities and attachments between files, by the definitions before and after.
  private func structuralSteps(_ model: MigratingModel, _ answers: MigrationAnswers) -> [any MigrationStep] {
    let difference = DefinitionDifference(from: model.snapshot, to: model.target, answers: answers)
    return difference.movedEntities.map { moved in
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
}
