package import JSONDocument
import OKitStorage

/// A document of a model: its own file, or that of a partial.
package final class ModelDocument {
  package let model: ModelName
  /// Relative to the workspace.
  package let path: String
  package let opened: OpenedDocument
  /// Of a partial, the entity that stands for it.
  package let standIn: EntityPlace?
  private var index: EntityIndex?
  /// The entities that were added to a live document, and how many of its additions they are from.
  private var added: [EntityID: [JSONValue]] = [:]
  private var indexedAdditions = 0

  package var json: JSONDocument { opened.document }
  package var root: EntityPlace { EntityPlace(document: self, value: json.root) }
  package var isPartial: Bool { standIn != nil }

  package init(model: ModelName, path: String, opened: OpenedDocument, standIn: EntityPlace? = nil) {
    self.model = model
    self.path = path
    self.opened = opened
    self.standIn = standIn
  }

  /// The entity of this id, the first where there are several.
  package func entity(_ id: String) -> EntityPlace? {
    let index = index ?? indexed()
    let stored = index.places(of: EntityID(id)).lazy.map { self.json.value(at: Int($0.node)) }
      .first { ($0["id"]?.hasString(equalTo: id) ?? false) && $0.isThere }
    return (stored ?? addedEntity(id)).map { EntityPlace(document: self, value: $0) }
  }

  private func addedEntity(_ id: String) -> JSONValue? {
    for value in json.additions.dropFirst(indexedAdditions) {
      // What got another id is an entity of that.
      let around = value.key.map { $0 == "id" } ?? false ? value.parent : nil
      (around ?? value).forEachEntity { entity, id in
        if let id = EntityID(id) { added[id, default: []].append(entity) }
      }
    }
    indexedAdditions = json.additions.count
    return added[EntityID(id)]?.first { ($0["id"]?.hasString(equalTo: id) ?? false) && $0.isThere }
  }

  private func indexed() -> EntityIndex {
    var index = EntityIndex()
    // Values that were added are in documents of their own.
    json.parsed.forEachEntity { entity, id in
      guard let id = EntityID(id) else { return }
      index.add(id, at: EntityIndex.Place(document: 0, node: UInt32(entity.index)))
    }
    self.index = index
    return index
  }
}
