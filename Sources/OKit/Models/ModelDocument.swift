import JSONDocument

/// A document of a model: its own file, or that of a partial.
final class ModelDocument {
  let model: ModelName
  /// Relative to the workspace.
  let path: String
  let opened: OpenedDocument
  /// Of a partial, the entity that stands for it.
  let standIn: EntityPlace?
  private var index: EntityIndex?

  var json: JSONDocument { opened.document }
  var root: EntityPlace { EntityPlace(document: self, value: json.root) }
  /// The class of the root is the model's, or that of a partial's entity.
  var isPartial: Bool { standIn != nil }

  init(model: ModelName, path: String, opened: OpenedDocument, standIn: EntityPlace? = nil) {
    self.model = model
    self.path = path
    self.opened = opened
    self.standIn = standIn
  }

  /// The entity of this id, the first where there are several.
  func entity(_ id: String) -> EntityPlace? {
    let index = index ?? indexed()
    return index.places(of: EntityID(id)).lazy.map { self.json.value(at: Int($0.node)) }
      .first { $0["id"]?.hasString(equalTo: id) ?? false }
      .map { EntityPlace(document: self, value: $0) }
  }

  private func indexed() -> EntityIndex {
    var index = EntityIndex()
    json.forEachEntityID { id, entity in
      index.add(id, at: EntityIndex.Place(document: 0, node: UInt32(entity.index)))
    }
    self.index = index
    return index
  }
}

/// A value in a document of a model, mostly an entity.
struct EntityPlace {
  let document: ModelDocument
  let value: JSONValue
}

extension JSONDocument {
  /// Calls `body` with each object that has a string `id`, which by its shape is an entity.
  func forEachEntityID(_ body: (EntityID, JSONValue) -> Void) {
    forEachKey { key in
      guard key == "id", let id = EntityID(key.value) else { return }
      body(id, key.object)
    }
  }
}
