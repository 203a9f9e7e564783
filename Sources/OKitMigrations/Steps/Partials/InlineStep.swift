import Definitions
import JSONDocument
import OKitStorage

/// The entities behind the stand-ins of a property take their places, and the files of the partials go.
struct InlineStep: MigrationStep {
  private let subject: StepSubject
  private let name: StepName

  /// A step about the property at `path`.
  init(path: PropertyPath, name: StepName) {
    subject = .path(path)
    self.name = name
  }

  /// A step about the property that a class stores under `key`.
  init(className: String, key: String, name: StepName) {
    subject = .stored(key: key, className: className)
    self.name = name
  }

  func concerns(_ model: MigratingModel) -> Bool { subject.concerns(model) }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let place = try StepResolver(model: model, name: name).place(subject) else { return [] }
    let definitions = model.snapshot.definitions
    guard let standIn = place.property.type.heldClass.flatMap({ definitions.classes[$0] }), standIn.role == .partial,
      let entity = standIn.partialEntity.flatMap({ definitions.classes[$0.className] })
    else {
      throw name.error(
        .configuration, "\(place.subject) of type \(place.property.type) is not a stand-in")
    }
    var change = MigrationChange(kind: .inlined, subject: place.subject, detail: entity.name)
    var inlining = Inlining(model: model, name: name, standIn: standIn, entity: entity)
    try inlining.collect(place)
    let texts = try inlining.texts()
    try model.edit { edits in
      for (move, text) in texts { try edits.replace(move.standIn, with: text, in: move.document) }
    }
    change.count = inlining.moves.count
    for id in inlining.lostReferences { change.note(lost: id) }
    model.removePartials(Set(inlining.moves.compactMap(\.partial)))
    model.snapshot.change(place.property.key, of: place.holder.name) {
      $0.type = $0.type.replacing(.object(standIn.name), by: .object(entity.name))
    }
    return [change]
  }
}
