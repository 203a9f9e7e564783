package import JSONDocument
package import OKitStorage

/// A document of a model: the model's own file or a partial.
package final class ModelDocument {
  /// The model that the document belongs to.
  package let model: ModelName
  /// The path in the workspace.
  package let path: WorkspacePath
  /// The file with its parsed content.
  package let opened: OpenedDocument
  /// The entity that stands for the partial; nil for the model's own file.
  package let standIn: EntityPlace?
  private var index: EntityIndex?
  /// The entities in the first `indexedAdditions` additions to a live document.
  private var added: [EntityID: [JSONValue]] = [:]
  private var indexedAdditions = 0

  /// The parsed content.
  package var json: JSONDocument { opened.document }
  /// The root of the document.
  package var root: EntityPlace { EntityPlace(document: self, value: json.root) }
  /// True for a partial.
  package var isPartial: Bool { standIn != nil }

  package init(model: ModelName, path: WorkspacePath, opened: OpenedDocument, standIn: EntityPlace? = nil) {
    self.model = model
    self.path = path
    self.opened = opened
    self.standIn = standIn
  }

  /// Returns the first entity with this id; nil if there is none.
  package func entity(_ id: String) -> EntityPlace? {
    let index = index ?? indexed()
    let stored = index.places(of: EntityID(id)).lazy.map { self.json.value(at: Int($0.node)) }
      .first { ($0["id"]?.hasString(equalTo: id) ?? false) && $0.isAttached }
    return (stored ?? addedEntity(id)).map { EntityPlace(document: self, value: $0) }
  }

  private func addedEntity(_ id: String) -> JSONValue? {
    for value in json.additions.dropFirst(indexedAdditions) {
      // If an id was added, its object is the entity.
      let around = value.key.map { $0 == "id" } ?? false ? value.parent : nil
      (around ?? value).forEachEntity { entity, id in
        if let id = EntityID(id) { added[id, default: []].append(entity) }
      }
    }
    indexedAdditions = json.additions.count
    return added[EntityID(id)]?.first { ($0["id"]?.hasString(equalTo: id) ?? false) && $0.isAttached }
  }

  private func indexed() -> EntityIndex {
    var index = EntityIndex()
    // Added values are in separate documents.
    json.parsed.forEachEntity { entity, id in
      guard let id = EntityID(id) else { return }
      index.add(id, at: EntityIndex.Place(document: 0, node: UInt32(entity.index)))
    }
    self.index = index
    return index
  }
}

/// A value in a document of a model, usually an entity.
package struct EntityPlace {
  /// The document that contains the value.
  package let document: ModelDocument
  /// The value in the document.
  package let value: JSONValue

  package init(document: ModelDocument, value: JSONValue) {
    self.document = document
    self.value = value
  }
}
