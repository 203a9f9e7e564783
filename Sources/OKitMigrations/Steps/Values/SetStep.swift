import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A property is set, whatever it was; where a binding says nothing it stays.
struct SetStep: PropertyStep {
  let path: PropertyPath
  let source: MigrationStepText.Source
  let condition: String?
  let name: StepName

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let place = try StepResolver(model: model, name: name).place(path, mayBeNew: true) else { return [] }
    try requireNoFiles(place, model)
    let target = StepTarget(place, in: model, name)
    let value = try source(model, target)
    var change = MigrationChange(kind: .set, subject: place.subject, detail: detail)
    var replaced = EditedRanges()
    let objects = try StepObjects(place.className, where: condition, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard !replaced.contain(object, in: document), let json = try value(object, document) else { return }
        let old = try place.value(in: object, document, of: model)
        if let old, !old.isNull {
          guard try !old.isSame(as: JSONDocument(parsing: json).root) else { return }
          if json == "null" {
            try edits.remove(old, in: document)
          } else {
            try edits.replace(old, with: json, in: document)
          }
          replaced.add(old, in: document)
          change.note(lost: old.shown)
        } else {
          guard json != "null" else { return }
          try target.put(json, in: object, document, &edits)
        }
        change.count += 1
      }
    }
    var members = PropertyMembers()
    members.gains(place, in: model)
    members.settle(in: model)
    return [change]
  }

  /// Throws an error of kind `configuration` where attachments would be made whose files nobody makes.
  private func requireNoFiles(_ place: PropertyLocation, _ model: MigratingModel) throws {
    if case .value("null") = source { return }
    let roles = [model.snapshot, model.target].compactMap { snapshot in
      place.property.type.heldClass.flatMap { snapshot.definitions.classes[$0]?.role }
    }
    guard roles.contains(where: \.isSeparateAttachment) else { return }
    throw name.error(
      .configuration,
      "no step can set \(place.subject) of type \(place.property.type), because its bytes are in files")
  }

  private var detail: String {
    switch source {
    case .value(let json): json
    case .binding(let text): text
    }
  }

  /// What gives the JSON for an object; nil where there is nothing to set.
  private func source(
    _ model: MigratingModel, _ target: StepTarget
  ) throws -> (JSONValue, Int) throws -> String? {
    switch source {
    case .value("null"): return { _, _ in "null" }
    case .value(let json):
      let value = try JSONDocument(parsing: json).root
      return { object, document in
        try completed(target.json(ofMade: value, at: object, document), target.place.property.type, model)
      }
    case .binding(let text):
      let binding = try StepBinding(text, model, name)
      let newIDs = CopiedIDs(model, name)
      return { object, document in
        let value = try binding.value(for: object, in: document)
        guard !value.isAbsent else { return nil }
        let json = try target.json(ofMade: JSONDocument(parsing: value.json).root, at: object, document)
        return try newIDs.json(json, at: object, in: document)
      }
    }
  }

  /// An object with all that a new one of its class has.
  private func completed(_ json: String, _ type: PropertyType, _ model: MigratingModel) throws -> String {
    guard let className = type.objectClass, let given = try? JSONDocument(parsing: json).root,
      given.kind == .object
    else { return json }
    return try ObjectMaker(model: model, name: name).json(of: className, given: given)
  }
}
