import Definitions
import JSONDocument
import OKitStorage

/// Values go to another place in the same object, or are copied there.
struct MoveStep: PropertyStep {
  let path: PropertyPath
  let targetPath: PropertyPath
  let condition: String?
  /// Whether they stay where they are, too.
  let isCopy: Bool
  let name: StepName

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    let resolver = StepResolver(model: model, name: name)
    guard let source = try resolver.place(path, isOnlyRead: isCopy) else { return [] }
    let place = try resolver.place(targetPath.text, in: source.className, mayBeNew: true)
    guard !place.isSame(as: source), !place.lies(in: source) else {
      throw name.error(.configuration, "cannot move or copy \(source.subject) into itself")
    }
    let target = StepTarget(place, in: model, name)
    var change = MigrationChange(kind: isCopy ? .copied : .moved, subject: source.subject, detail: place.subject)
    try EditPasses.run(over: source.className, name) { try run(source, target, model, &change) }
    var members = PropertyMembers()
    members.gains(place, in: model)
    if !isCopy { members.loses(source.property, source.holder.name) }
    members.settle(in: model)
    return [change]
  }

  /// Moves what lies in nothing else that moves; whether something is left.
  private func run(
    _ source: PropertyLocation, _ target: StepTarget, _ model: MigratingModel, _ change: inout MigrationChange
  ) throws -> Bool {
    var moved = EditedRanges()
    let newIDs = CopiedIDs(model, name)
    let objects = try StepObjects(source.className, where: condition, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard let value = try source.value(in: object, document, of: model), !value.isNull else { return }
        if !isCopy, moved.contain(object, in: document) { return }
        try target.requireFree(in: object, document)
        var json = try target.json(of: value, as: source.property.type, at: value, document)
        if isCopy {
          json = try newIDs.json(json, at: value, in: document)
        } else {
          try edits.remove(value, in: document)
          moved.add(value, in: document)
        }
        try target.put(json, in: object, document, &edits)
        change.count += 1
      }
    }
    return moved.metAny
  }
}
