import JSONDocument
import OKitModels
import OKitStorage

/// Finds ids that imported models share with other models. An app finds only one entity for each id, so ids should be unique across all of its
/// models.
struct SharedIDs {
  private let workspace: Workspace
  private let staged: StagedData

  init(_ workspace: Workspace, _ staged: StagedData) {
    self.workspace = workspace
    self.staged = staged
  }

  /// Warns of each model that stays and shares ids with an imported model, one of `names`. Ignores models that cannot be read.
  func warn(of names: [ModelName]) throws {
    let others = Set(try workspace.storedModels()).subtracting(names).sorted()
    guard !others.isEmpty else { return }
    let imported = try names.compactMap { name in
      let ids = try ids(of: name)
      return ids.isEmpty ? nil : (name, ids)
    }
    guard !imported.isEmpty else { return }
    let reader = ModelReader(workspace)
    for other in others {
      for (name, ids) in imported {
        guard let shared = try shared(ids, with: other, reader) else { continue }
        let example = PathComponent.printable(shared.example)
        let ids =
          shared.count == 1
          ? "the id \(example) of model \(name) also exists in model \(other)"
          : "\(shared.count) ids of model \(name), such as \(example), also exist in model \(other)"
        workspace.observer.warned("\(ids); a reference to such an id finds only one of the entities")
      }
    }
  }

  private func ids(of name: ModelName) throws -> Set<EntityID> {
    var ids: Set<EntityID> = []
    for path in staged.paths(of: name) where ModelName(document: path) == name {
      try staged.document(path)?.forEachEntity { _, text in
        if !text.hasString(equalTo: ""), let id = EntityID(text) { ids.insert(id) }
      }
    }
    return ids
  }

  private func shared(
    _ ids: Set<EntityID>, with name: ModelName, _ reader: ModelReader
  ) throws -> (count: Int, example: String)? {
    var found: Set<EntityID> = []
    var example: String?
    do {
      for document in try ModelDocuments(name, in: workspace, reader: reader, isTolerant: true).all {
        document.json.forEachEntity { _, text in
          guard let id = EntityID(text), ids.contains(id) else { return }
          found.insert(id)
          if example == nil { example = text.string }
        }
      }
    } catch let error as OKitError where error.kind == .locked || error.kind == .malformed {
      return nil
    }
    return example.map { (found.count, $0) }
  }
}
