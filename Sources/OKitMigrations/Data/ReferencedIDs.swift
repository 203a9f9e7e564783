import JSONDocument
import OKitModels
import OKitStorage

/// The ids that references refer to.
struct ReferencedIDs {
  private var ids: Set<EntityID> = []

  init(of documents: [JSONDocument] = []) {
    for document in documents { add(document) }
  }

  mutating func add(_ document: JSONDocument) {
    document.forEachKey { key in
      if key == "refKey", let id = EntityID(key.value) { ids.insert(id) }
    }
  }

  func contains(_ id: EntityID) -> Bool { ids.contains(id) }
}

extension ReferencedIDs {
  /// Collects the ids that all models of a workspace except one refer to. Warns of unreadable models, because their references are unknown.
  package init(besides name: ModelName, in workspace: Workspace) throws {
    let reader = ModelReader(workspace)
    for other in try workspace.storedModels() where other != name {
      do {
        for document in try ModelDocuments(other, in: workspace, reader: reader).all { add(document.json) }
      } catch let error as OKitError where error.kind.concernsOneFile {
        workspace.observer.warned("\(error); cannot check for references from \(other)")
      }
    }
  }
}
