import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Converts the values of a property to a type, with a map, or both.
struct ConvertStep: PropertyStep {
  static let keys = ["convert"]
  static let help = #"{"convert": "Book.price", "to": "Double", "map": {"free": 0}, "otherwise": 0}"#

  let path: PropertyPath
  private let type: PropertyType?
  /// The new JSON of strings, and of other scalars by their stored text.
  private let map: [ExactText: String]
  /// The new JSON of values that cannot be converted; null removes them.
  private let otherwise: String?
  private let condition: StepCondition?

  init(reading members: inout StepMembers) throws(MigrationFault) {
    path = try members.path()
    let typeName = members.has("to") ? try members.string("to") : nil
    type = typeName.flatMap { PropertyType(parsing: $0) }
    guard typeName == nil || type != nil else {
      throw members.fault("\(PathComponent.printable(typeName ?? "")) is not a type", at: "to")
    }
    map = try members.jsonByKey("map")
    otherwise = members.json("otherwise")
    guard type != nil || !map.isEmpty else { throw members.fault("'convert' needs 'to', 'map' or both") }
    condition = try members.condition()
  }

  func edit(of place: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    let model = context.model
    let type = try newType(of: place, in: context)
    let isFromTarget = type.names.allSatisfy {
      model.target.definitions.enumerations[$0] != nil || model.target.definitions.classes[$0] != nil
    }
    let new = isFromTarget ? model.target.definitions : model.snapshot.definitions
    let conversion = ValueConversion(from: model.snapshot.definitions, to: new)
    return ObjectEdit(
      MigrationChange(kind: .converted, subject: place.subject, detail: type.description), of: place.className,
      where: condition, nested: .editedLater, finish: { updateSnapshot(of: $0, at: place, type: type, new) }
    ) { object, document, edits, change in
      guard let value = try place.value(in: object, document, of: model) else { return }
      let changes = conversion.changes(of: value, from: place.property.type, to: type) { value in
        value.kind == .object || value.kind == .array ? nil : map[ExactText(value.string ?? value.rawText)]
      }
      for part in changes.failures {
        change.note(lost: part.shown)
        guard otherwise != nil else {
          throw context.error("\(part.shown) cannot be converted to \(type)", at: part, in: document)
        }
      }
      for (part, json) in newParts(after: changes) { try edits.replace(part, with: json, in: document) }
      if !changes.isEmpty { change.count += 1 }
    }
  }

  /// Returns the type in the step, otherwise that of the target. An optional property stays optional.
  private func newType(of place: PropertyLocation, in context: StepContext) throws -> PropertyType {
    let defined = context.model.target.definitions.classes[place.holder.name]?
      .property(storedAs: place.property.key)?.type
    let wanted = try type.map { try resolved($0, in: context) } ?? defined ?? place.property.type
    return place.property.type.isOptional && !wanted.isOptional ? .optional(wanted) : wanted
  }

  /// Returns a type with its names looked up, because the text of a type does not show which names are enumerations.
  private func resolved(_ type: PropertyType, in context: StepContext) throws -> PropertyType {
    let known = [context.model.target.definitions, context.model.snapshot.definitions]
    var type = type
    for name in type.names {
      if known.contains(where: { $0.enumerations[name] != nil }) {
        type = type.replacing(.object(name), by: .enumeration(name))
      } else if !known.contains(where: { $0.classes[name] != nil }) {
        throw context.error(.configuration, "no such type: \(PathComponent.printable(name))")
      }
    }
    return type
  }

  /// Returns the new JSON of the parts of a value, in the order of their text; nil removes a part.
  private func newParts(after changes: ValueConversion.Changes) -> [(part: JSONValue, json: String?)] {
    let replaced = changes.replacements.map { ($0.value, String?.some($0.json)) }
    if let otherwise, otherwise != "null" { return replaced + changes.failures.map { ($0, otherwise) } }
    // A key without its value, or a value without its key, would damage the others.
    let items = changes.failedItems.flatMap { [$0.key, $0.value] }
    var removed = EditedRanges()
    for item in items { removed.add(item, in: 0) }
    let others = (replaced + changes.failures.map { ($0, nil) })
      .sorted { $0.0.range.lowerBound < $1.0.range.lowerBound }
      .filter { !removed.contains($0.0, in: 0) }
    return (others + items.map { ($0, nil) }).sorted { $0.0.range.lowerBound < $1.0.range.lowerBound }
  }

  /// Gives the property its new type if all values fit it.
  private func updateSnapshot(
    of model: MigratingModel, at place: PropertyLocation, type: PropertyType, _ new: Definitions
  ) {
    model.snapshot.takeTypes(of: type, from: model.target)
    let check = ValueConversion(from: new, to: new)
    var (fits, isMissing) = (true, false)
    model.forEachObject { object, definition, _ in
      guard definition.name == place.holder.name else { return }
      guard let value = object[place.property.key], !value.isNull else { return isMissing = true }
      if !check.changes(of: value, from: type, to: type).isEmpty { fits = false }
    }
    model.snapshot.change(place.property.key, of: place.holder.name) { property in
      if fits, property.type != type {
        property.type = type
        property.defaultValue = nil
      }
      if isMissing, !property.type.isOptional { property.type = .optional(property.type) }
    }
  }
}
