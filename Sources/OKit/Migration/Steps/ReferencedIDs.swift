import JSONDocument

/// The ids that references lead to: those of a model on its way, and those of the other models of its workspace.
struct ReferencedIDs {
  private var ids: Set<EntityID> = []

  /// Looks at all documents. Another model that cannot be read is warned of: nobody knows what it refers to.
  init(_ model: MigratingModel) throws {
    for document in model.documents { add(document.json) }
    let reader = ModelReader(model.workspace, keyring: model.keyring)
    for name in try model.workspace.storedModels() where name != model.storedName {
      do {
        for document in try ModelDocuments(name, in: model.workspace, reader: reader).all { add(document.json) }
      } catch let error as OKitError where error.kind == .malformed || error.kind == .locked {
        model.workspace.observer.warned("\(error); whether \(name) refers to what goes is not known")
      }
    }
  }

  private mutating func add(_ document: JSONDocument) {
    document.forEachKey { key in
      if key == "refKey", let id = EntityID(key.value) { ids.insert(id) }
    }
  }

  /// Whether something refers to this id.
  func contain(_ id: EntityID) -> Bool { ids.contains(id) }
}
