import Definitions
import JSONDocument
import OKitStorage

/// A property gets another name, in all objects of its class.
struct RenameStep: PropertyStep {
  let path: PropertyPath
  /// The new name, in Swift or as it is stored.
  let newName: String
  let name: StepName

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let place = try StepResolver(model: model, name: name).place(path) else { return [] }
    let (className, old) = (place.holder.name, place.property)
    // People write the class again.
    let newName = newName.withoutPrefix(className + ".") ?? newName
    let target = model.target.definitions.classes[className]?.property(called: newName)
    var new = PropertyDefinition(name: target?.name ?? newName, key: target?.key ?? newName, type: old.type)
    new.isConstant = old.isConstant
    new.defaultValue = old.defaultValue
    new.isImplicitlyUnwrapped = old.isImplicitlyUnwrapped
    guard !new.key.isExactly("id") || place.holder.role.isValue else {
      throw name.error(.configuration, "no step can change an id")
    }
    var change = MigrationChange(kind: .renamed, subject: "\(className).\(old.name)", detail: new.name)
    if !new.key.isExactly(old.key) { change.count = try rename(old.key, new.key, className, model) }
    model.snapshot.change(className) { definition in
      definition.properties.removeAll { $0.key.isExactly(new.key) && !$0.key.isExactly(old.key) }
      guard let index = definition.properties.firstIndex(where: { $0.key.isExactly(old.key) }) else { return }
      definition.properties[index] = new
    }
    return [change]
  }

  private func rename(_ old: String, _ new: String, _ className: String, _ model: MigratingModel) throws -> Int {
    var count = 0
    let objects = try StepObjects(className, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard let value = object[old] else { return }
        if let present = object[new] {
          // Null is nothing, whichever of the two it is.
          if value.isNull { return try edits.remove(value, in: document) }
          guard present.isNull else {
            throw name.error("\(className).\(new) already has a value", at: present, in: document, of: model)
          }
          try edits.remove(present, in: document)
        }
        try edits.rename(value, to: new, in: document)
        if !value.isNull { count += 1 }
      }
    }
    return count
  }
}
