import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Renames a property in all objects of its class, a class, an enumeration or a model.
struct RenameStep: MigrationStep {
  static let keys = ["rename"]
  static let help = #"{"rename": "Book.title", "to": "name"}          also a class, or a model as "shop:""#

  let subject: StepSubject
  private let newName: String

  init(reading members: inout StepMembers) throws(MigrationFault) {
    let text = try members.string()
    newName = try members.string("to", mayBeEmpty: false)
    if let model = text.withoutSuffix(":") {
      let name = try members.requireModelName(model)
      guard let newModel = newName.withoutSuffix(":") else {
        throw members.fault("the new name of a model must end in a colon, as in 'catalog:'", at: "to")
      }
      try members.requireModelName(newModel, at: "to")
      subject = .model(name)
    } else {
      if text.utf8.contains(UInt8(ascii: ".")) { try members.requirePath(text) }
      guard !text.isEmpty else { throw members.fault("the name is empty") }
      subject = .typeOrProperty(text)
    }
  }

  /// Writes the members of a step for an answer.
  static func write(_ rename: MigrationAnswers.Rename, to writer: inout JSONWriter) {
    writer.member("rename", rename.subject)
    writer.member("to", rename.name)
  }

  /// Returns the new name of a model; nil if the step does not rename it.
  func newName(of model: ModelName) -> ModelName? {
    guard case .model(model) = subject else { return nil }
    return newName.withoutSuffix(":").flatMap { try? ModelName($0) }
  }

  func apply(in context: StepContext) throws -> [MigrationChange] {
    switch subject {
    case .model(let oldName): return try renameModel(oldName, in: context)
    case .typeOrProperty(let text) where StepSubject.isType(text, in: context.model.snapshot.definitions):
      return [try renameType(text, in: context)]
    case .typeOrProperty(let text):
      guard let path = PropertyPath(text), let place = try context.place(path) else { return [] }
      return [try renaming(of: place, in: context).run(in: context)]
    case .objects, .property: return []
    }
  }

  private func renameModel(_ oldName: ModelName, in context: StepContext) throws -> [MigrationChange] {
    guard let newName = newName(of: context.model.name) else { return [] }
    // A file with such a name can be read, since earlier versions accepted it.
    if let fault = PathComponent.fault(ofNew: newName.description) {
      throw context.error(
        .configuration, "\(PathComponent.printable(newName.description)) is not a valid model name: \(fault)")
    }
    context.model.name = newName
    return [
      MigrationChange(kind: .modelRenamed, subject: oldName.description, detail: newName.description, count: 1)
    ]
  }

  /// Renames a class or an enumeration. The data does not contain its name.
  private func renameType(_ oldName: String, in context: StepContext) throws -> MigrationChange {
    let definitions = context.model.snapshot.definitions
    guard definitions.classes[newName] == nil, definitions.enumerations[newName] == nil else {
      throw context.error(.configuration, "the class \(newName) already exists")
    }
    var change = MigrationChange(kind: .classRenamed, subject: oldName, detail: newName)
    context.forEachObject(of: oldName) { _, _ in change.count += 1 }
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
    let root = context.model.snapshot.className
    context.model.snapshot = ModelSnapshot(
      of: names[root] ?? root, in: Definitions(classes: classes, enumerations: enumerations))
    return change
  }

  private func renaming(of place: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    let (className, old) = (place.holder.name, place.property)
    // The new name may be written with the class.
    let newName = newName.withoutPrefix(className + ".") ?? newName
    let target = context.model.target.definitions.classes[className]?.property(called: newName)
    var new = PropertyDefinition(name: target?.name ?? newName, key: target?.key ?? newName, type: old.type)
    new.isConstant = old.isConstant
    new.defaultValue = old.defaultValue
    new.isImplicitlyUnwrapped = old.isImplicitlyUnwrapped
    guard !new.key.isExactly("id") || place.holder.role.isValue else {
      throw context.error(.configuration, "no step can change an id")
    }
    return ObjectEdit(
      MigrationChange(kind: .renamed, subject: "\(className).\(old.name)", detail: new.name), of: className,
      finish: { [new] model in
        model.snapshot.change(className) { definition in
          definition.properties.removeAll { $0.key.isExactly(new.key) && !$0.key.isExactly(old.key) }
          guard let index = definition.properties.firstIndex(where: { $0.key.isExactly(old.key) }) else { return }
          definition.properties[index] = new
        }
      }
    ) { [new] object, document, edits, change in
      guard !new.key.isExactly(old.key), let value = object[old.key] else { return }
      if let present = object[new.key] {
        // A null never replaces a value.
        if value.isNull { return try edits.remove(value, in: document) }
        guard present.isNull else {
          throw context.error("\(className).\(new.key) already has a value", at: present, in: document)
        }
        try edits.remove(present, in: document)
      }
      try edits.rename(value, to: new.key, in: document)
      if !value.isNull { change.count += 1 }
    }
  }
}
