import JSONDocument
import OKitModels
import OKitStorage

/// The entities that one side removed together with their file, which is a partial or an attachment, while the other side changed only the file. In the
/// document that contains such an entity, only one side has a change, but nobody may lose the other one without a question.
struct DisputedEntities {
  /// The ids of the entities.
  private(set) var ids: Set<ExactText> = []
  /// The documents of both sides that contain such an entity.
  private(set) var documents: Set<DataPath> = []
  /// The ids of those that are in ``documents``, or inside of another one of them.
  private var found: Set<ExactText> = []

  init(
    _ local: LocalCopies, _ remote: RemoteFiles, since common: CommonVersions, _ others: [CommonState],
    _ moved: MovedEntities
  ) throws {
    let paths = common.documents.sorted()
    /// True for a partial that only one side has.
    func isRemoved(_ path: DataPath) -> Bool { (local.files[path] == nil) != (remote.files[path] == nil) }
    ids =
      try paths.filter { path in
        let present = local.files[path] ?? remote.files[path]?.content
        guard isRemoved(path), present != common.files[path]?.content, moved.isChanged(path) else { return false }
        // A model with another form can have got it.
        let content = local.documents[path] ?? remote.documents[path]
        return try content.flatMap { try common.document(path)?.root.isSame(as: $0.json.root) } != true
      }.partialIDs.union(Self.attachments(local, remote, since: common, others))
    if ids.isEmpty { return }
    let contents = try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try common.document($0)?.root.ids ?? []) })
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

  /// Returns the ids of the attachments whose entity one side removed, while the other side changed their bytes.
  private static func attachments(
    _ local: LocalCopies, _ remote: RemoteFiles, since common: CommonVersions, _ others: [CommonState]
  ) -> Set<ExactText> {
    let changed = common.files.filter { path, base in
      guard ModelName(document: path) == nil else { return false }
      switch (local.attachments[path], remote.attachments[path]) {
      case (let own?, nil): return own != base.content
      case (nil, let their?):
        // One that was only looked at may be any other version.
        guard let content = their.file?.content else { return true }
        // Another model may have got it with its entity, and sent it.
        return content != base.content && !others.contains { $0.files[path]?.content == content }
      default: return false
      }
    }.keys
    if changed.isEmpty { return [] }
    // What comes with a new document, such as that of a model that is not here yet, was not removed by the side that does not have it.
    func isNew(_ path: DataPath) -> Bool { common.files[path] == nil }
    let newHere = local.documents.filter { isNew($0.key) && remote.files[$0.key] == nil }.values.ids
    let newThere = remote.documents.filter { isNew($0.key) && local.files[$0.key] == nil }.values.ids
    let own = local.documents.values.ids.union(newThere)
    let their = remote.documents.values.ids.union(newHere)
    return Set(changed.map(\.attachmentID)).filter { !own.contains($0) || !their.contains($0) }
  }

  /// True for a partial or an attachment that follows its entity, so that it is no conflict of its own.
  func follows(_ path: DataPath) -> Bool {
    ModelName(document: path) == nil ? found.contains(path.attachmentID) : !found.isDisjoint(with: [path].partialIDs)
  }
}

extension DataPath {
  /// The id of the attachment with this file.
  fileprivate var attachmentID: ExactText { ExactText(AttachmentEntity.id(ofFile: name)) }
}
