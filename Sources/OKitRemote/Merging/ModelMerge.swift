import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// Merges what changed in a model here and on its server since their common state, document by document.
struct ModelMerge {
  /// A change to the local copy.
  enum Change {
    /// The file becomes that of the server.
    case take
    /// The document gets the changes of the server, too.
    case merge(ModelDocument)
    /// The file is removed, as on the server.
    case remove
  }

  /// The changes to be made here, by the paths of files.
  private(set) var changes: [DataPath: Change] = [:]
  /// The files that were changed here since the common state.
  private(set) var changedHere: Set<DataPath> = []
  /// The files that were changed on the server since the common state.
  private(set) var changedThere: Set<DataPath> = []
  /// The conflicts, however they are settled.
  private(set) var conflicts: [RemoteConflict] = []

  private let workspace: Workspace
  private let local: LocalModel
  private let remote: RemoteModel
  private let common: CommonState
  private let settlements: ConflictSettlements
  private let disputed: DisputedPartials
  /// The attachments that the merged documents refer to; nil before they are needed.
  private var references: Set<DataPath>?
  private var found: [(conflict: DocumentMerge.Conflict, own: ModelDocument, their: ModelDocument)] = []

  /// Compares a model here, on its server, and in their common state.
  ///
  /// Throws `locked` and `malformed` for documents that cannot be read.
  init(
    _ local: LocalModel, _ remote: RemoteModel, since common: CommonState, in workspace: Workspace,
    settling settlements: ConflictSettlements
  ) throws {
    self.workspace = workspace
    self.local = local
    self.remote = remote
    self.common = common
    self.settlements = settlements
    disputed = try DisputedPartials(local, remote, since: common, in: workspace)
    let documents = Set(local.documents.keys).union(remote.documents.keys)
      .union(common.files.keys.filter { ModelName(document: $0) != nil })
    for path in documents.sorted() { try mergeDocument(path) }
    followStandIns(in: documents.sorted())
    try requireSinglePlaces()
    let attachments = Set(local.attachments.keys).union(remote.attachments.keys)
      .union(common.files.keys.filter { ModelName(document: $0) == nil })
    for path in attachments.sorted() { mergeAttachment(path) }
    keepAttachments()
    if !found.isEmpty { try nameConflicts() }
  }

  // MARK: - Documents

  private mutating func mergeDocument(_ path: DataPath) throws {
    let (base, own, their) = (common.files[path]?.content, local.files[path], remote.files[path]?.content)
    if own != base { changedHere.insert(path) }
    if their != base { changedThere.insert(path) }
    let isDisputed = disputed.documents.contains(path)
    if !isDisputed, their == base || own == their { return }
    if !isDisputed, own == base {
      if let ours = local.documents[path], let theirs = remote.documents[path], ours.opened.form.isEncrypted,
        !theirs.opened.form.isEncrypted
      {
        throw OKitError(.malformed, "\(ours.path) is encrypted, but the server has plain text")
      }
      return changes[path] = their == nil ? .remove : .take
    }
    guard let ours = local.documents[path], let theirs = remote.documents[path] else {
      if disputed.follows(path) { return }
      return conflict(path, isTheirs: their != nil)
    }
    if ours.json.root.isSame(as: theirs.json.root) { return }
    guard theirs.opened.form.isEncrypted || !ours.opened.form.isEncrypted else {
      throw OKitError(.malformed, "\(ours.path) is encrypted, but the server has plain text")
    }
    guard let base = try common.document(path, in: workspace) else { return conflict(path, isTheirs: true) }
    let live = ModelDocument(
      model: ours.model, path: ours.path,
      opened: OpenedDocument(file: ours.opened.file, form: ours.opened.form, document: ours.json.live()),
      standIn: ours.standIn)
    let number = found.count
    var merge = DocumentMerge(touching: isDisputed ? disputed.ids : []) { [settlements] in
      settlements.settlement(ofValue: number + $0)
    }
    do {
      try merge.merge(base: base.root, theirs: theirs.json.root, into: live.json.root)
    } catch {
      throw OKitError(.malformed, "\(ours.path): \(error)")
    }
    found += merge.conflicts.map { ($0, live, theirs) }
    if merge.hasChanged { changes[path] = .merge(live) }
  }

  /// Lets partials come and go with the entities that stand for them: a partial that a side removed with its entity comes back with it, and one that stays
  /// because of a conflict goes when the entity goes. Partials can be nested.
  private mutating func followStandIns(in documents: [DataPath]) {
    guard !changes.isEmpty || !disputed.ids.isEmpty else { return }
    let partials = documents.filter { ![$0].partialIDs.isEmpty }
    guard !partials.isEmpty else { return }
    let own = Self.ids(in: local.documents.values)
    var isChanged = true
    while isChanged {
      isChanged = false
      let present = Self.ids(in: merged)
      for path in partials {
        let isReferredTo = !present.isDisjoint(with: [path].partialIDs)
        switch changes[path] {
        case .remove where isReferredTo: changes[path] = nil
        case nil
        where isReferredTo && own.isDisjoint(with: [path].partialIDs) && local.files[path] == nil
          && remote.files[path] != nil:
          changes[path] = .take
        case nil where !isReferredTo && disputed.follows(path) && local.files[path] != nil: changes[path] = .remove
        default: continue
        }
        isChanged = true
      }
    }
  }

