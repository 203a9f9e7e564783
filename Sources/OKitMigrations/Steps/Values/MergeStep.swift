import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Several properties become one text; what is absent is passed over.
struct MergeStep: PropertyStep {
  /// The first one, which says the class.
  let path: PropertyPath
  /// All of them.
  let properties: [String]
  let newName: String
  let separator: String
  let name: StepName

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    let resolver = StepResolver(model: model, name: name)
    guard let first = try resolver.place(path) else { return [] }
    let className = first.className
    let sources = try properties.map { try resolver.place($0, in: className) }
    let place = try resolver.place(newName, in: className, mayBeNew: true)
    let target = StepTarget(place, in: model, name)
    for source in sources where source.holder.name != className || !source.way.isEmpty {
      throw name.error(.configuration, "the merged properties must belong to one object")
    }
    var change = MigrationChange(
      kind: .merged, subject: sources.map(\.subject).joined(separator: ", "), detail: place.property.name)
    let objects = try StepObjects(className, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        let values = sources.compactMap { object[$0.property.key] }
        let present = values.filter { !$0.isNull }
        guard let first = present.first else { return }
        let text = try present.map { try self.text($0, document, model) }.joined(separator: separator)
        let json = try target.json(
          of: JSONDocument(parsing: JSONWriter.quote(text), secret: object.document.bytes.isSecret).root, as: .string,
          at: first, document)
        // The one that gets the text stays where it is.
        let kept = values.first { $0.key.map { $0 == place.property.key } ?? false }
        for value in values where value != kept { try edits.remove(value, in: document) }
        if let kept {
          try edits.replace(kept, with: json, in: document)
        } else {
          try target.requireFree(in: object, document)
          try target.put(json, in: object, document, &edits)
        }
        change.count += 1
      }
    }
    var members = PropertyMembers()
    members.gains(place, in: model)
    for source in sources where !source.isSame(as: place) { members.loses(source.property, className) }
    members.settle(in: model)
    return [change]
  }

  private func text(_ value: JSONValue, _ document: Int, _ model: MigratingModel) throws -> String {
    guard value.kind != .object, value.kind != .array else {
      throw name.error("cannot merge \(value.shown): not a string", at: value, in: document, of: model)
    }
    return value.string ?? value.rawText
  }
}
