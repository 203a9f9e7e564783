import Definitions
import JSONDocument
import OKitModels

/// The entities of a model as they were at one moment.
struct OriginalEntities {
  private var byID: [EntityID: JSONValue] = [:]
  /// Those without an id, by their class in the order of the documents.
  private var anonymous: [String: [JSONValue]] = [:]

  /// The entities of `model` as it is now.
  init(_ model: MigratingModel) {
    model.forEachObject { object, definition, _ in
      if let id = object["id"], let known = EntityID(id) {
        byID[known] = byID[known] ?? object
      } else {
        anonymous[definition.name, default: []].append(object)
      }
    }
  }

  /// What each of `entities`, all of a class, was: by its id, or without one by its place, where there are as many now as there were. Nil of what is new.
  func olds(of entities: [JSONValue], _ className: String) -> [JSONValue?] {
    let places = anonymous[className] ?? []
    let isSameCount = entities.count { $0["id"].flatMap(EntityID.init) == nil } == places.count
    var next = places.makeIterator()
    return entities.map { entity in
      guard let id = entity["id"], let known = EntityID(id) else { return isSameCount ? next.next() : nil }
      guard let old = byID[known], old["id"]?.isSame(as: id) ?? false else { return nil }
      return old
    }
  }
}
