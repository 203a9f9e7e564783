import Definitions
import JSONDocument

/// An entity as it is shown: what it is, and where.
package struct EntityDescription: Hashable, Sendable {
  /// Its path, which can be given back to okit.
  package let path: String
  /// Its model.
  package let model: ModelName
  /// Its class, where a definition tells it.
  package let className: String?
  /// Its id; nil where it has none.
  package let id: String?
  /// Its name: the first of `name`, `title` and `label` that is a string; nil where it has none.
  package let name: String?
}

extension EntityStore {
  /// Descriptions of the entities at `places`.
  package func descriptions(of places: [EntityPlace]) throws -> [EntityDescription] {
    let classes = try classes()
    return zip(places, EntityPaths.paths(of: places, classes)).map { place, path in
      let name = ["name", "title", "label"].lazy.compactMap { place.value[$0]?.string }.first
      return EntityDescription(
        path: path, model: place.document.model, className: classes.definition(of: place)?.name,
        id: place.value["id"]?.string, name: name)
    }
  }
}
