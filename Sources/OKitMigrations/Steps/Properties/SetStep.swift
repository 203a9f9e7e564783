import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Sets a property to a value, or for each object to the result of a binding. If the result is absent, the property stays.
struct SetStep: PropertyStep {
  static let keys = ["set"]
  static let help = #"{"set": "Book.rating", "value": 5}              or "binding": "authors[0]/name""#

  private enum Source {
    case json(String)
    case binding(Binding)
  }

  let path: PropertyPath
  private let source: Source
  private let condition: StepCondition?

  init(reading members: inout StepMembers) throws(MigrationFault) {
    path = try members.path()
    switch (members.json("value"), members.has("binding")) {
    case (let json?, false): source = .json(json)
    case (nil, true): source = .binding(try members.binding("binding"))
    case (_, let isBinding):
      throw members.fault("'set' needs either a 'value' or a 'binding'", at: isBinding ? "binding" : nil)
    }
    condition = try members.condition()
  }

  var use: PropertyUse { .adding }

  func edit(of place: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    try requireNoFiles(place, in: context)
    let target = StepTarget(place, in: context)
    let newJSON = try newJSON(for: target, in: context)
    return ObjectEdit(
      MigrationChange(kind: .set, subject: place.subject, detail: detail), of: place.className, where: condition,
      finish: PropertyMembers(gains: [place]).updateSnapshot
    ) { object, document, edits, change in
      guard let json = try newJSON(object, document) else { return }
      if let old = try place.value(in: object, document, of: context.model), !old.isNull {
        guard try !old.isSame(as: JSONDocument(parsing: json).root) else { return }
        try edits.replace(old, with: json == "null" ? nil : json, in: document)
        change.note(lost: old.shown)
      } else {
        guard json != "null" else { return }
        try target.put(json, in: object, document, &edits)
      }
      change.count += 1
    }
  }

  /// Throws an error of kind `configuration` if the step would create attachments without their files.
  private func requireNoFiles(_ place: PropertyLocation, in context: StepContext) throws {
    if case .json("null") = source { return }
    let roles = [context.model.snapshot, context.model.target].compactMap { snapshot in
      place.property.type.containedClass.flatMap { snapshot.definitions.classes[$0]?.role }
    }
    guard roles.contains(where: \.isSeparateAttachment) else { return }
    throw context.error(
      .configuration,
      "no step can set \(place.subject) of type \(place.property.type), because its bytes are in files")
  }

  private var detail: String {
    switch source {
    case .json(let json): json
    case .binding(let binding): binding.description
    }
  }

  /// Returns a function that gives the new JSON for an object; nil leaves the object as it is.
  private func newJSON(
    for target: StepTarget, in context: StepContext
  ) throws -> (_ object: JSONValue, _ document: Int) throws -> String? {
    switch source {
    case .json("null"): return { _, _ in "null" }
    case .json(let json):
      let value = try JSONDocument(parsing: json).root
      return { object, document in
        let json = try target.json(ofUntyped: value, at: object, document)
        guard let className = target.place.property.type.objectClass, let given = try? JSONDocument(parsing: json).root,
          given.kind == .object
        else { return json }
        return try context.newObject(of: className, given: given)
      }
    case .binding(let binding):
      let binding = StepBinding(binding, in: context)
      let newIDs = CopiedIDs(context)
      return { object, document in
        let value = try binding.value(for: object, in: document)
        guard !value.isAbsent else { return nil }
        let json = try target.json(ofUntyped: JSONDocument(parsing: value.json).root, at: object, document)
        return try newIDs.json(json, at: object, in: document)
      }
    }
  }
}
