import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The values of a property become others, of another type or of the same.
struct ConvertStep: PropertyStep {
  let path: PropertyPath
  let type: PropertyType?
  let map: [MigrationStepText.Mapping]
  /// What values become that cannot become what they should; null takes them away.
  let otherwise: String?
  let condition: String?
  let name: StepName

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let place = try StepResolver(model: model, name: name).place(path) else { return [] }
    let type = try newType(of: place, model)
    let isFromTarget = type.names.allSatisfy {
      model.target.definitions.enumerations[$0] != nil || model.target.definitions.classes[$0] != nil
    }
    let new = isFromTarget ? model.target.definitions : model.snapshot.definitions
    let conversion = ValueConversion(from: model.snapshot.definitions, to: new)
    var change = MigrationChange(kind: .converted, subject: place.subject, detail: type.description)
    try EditPasses.run(over: place.className, name) { try run(place, type, conversion, model, &change) }
    settle(place, type, new, model)
    return [change]
  }

  /// The type that the step says, else that of the target; as optional as it is.
  private func newType(of place: PropertyLocation, _ model: MigratingModel) throws -> PropertyType {
    let defined = model.target.definitions.classes[place.holder.name]?.property(storedAs: place.property.key)
    let wanted = try type.map { try explained($0, model) } ?? defined?.type ?? place.property.type
    return place.property.type.isOptional && !wanted.isOptional ? .optional(wanted) : wanted
  }

  /// A type with its names looked up: what is written says not what is an enumeration.
  private func explained(_ type: PropertyType, _ model: MigratingModel) throws -> PropertyType {
    func isKnown(_ name: String, _ known: (Definitions) -> Bool) -> Bool {
      known(model.target.definitions) || known(model.snapshot.definitions)
    }
    var type = type
    for className in type.names {
      if isKnown(className, { $0.enumerations[className] != nil }) {
        type = type.replacing(.object(className), by: .enumeration(className))
      } else if !isKnown(className, { $0.classes[className] != nil }) {
        throw name.error(.configuration, "no such type: \(PathComponent.printable(className))")
      }
    }
    return type
  }

  private func run(
    _ place: PropertyLocation, _ type: PropertyType, _ conversion: ValueConversion, _ model: MigratingModel,
    _ change: inout MigrationChange
  ) throws -> Bool {
    let mapped = Dictionary(map.map { (ExactText($0.old), $0.json) }) { first, _ in first }
    var edited = EditedRanges()
    let objects = try StepObjects(place.className, where: condition, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard !edited.contain(object, in: document), let value = try place.value(in: object, document, of: model)
        else { return }
        let changes = conversion.changes(of: value, from: place.property.type, to: type) { value in
          value.kind == .object || value.kind == .array ? nil : mapped[ExactText(value.string ?? value.rawText)]
        }
        for part in changes.failures {
          change.note(lost: part.shown)
          guard otherwise != nil else {
            throw name.error("\(part.shown) cannot be converted to \(type)", at: part, in: document, of: model)
          }
        }
        for (part, json) in texts(of: changes) {
          if let json {
            try edits.replace(part, with: json, in: document)
          } else {
            try edits.remove(part, in: document)
          }
          edited.add(part, in: document)
        }
        if !changes.isEmpty { change.count += 1 }
      }
    }
    return edited.metAny
  }

  /// What the values in a value become, in the order of their text; nil takes them away. No key stays without its value, nor the other way round.
  private func texts(of changes: ValueConversion.Changes) -> [(part: JSONValue, json: String?)] {
    let replaced = changes.replacements.map { ($0.value, String?.some($0.json)) }
    if let otherwise, otherwise != "null" { return replaced + changes.failures.map { ($0, otherwise) } }
    let items = changes.failedItems.flatMap { [$0.key, $0.value] }
    var gone = EditedRanges()
    for item in items { gone.add(item, in: 0) }
    let others = (replaced + changes.failures.map { ($0, nil) })
      .sorted { $0.0.range.lowerBound < $1.0.range.lowerBound }
      .filter { !gone.contain($0.0, in: 0) }
    return (others + items.map { ($0, nil) }).sorted { $0.0.range.lowerBound < $1.0.range.lowerBound }
  }

  /// The property has the new type where all values fit it.
  private func settle(_ place: PropertyLocation, _ type: PropertyType, _ new: Definitions, _ model: MigratingModel) {
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
