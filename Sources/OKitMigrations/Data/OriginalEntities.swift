import Definitions
import JSONDocument
import OKitModels

/// The entities of a model as they were when this was created.
struct OriginalEntities {
  private var byID: [EntityID: JSONValue] = [:]
  /// The entities without an id, by their class, in the order of the documents.
  private var anonymous: [String: [JSONValue]] = [:]

  init(_ model: MigratingModel) {
    model.forEachObject { object, definition, _ in
      if let id = object["id"], let known = EntityID(id) {
        byID[known] = byID[known] ?? object
      } else {
        anonymous[definition.name, default: []].append(object)
      }
    }
  }

  /// Returns the former states of the entities of a class; nil for new ones. Entities without an id are found by their order, unless their number
  /// changed.
  func originals(of entities: [JSONValue], className: String) -> [JSONValue?] {
    let originals = anonymous[className] ?? []
    let isSameCount = entities.count { $0["id"].flatMap(EntityID.init) == nil } == originals.count
    var next = originals.makeIterator()
    return entities.map { entity in
      guard let id = entity["id"], let known = EntityID(id) else { return isSameCount ? next.next() : nil }
      guard let old = byID[known], old["id"]?.isSame(as: id) ?? false else { return nil }
      return old
    }
  }
}
