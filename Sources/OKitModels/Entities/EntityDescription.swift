import Definitions
import JSONDocument

/// An entity in a listing.
package struct EntityDescription: Hashable, Sendable {
  /// The path, which okit accepts as input.
  package let path: String
  /// The model of the entity.
  package let model: ModelName
  /// The class; nil without a definition.
  package let className: String?
  /// The id; nil if it has none.
  package let id: String?
  /// The name: the first of `name`, `title` and `label` that is a string; nil if it has none.
  package let name: String?
}

extension EntityStore {
  /// Returns descriptions of the entities at `places`.
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
