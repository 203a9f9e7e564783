import JSONDocument
import OKitModels
import OKitStorage

/// The entities that one side removed together with their partial, while the other side changed only the partial. In the document that contains such an
/// entity, only one side has a change, but nobody may lose the other one without a question.
struct DisputedPartials {
  /// The ids of the entities.
  private(set) var ids: Set<ExactText> = []
  /// The documents of both sides that contain such an entity.
  private(set) var documents: Set<DataPath> = []
  /// The ids of those that are in ``documents``, or inside of another one of them.
  private var found: Set<ExactText> = []

  init(_ local: LocalModel, _ remote: RemoteModel, since common: CommonState, in workspace: Workspace) throws {
    let paths = common.files.keys.filter { ModelName(document: $0) != nil }.sorted()
    /// True for a partial that only one side has.
    func isRemoved(_ path: DataPath) -> Bool { (local.files[path] == nil) != (remote.files[path] == nil) }
    ids =
      paths.filter { path in
        let base = common.files[path]?.content
        let present = local.files[path] ?? remote.files[path]?.content
        return isRemoved(path) && present != base
      }.partialIDs
    if ids.isEmpty { return }
    let contents = try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try common.document($0, in: workspace)?.ids ?? []) })
    // A removed partial around a disputed one is disputed, too.
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for path in paths where isRemoved(path) && ids.isDisjoint(with: [path].partialIDs) {
        guard contents[path]?.isDisjoint(with: ids) == false else { continue }
        ids.formUnion([path].partialIDs)
        isGrowing = true
      }
    }
    for path in paths where local.files[path] != nil && remote.files[path] != nil {
      let inside = contents[path]?.intersection(ids) ?? []
      if inside.isEmpty { continue }
      documents.insert(path)
      found.formUnion(inside)
    }
    isGrowing = true
    while isGrowing {
      let count = found.count
      for path in paths where !found.isDisjoint(with: [path].partialIDs) {
        found.formUnion(contents[path]?.intersection(ids) ?? [])
      }
      isGrowing = found.count > count
    }
  }

  /// True for a partial that follows its entity, so that it is no conflict of its own.
  func follows(_ path: DataPath) -> Bool { !found.isDisjoint(with: [path].partialIDs) }
}

extension JSONDocument {
  /// The texts of all members `id`.
  var ids: Set<ExactText> {
    var ids: Set<ExactText> = []
    forEachKey { key in
      if key == "id", let id = key.value.string { ids.insert(ExactText(id)) }
    }
    return ids
  }
}
