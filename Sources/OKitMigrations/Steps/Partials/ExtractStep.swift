import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The entities of a property move into files of their own; in their place stay stand-ins with ids of their own.
struct ExtractStep: MigrationStep {
  private let subject: StepSubject
  /// What the stand-ins keep, by the names or keys that the entities have; nil for what their class has.
  private let kept: [String]?
  /// The type that the property gets; nil where the target has it under the same key.
  private let newType: PropertyType?
  private let name: StepName

  /// A step about the property at `path`.
  init(path: PropertyPath, kept: [String]?, name: StepName) {
    subject = .path(path)
    self.kept = kept
    newType = nil
    self.name = name
  }

  /// A step about the property that a class stores under `key`, which gets the type `newType`.
  init(className: String, key: String, newType: PropertyType, name: StepName) {
    subject = .stored(key: key, className: className)
    kept = nil
    self.newType = newType
    self.name = name
  }

  func concerns(_ model: MigratingModel) -> Bool { subject.concerns(model) }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let place = try StepResolver(model: model, name: name).place(subject) else { return [] }
    let (entity, standIn) = try classes(of: place, model)
    let kept = try keptKeys(entity, standIn)
    var change = MigrationChange(kind: .extracted, subject: place.subject, detail: standIn.name)
    var partials: [(key: String, content: JSONBytes)] = []
    var moved = EditedRanges()
    let objects = try StepObjects(place.holder.name, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard !moved.contain(object, in: document), let value = object[place.property.key], !value.isNull else {
          return
        }
        let held = HeldObjects(value, as: place.property.type)
        if let strange = held.strange {
          throw name.error("\(strange.shown) is not an entity", at: strange, in: document, of: model)
        }
        for each in held.objects {
          let key = model.newID()
          partials.append((key, JSONBytes(Partials.content(of: each), secret: each.document.bytes.isSecret)))
          try edits.replace(each, with: text(key, each, kept, standIn), in: document)
          moved.add(each, in: document)
        }
        change.count += held.objects.count
      }
      guard !moved.metAny else {
        throw name.error(.malformed, "\(entity.name) contains entities of its own class, which cannot move at once")
      }
    }
    for (key, content) in partials { try model.addPartial(key, content) }
    model.snapshot.takeTypes(of: .object(standIn.name), from: model.target)
    let property = standIn.partialEntity?.property ?? EntityClasses.partialProperty
    model.snapshot.change(standIn.name) {
      $0.partialEntity = .init(property: property, className: entity.name)
    }
    model.snapshot.change(place.property.key, of: place.holder.name) {
      $0.type = $0.type.replacing(.object(entity.name), by: .object(standIn.name))
    }
    return [change]
  }

  /// The class of the entities, and that of their stand-ins.
  private func classes(
    of place: PropertyLocation, _ model: MigratingModel
  ) throws -> (entity: ClassDefinition, standIn: ClassDefinition) {
    let definitions = model.snapshot.definitions
    guard let className = place.property.type.heldClass, let entity = definitions.classes[className],
      entity.role == .entity
    else {
      throw name.error(
        .configuration, "\(place.subject) of type \(place.property.type) contains no entities")
    }
    let target = model.target.definitions
    let type = newType ?? target.classes[place.holder.name]?.property(storedAs: place.property.key)?.type
    guard let standIn = type?.heldClass.flatMap({ target.classes[$0] }), standIn.role == .partial else {
      throw name.error(
        .configuration, "the definitions declare no stand-in class at \(place.subject)",
        remedy: .words("derive it from ModelPartial, with a property that calls 'retrieve'"))
    }
    return (entity, standIn)
  }

  /// By which key the entity has, and by which the stand-in gets, what it keeps.
  private func keptKeys(
    _ entity: ClassDefinition, _ standIn: ClassDefinition
  ) throws -> [(from: String, to: String)] {
    guard let kept else {
      return standIn.properties.filter { !$0.key.isExactly("id") }.compactMap { property in
        (entity.property(called: property.name) ?? entity.property(called: property.key)).map { ($0.key, property.key) }
      }
    }
    return try kept.map { text in
      guard let property = entity.property(called: text) else {
        throw name.unknown(text, of: entity.name, among: entity.properties.map(\.name))
      }
      guard !property.key.isExactly("id") else {
        throw name.error(.configuration, "a stand-in cannot keep the id; it has its own")
      }
      return (property.key, (standIn.property(called: property.name) ?? property).key)
    }
  }

  /// The stand-in. What its class cannot do without and the entity lacks gets its default.
  private func text(
    _ key: String, _ entity: JSONValue, _ kept: [(from: String, to: String)], _ standIn: ClassDefinition
  ) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", key)
      var written: Set<ExactText> = [ExactText("id")]
      for (from, to) in kept {
        guard let value = entity[from], written.insert(ExactText(to)).inserted else { continue }
        writer.member(to, value)
      }
      for property in standIn.properties where property.isRequired {
        guard let json = property.defaultValue?.json, written.insert(ExactText(property.key)).inserted else { continue }
        writer.member(property.key, JSONText(json))
      }
    }
    return writer.text
  }
}
