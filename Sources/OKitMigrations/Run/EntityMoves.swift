import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Moves entities and attachments between the model and files of their own, after the definitions of their classes have changed.
struct EntityMoves {
  private static let maximumRounds = 4

  private let model: MigratingModel
  private let answers: MigrationAnswers
  private let programs: MigrationPrograms

  init(_ model: MigratingModel, _ answers: MigrationAnswers, _ programs: MigrationPrograms) {
    self.model = model
    self.answers = answers
    self.programs = programs
  }

  /// Makes the moves in rounds: one round may put an entity into an array that the next one moves to a partial.
  func run() throws -> [MigrationChange] {
    var changes: [MigrationChange] = []
    var round = 0
    while true {
      let difference = DefinitionDifference(from: model.snapshot, to: model.target, answers: answers)
      let moves = difference.movedEntities
      if moves.isEmpty { return changes }
      guard round < Self.maximumRounds else {
        throw OKitError(
          .configuration, "model \(model.name): cannot find an order for moving its entities",
          remedy: .words("split the change into several migrations"))
      }
      round += 1
      for move in moves {
        guard let change = try run(move) else { continue }
        model.askAboutLostReferences([change], answers)
        changes.append(change)
      }
      // A class that keeps its name stores its bytes as the target defines.
      for name in difference.changedAttachments {
        if let definition = model.target.definitions.classes[name] {
          model.snapshot.change(name) { $0 = definition }
        }
      }
    }
  }

  private func run(_ move: MovedEntities) throws -> MigrationChange? {
    let (className, property) = (move.className, move.property)
    let context = StepContext(model: model, step: "\(className).\(property.name)", programs: programs)
    switch move.direction {
    case .intoPartials:
      guard let place = try context.place(storedAs: property.key, in: className) else { return nil }
      return try Extraction(of: place, as: move.newType, in: context).edit.run(in: context)
    case .outOfPartials:
      return try context.place(storedAs: property.key, in: className).map { try Inlining.run(at: $0, in: context) }
    case .intoFiles: return try moveAttachments(move, .intoFiles)
    case .outOfFiles: return try moveAttachments(move, .intoModel)
    case .intoArray: return try wrap(property, in: className)
    }
  }

  private func moveAttachments(
    _ move: MovedEntities, _ direction: AttachmentMove.Direction
  ) throws -> MigrationChange? {
    let (className, key) = (move.className, move.property.key)
    guard let property = model.snapshot.definitions.classes[className]?.property(storedAs: key) else { return nil }
    return try AttachmentMove(of: property, in: className, as: move.newType, direction, in: model, programs).run()
  }

  /// Puts the single object of a property into an array.
  private func wrap(_ property: PropertyDefinition, in className: String) throws -> MigrationChange {
    let type = PropertyType.array(property.type.unwrapped)
    var change = MigrationChange(
      kind: .typeChanged, subject: "\(className).\(property.name)", detail: "\(property.type) -> \(type)")
    try model.edit { edits in
      try model.forEachObject { object, definition, document in
        guard definition.name == className, let value = object[property.key], value.kind == .object else { return }
        change.count += 1
        try edits.replace(value, with: "[\(value.rawText)]", in: document)
      }
    }
    model.snapshot.change(property.key, of: className) { $0.type = property.type.isOptional ? .optional(type) : type }
    return change
  }
}

extension MigratingModel {
  /// Adds a decision for each change that makes references dangle, unless the answers allow it: moving entities does not imply that.
  func askAboutLostReferences(_ changes: [MigrationChange], _ answers: MigrationAnswers) {
    decisions +=
      changes
      .filter { $0.kind == .inlined && $0.lost > 0 && !answers.allowsLoss(of: $0.subject) }
      .map { .loss(subject: $0.subject, count: $0.lost, examples: $0.examples) }
  }
}
