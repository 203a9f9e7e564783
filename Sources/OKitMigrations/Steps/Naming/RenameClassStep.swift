import Definitions
import JSONDocument
import OKitStorage

/// A class or an enumeration gets another name, which no data hold.
struct RenameClassStep: MigrationStep {
  let oldName: String
  let newName: String
  let name: StepName

  func concerns(_ model: MigratingModel) -> Bool {
    let definitions = model.snapshot.definitions
    return definitions.enumerations[oldName] != nil
      || definitions.classes[oldName] != nil && !FrameworkClasses.contains(oldName)
  }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard concerns(model) else { return [] }
    let definitions = model.snapshot.definitions
    guard definitions.classes[newName] == nil, definitions.enumerations[newName] == nil else {
      throw name.error(.configuration, "the class \(newName) already exists")
    }
    var count = 0
    model.forEachObject { _, definition, _ in if definition.name == oldName { count += 1 } }
    let names = [oldName: newName]
    let classes = definitions.classes.values.filter { !FrameworkClasses.contains($0.name) }.map { old in
      var new = old
      new.name = names[old.name] ?? old.name
      new.superclass = old.superclass.map { names[$0] ?? $0 }
      for index in new.properties.indices { new.properties[index].type = new.properties[index].type.renamed(names) }
      new.partialEntity = old.partialEntity.map {
        .init(property: $0.property, className: names[$0.className] ?? $0.className)
      }
      return new
    }
    let enumerations = definitions.enumerations.values.map { old in
      Enumeration(
        name: names[old.name] ?? old.name, rawType: old.rawType, cases: old.cases, note: old.note, place: old.place)
    }
    let root = model.snapshot.className
    model.snapshot = ModelSnapshot(
      of: names[root] ?? root, in: Definitions(classes: classes, enumerations: enumerations))
    return [MigrationChange(kind: .classRenamed, subject: oldName, detail: newName, count: count)]
  }
}
