import Definitions
import JSONDocument
import OKitModels

/// A property goes, with its values.
struct RemoveStep: PropertyStep {
  let path: PropertyPath
  let condition: String?
  let name: StepName

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let place = try StepResolver(model: model, name: name).place(path) else { return [] }
    var change = MigrationChange(kind: .removed, subject: place.subject)
    var removed = EditedRanges()
    let objects = try StepObjects(place.className, where: condition, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard !removed.contain(object, in: document),
          let value = try place.value(in: object, document, of: model)
        else { return }
        try edits.remove(value, in: document)
        removed.add(value, in: document)
        guard !value.isNull else { return }
        change.count += 1
        change.note(lost: value.shown)
      }
    }
    var members = PropertyMembers()
    members.loses(place.property, place.holder.name)
    members.settle(in: model)
    return [change]
  }
}
