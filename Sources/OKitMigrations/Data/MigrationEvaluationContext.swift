import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The context of bindings during a migration: the model's own documents, as they are when the context is created.
struct MigrationEvaluationContext: EvaluationContext {
  private struct Place {
    let className: String
    let standIn: JSONValue?
  }

  private let model: MigratingModel
  private let definitions: Definitions
  private var places: [ObjectIdentifier: Place] = [:]
  private var entities: [EntityID: JSONValue] = [:]
  private let partials: [ExactText: JSONValue]

  init(_ model: MigratingModel) {
    self.model = model
    definitions = model.snapshot.definitions
    partials = model.partials.mapValues { model.documents[$0].json.root }
    var standIns: [ObjectIdentifier: JSONValue] = [:]
    model.forEachObject { object, definition, _ in
      let id = ObjectIdentifier(object.document)
      if object.parent == nil, places[id] == nil {
        places[id] = Place(className: definition.name, standIn: standIns[id])
      }
      if let text = object["id"], let entity = EntityID(text), entities[entity] == nil { entities[entity] = object }
      if definition.role == .partial, let key = object["id"]?.string, let root = partials[ExactText(key)] {
        let document = ObjectIdentifier(root.document)
        standIns[document] = standIns[document] ?? object
      }
    }
  }

  func root(ofModel name: String?) throws -> JSONValue {
    guard name.map(model.name.description.isExactly) ?? true else {
      throw OKitError(
        .configuration,
        "a binding in a migration can only read the migrated model, not \(PathComponent.printable(name ?? ""))")
    }
    return model.documents[0].json.root
  }

  func entity(_ id: String, near value: JSONValue?) throws -> JSONValue? {
    if let entity = entities[EntityID(id)], entity["id"]?.hasString(equalTo: id) ?? false { return entity }
    throw OKitError(
      .configuration,
      "no entity \(PathComponent.printable(id)) in \(model.name); a binding in a migration can only read the migrated model"
    )
  }

  func partial(_ property: String, of standIn: JSONValue) -> PartialValue {
    guard let definition = definition(of: standIn), let entity = definition.partialEntity,
      entity.property.isExactly(property) || property == EntityClasses.partialProperty
    else { return .none }
    guard let key = standIn["id"]?.string, let root = partials[ExactText(key)] else { return .absent }
    return .entity(root)
  }

  func standIn(of root: JSONValue) -> JSONValue? { places[ObjectIdentifier(root.document)]?.standIn }

  func modelName(of value: JSONValue) -> String? { model.name.description }

  func storedName(of property: String, in object: JSONValue) -> String? {
    definition(of: object)?.properties.first { $0.name.isExactly(property) && !$0.key.isExactly(property) }?.key
  }

  func propertyNames(of object: JSONValue) -> [String]? {
    guard let definition = definition(of: object) else { return nil }
    return definition.properties.flatMap { $0.name.isExactly($0.key) ? [$0.key] : [$0.name, $0.key] }
      + (definition.partialEntity.map { [$0.property] } ?? []) + (definition.role == .reference ? ["ref"] : [])
  }

  func type(of value: JSONValue) -> BindingType? {
    guard let type = propertyType(of: value) else { return nil }
    switch type.unwrapped {
    case .date: return .date
    case .dictionary: return .dictionary
    default: return .other
    }
  }

  func comparedType(at slot: BindingSlot) -> ComparedType? {
    definitions.type(at: slot, propertyType).map { ComparedType($0, in: definitions) }
  }

  func conditionFault(_ text: String, at slot: BindingSlot) -> ConditionFault? {
    definitions.type(at: slot, propertyType).flatMap { ConditionFault(text, as: $0, in: definitions) }
  }

  func folded(_ text: String) -> String { model.workspace.folded(text) }

  private func definition(of object: JSONValue) -> ClassDefinition? {
    propertyType(of: object)?.objectClass.flatMap { definitions.classes[$0] }
  }

  private func propertyType(of value: JSONValue) -> PropertyType? {
    places[ObjectIdentifier(value.document)].flatMap { definitions.type(of: value, below: $0.className) }
  }
}