  private static func ids(in documents: some Sequence<ModelDocument>) -> Set<ExactText> {
    documents.reduce(into: []) { $0.formUnion($1.root.value.snapshot.document.ids) }
  }

  /// Adds a conflict of a whole file.
  private mutating func conflict(_ path: DataPath, isTheirs: Bool) {
    if settlements.settlement(ofFile: conflicts.count) == .theirs { changes[path] = isTheirs ? .take : .remove }
    conflicts.append(
      RemoteConflict(
        kind: .file, model: local.name, path: WorkspacePath(path).text, base: nil,
        ours: local.documents[path]?.json.root, theirs: remote.documents[path]?.json.root))
  }

  /// Adds the conflicts of values with the paths of these.
  private mutating func nameConflicts() throws {
    let places = found.map { conflict, own, their in
      if let value = conflict.ours { return EntityPlace(document: own, value: value) }
      if let value = conflict.theirs { return EntityPlace(document: their, value: value) }
      return EntityPlace(document: own, value: conflict.container)
    }
    let paths = EntityPaths.paths(of: places, try EntityClasses(workspace, isReading: true, warns: false))
    for (found, path) in zip(found, paths) {
      conflicts.append(
        RemoteConflict(
          kind: found.conflict.ours == nil && found.conflict.theirs == nil ? .order : .value, model: local.name,
          path: path, base: found.conflict.base, ours: found.conflict.ours?.snapshot,
          theirs: found.conflict.theirs))
    }
  }

  // MARK: - The whole

  /// The documents as they will be.
  private var merged: [ModelDocument] {
    let paths = Set(local.documents.keys).union(remote.documents.keys)
    return paths.compactMap { path in
      switch changes[path] {
      case .merge(let document): document
      case .take: remote.documents[path]
      case .remove: nil
      case nil: local.documents[path]
      }
    }
  }

  /// Throws an error of kind `busy` if an entity would be at two places, because both sides moved it.
  private func requireSinglePlaces() throws {
    guard changes.values.contains(where: { if case .merge = $0 { true } else { false } }) else { return }
    func counts(_ documents: some Sequence<ModelDocument>) -> [ExactText: Int] {
      var counts: [ExactText: Int] = [:]
      for document in documents {
        document.root.value.snapshot.document.forEachKey { key in
          if key == "id", let id = key.value.string { counts[ExactText(id), default: 0] += 1 }
        }
      }
      return counts
    }
    let (own, their) = (counts(local.documents.values), counts(remote.documents.values))
    for (id, count) in counts(merged) where count > max(own[id] ?? 0, their[id] ?? 0) {
      throw OKitError(
        .busy, "the entity \(PathComponent.printable(id.text)) was moved to different places here and on the server",
        remedy: .words("move it to the same place here, then run it again"))
    }
  }

  /// Keeps attachments that the server removed, if a document still refers to them because it was changed here.
  private mutating func keepAttachments() {
    let removed = changes.filter { path, change in
      if case .remove = change { ModelName(document: path) == nil } else { false }
    }
    for path in removed.keys where isReferredTo(path) { changes[path] = nil }
  }

  /// True if the documents, as they will be, refer to an attachment.
  private mutating func isReferredTo(_ path: DataPath) -> Bool {
    if let references { return references.contains(path) }
    var referred: Set<DataPath> = []
    for document in merged {
      document.root.value.snapshot.document.forEachKey { key in
        guard key == "id", let paths = try? AttachmentEntity(key.object)?.paths() else { return }
        referred.formUnion(paths)
      }
    }
    references = referred
    return referred.contains(path)
  }

  // MARK: - Attachments

  private mutating func mergeAttachment(_ path: DataPath) {
    let (base, own) = (common.files[path]?.content, local.attachments[path])
    let attachment = remote.attachments[path]
    // One that was only looked at may be any other version.
    let isUnknown = attachment != nil && attachment?.file == nil
    let their = attachment?.file?.content
    if own != base { changedHere.insert(path) }
    let isChangedThere = isUnknown || their != base
    if isChangedThere { changedThere.insert(path) }
    if !isChangedThere {
      // What was removed here comes back with its entity.
      if own == nil, attachment != nil, isReferredTo(path) { changes[path] = .take }
      return
    }
    if own == their && !isUnknown { return }
    // Another model got it with its entity, and was sent first.
    if own == nil, let their, isSentByOthers(path, their) { return }
    if own == base { return changes[path] = attachment == nil ? .remove : .take }
    if settlements.settlement(ofFile: conflicts.count) == .theirs {
      changes[path] = attachment == nil ? .remove : .take
    }
    conflicts.append(
      RemoteConflict(
        kind: .file, model: local.name, path: WorkspacePath(path).text, base: nil, ours: nil, theirs: nil))
  }

  /// True if another model has this version of a file in common with the server.
  private func isSentByOthers(_ path: DataPath, _ content: Journal.Fingerprint) -> Bool {
    let others = (try? RemoteFolder.models(in: workspace))?.filter { $0 != local.name } ?? []
    return others.contains { (try? CommonState.read($0, in: workspace))??.files[path]?.content == content }
  }
}
