import JSONDocument
import OKitModels
import OKitStorage

/// The ids that references in some documents lead to.
struct ReferencedIDs {
  private var ids: Set<EntityID> = []

  /// Those of `documents`.
  init(of documents: [JSONDocument] = []) {
    for document in documents { add(document) }
  }

  /// Looks at one more document.
  mutating func add(_ document: JSONDocument) {
    document.forEachKey { key in
      if key == "refKey", let id = EntityID(key.value) { ids.insert(id) }
    }
  }

  /// Whether something refers to this id.
  func contain(_ id: EntityID) -> Bool { ids.contains(id) }
}

extension ReferencedIDs {
  /// The ids that all models of a workspace but one refer to. A model that cannot be read is warned of: nobody knows what it refers to.
  package init(besides name: ModelName, in workspace: Workspace) throws {
    let reader = ModelReader(workspace)
    for other in try workspace.storedModels() where other != name {
      do {
        for document in try ModelDocuments(other, in: workspace, reader: reader).all { add(document.json) }
      } catch let error as OKitError where error.kind == .malformed || error.kind == .locked {
        workspace.observer.warned("\(error); cannot check for references from \(other)")
      }
    }
  }
}
