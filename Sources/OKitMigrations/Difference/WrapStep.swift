import Definitions
import JSONDocument
import OKitStorage

/// The single object of a property becomes the only element of an array.
struct WrapStep: MigrationStep {
  let className: String
  let property: PropertyDefinition

  func concerns(_ model: MigratingModel) -> Bool { model.snapshot.definitions.classes[className] != nil }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
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
    return [change]
  }
}
