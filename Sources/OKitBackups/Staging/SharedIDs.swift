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
    /// The imported models with each id.
    var owners: [EntityID: [ModelName]] = [:]
    for name in names {
      for id in try ids(of: name) { owners[id, default: []].append(name) }
    }
    guard !owners.isEmpty else { return }
    let reader = ModelReader(workspace)
    for other in others {
      let shared = try shared(owners, with: other, reader)
      if shared.isEmpty { continue }
      for name in names {
        guard let found = shared[name] else { continue }
        let example = PathComponent.printable(found.example)
        let ids =
          found.ids.count == 1
          ? "the id \(example) of model \(name) also exists in model \(other)"
          : "\(found.ids.count) ids of model \(name), such as \(example), also exist in model \(other)"
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

  /// Returns the ids in the model `name` that imported models have, too, and the first of them, for each of these models.
  private func shared(
    _ owners: [EntityID: [ModelName]], with name: ModelName, _ reader: ModelReader
  ) throws -> [ModelName: (ids: Set<EntityID>, example: String)] {
    var found: [ModelName: (ids: Set<EntityID>, example: String)] = [:]
    do {
      for document in try ModelDocuments(name, in: workspace, reader: reader, isTolerant: true).all {
        document.json.forEachEntity { _, text in
          guard let id = EntityID(text), let models = owners[id] else { return }
          for model in models { found[model, default: ([], text.string ?? "")].ids.insert(id) }
        }
      }
    } catch let error as OKitError where error.kind.concernsOneFile {
      return [:]
    }
    return found
  }
}
