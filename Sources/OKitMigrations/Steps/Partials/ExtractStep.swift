import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Moves the entities of a property into files of their own.
struct ExtractStep: PropertyStep {
  static let keys = ["extract"]
  static let help = #"{"extract": "Directory.groups", "keep": ["name"]}   entities into partials"#

  let path: PropertyPath
  /// The names of the properties that the stand-ins keep; nil for the properties of their class.
  private let kept: [String]?

  init(reading members: inout StepMembers) throws(MigrationFault) {
    path = try members.path()
    kept = members.has("keep") ? try members.names("keep", atLeast: 0) : nil
  }

  func edit(of place: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    try Extraction(of: place, keeping: kept, in: context).edit
  }
}

/// Moves entities of a property into files of their own, and puts stand-ins with new ids in their places.
struct Extraction {
  private let place: PropertyLocation
  private let context: StepContext
  private let entity: ClassDefinition
  private let standIn: ClassDefinition
  private let kept: [(from: String, to: String)]

  /// Creates an extraction. The stand-ins keep the properties with these names, or those of their class if it is nil. The property gets the type
  /// `newType`, or that of the target if it is nil.
  init(
    of place: PropertyLocation, keeping names: [String]? = nil, as newType: PropertyType? = nil,
    in context: StepContext
  ) throws {
    self.place = place
    self.context = context
    (entity, standIn) = try Self.classes(of: place, newType, in: context)
    kept = try Self.keptKeys(names, entity, standIn, in: context)
  }

  /// Edits the objects that have the property.
  var edit: ObjectEdit {
    var partials: [(key: String, content: JSONBytes)] = []
    return ObjectEdit(
      MigrationChange(kind: .extracted, subject: place.subject, detail: standIn.name), of: place.holder.name,
      nested: .refused("\(entity.name) contains entities of its own class, which cannot be extracted in one step"),
      finish: { model in
        for (key, content) in partials { try model.addPartial(key, content) }
        updateSnapshot(of: model)
      }
    ) { object, document, edits, change in
      guard let value = object[place.property.key], !value.isNull else { return }
      let contained = ContainedObjects(value, as: place.property.type)
      if let firstNonObject = contained.firstNonObject {
        throw context.error("\(firstNonObject.shown) is not an entity", at: firstNonObject, in: document)
      }
      for each in contained.objects {
        let key = context.model.newID()
        partials.append((key, JSONBytes(Partials.content(of: each), secret: each.document.bytes.isSecret)))
        try edits.replace(each, with: standIn(key, for: each), in: document)
      }
      change.count += contained.objects.count
    }
  }

  private func updateSnapshot(of model: MigratingModel) {
    model.snapshot.takeTypes(of: .object(standIn.name), from: model.target)
    let property = standIn.partialEntity?.property ?? EntityClasses.partialProperty
    model.snapshot.change(standIn.name) {
      $0.partialEntity = .init(property: property, className: entity.name)
    }
    model.snapshot.change(place.property.key, of: place.holder.name) {
      $0.type = $0.type.replacing(.object(entity.name), by: .object(standIn.name))
    }
  }

  /// Returns the class of the entities and the class of their stand-ins.
  private static func classes(
    of place: PropertyLocation, _ newType: PropertyType?, in context: StepContext
  ) throws -> (entity: ClassDefinition, standIn: ClassDefinition) {
    let definitions = context.model.snapshot.definitions
    guard let className = place.property.type.containedClass, let entity = definitions.classes[className],
      entity.role == .entity
    else {
      throw context.error(
        .configuration, "\(place.subject) of type \(place.property.type) contains no entities")
    }
    let target = context.model.target.definitions
    let type = newType ?? target.classes[place.holder.name]?.property(storedAs: place.property.key)?.type
    guard let standIn = type?.containedClass.flatMap({ target.classes[$0] }), standIn.role == .partial else {
      throw context.error(
        .configuration, "the definitions declare no stand-in class at \(place.subject)",
        remedy: .words("derive it from ModelPartial, with a property that calls 'retrieve'"))
    }
    return (entity, standIn)
  }

  /// Returns the keys of the properties that stand-ins keep, in the entity and in the stand-in.
  private static func keptKeys(
    _ names: [String]?, _ entity: ClassDefinition, _ standIn: ClassDefinition, in context: StepContext
  ) throws -> [(from: String, to: String)] {
    guard let names else {
      return standIn.properties.filter { !$0.key.isExactly("id") }.compactMap { property in
        (entity.property(called: property.name) ?? entity.property(called: property.key)).map { ($0.key, property.key) }
      }
    }
    return try names.map { text in
      guard let property = entity.property(called: text) else {
        throw context.unknownProperty(text, of: entity.name, among: entity.properties.map(\.name))
      }
      guard !property.key.isExactly("id") else {
        throw context.error(.configuration, "a stand-in cannot keep the id; it has its own")
      }
      return (property.key, (standIn.property(called: property.name) ?? property).key)
    }
  }

  /// Returns the stand-in of an entity. Required properties that the entity lacks get their defaults.
  private func standIn(_ key: String, for entity: JSONValue) -> String {
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
