import Bindings
import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// Merges what changed in models here and on their server since their common state, document by document. Models between which entities were moved are merged
/// together.
struct ModelMerge {
  /// A change to the local copy.
  enum Change {
    /// The file becomes that of the server.
    case take
    /// The document gets the changes of the server, too.
    case merge(ModelDocument)
    /// The attachment becomes this file, in the form of the model that its entity was moved to.
    case convert(AttachmentForms.File, to: StorageTarget)
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

  private let models: [ModelName]
  private let workspace: Workspace
  private let local: LocalCopies
  private let remote: RemoteFiles
  private let common: CommonVersions
  private let settlements: ConflictSettlements
  /// The states of other models on the server, which can have got attachments with their entities; empty if nobody needs them.
  private let others: [CommonState]
  private let moved: MovedEntities
  private let disputed: DisputedEntities
  private let forms: AttachmentForms
  /// The attachments that the merged documents refer to; nil before they are needed.
  private var references: [DataPath: AttachmentReference]?
  private var found: [FoundConflict] = []
  /// The documents as they will be, in their models; nil before it is known where partials belong.
  private var placed: [ModelDocument]?

  /// A conflict of a value, which gets its path when everything is merged.
  private struct FoundConflict {
    var kind = RemoteConflict.Kind.value
    let base, ours, theirs: JSONValue?
    /// The value that the path leads to, or the moved entity that contains it.
    let place: EntityPlace
    /// The place on the server if that is the conflict.
    var otherPlace: EntityPlace?
    /// The value in the moved entity.
    var inside: JSONValue?
  }

  /// Compares models here, on their server, and in their common state.
  ///
  /// Throws `locked` and `malformed` for documents that cannot be read.
  init(
    _ models: [ModelName], _ local: LocalCopies, _ remote: RemoteFiles, since common: CommonVersions,
    in workspace: Workspace, settling settlements: ConflictSettlements
  ) throws {
    self.models = models
    self.workspace = workspace
    self.settlements = settlements
    let paths = PartialPaths(
      local: local.documents.keys, remote: remote.documents.keys, common: Array(common.documents))
    self.local = local
    self.remote = remote.renamed(paths)
    self.common = common.renamed(paths)
    moved = try MovedEntities(self.local, self.remote, since: self.common)
    let isNewThere = remote.attachments.keys.contains { local.attachments[$0] == nil }
    others = isNewThere ? (try? common.others) ?? [] : []
    forms = AttachmentForms(local, remote, in: workspace)
    disputed = try DisputedEntities(self.local, self.remote, since: self.common, others, moved)
    try mergeAll()
    placePartials(remote)
    try convertAttachments()
    if !found.isEmpty { try nameConflicts() }
  }

  private mutating func mergeAll() throws {
    let documents = Set(local.documents.keys).union(remote.documents.keys)
      .union(common.documents)
    for path in documents.sorted() {
      let (base, own, their) = (common.files[path]?.content, local.files[path], remote.files[path]?.content)
      if own != base { changedHere.insert(path) }
      if their != base { changedThere.insert(path) }
      if moved.documents[path] == nil { try mergeDocument(path) }
    }
    try mergeMoved()
    followStandIns(in: documents.sorted())
    try requireSinglePlaces()
    let attachments = Set(local.attachments.keys).union(remote.attachments.keys)
      .union(common.files.keys.filter { ModelName(document: $0) == nil })
    for path in attachments.sorted() { try mergeAttachment(path) }
    keepAttachments()
    removeLeftOver()
    try alignSizes()
  }

  // MARK: - Documents

  private mutating func mergeDocument(_ path: DataPath) throws {
    let (base, own, their) = (common.files[path]?.content, local.files[path], remote.files[path]?.content)
    let isDisputed = disputed.documents.contains(path)
    if !isDisputed, their == base || own == their { return }
    if !isDisputed, own == base {
      try requireEncryption(path)
      return changes[path] = their == nil ? .remove : .take
    }
    guard let ours = local.documents[path], let theirs = remote.documents[path] else {
      if disputed.follows(path) { return }
      // A side may only have moved it to a model with another form.
      if let present = local.documents[path] ?? remote.documents[path],
        try common.document(path)?.root.isSame(as: present.json.root) == true
      {
        if their == nil { changes[path] = .remove }
        return
      }
      return decide(path, isTheirs: their != nil)
    }
    if ours.json.root.isSame(as: theirs.json.root) { return }
    try requireEncryption(path)
    guard let base = try common.document(path) else { return decide(path, isTheirs: true) }
    let live = ours.with(ours.json.live())
    let hasChanged = try merge(base.root, theirs.root, into: live.root, touching: isDisputed ? disputed.ids : [])
    if hasChanged { changes[path] = .merge(live) }
  }

  private func requireEncryption(_ path: DataPath) throws {
    guard let theirs = remote.documents[path],
      let ours = DataPath(theirs.path).flatMap({ local.documents[$0] })
        ?? local.documents[DataPath(mainOf: theirs.model)], ours.opened.form.isEncrypted,
      !theirs.opened.form.isEncrypted
    else { return }
    throw OKitError(.malformed, "\(theirs.path) is encrypted, but the server has plain text")
  }

  /// Merges three versions of a value into ours, which is that of a live document or, with `entity`, of a moved entity. Returns true if it was changed.
  private mutating func merge(
    _ base: JSONValue, _ theirs: EntityPlace, into ours: EntityPlace, of entity: EntityPlace? = nil,
    touching touched: Set<ExactText> = []
  ) throws -> Bool {
    let number = found.count
    var merge = DocumentMerge(touching: touched) { [settlements] in settlements.settlement(ofValue: number + $0) }
    do {
      try merge.merge(base: base, theirs: theirs.value, into: ours.value)
    } catch {
      throw OKitError(.malformed, "\(ours.document.path): \(error)")
    }
    found += merge.conflicts.map { conflict in
      let document = conflict.ours == nil && conflict.theirs != nil ? theirs.document : ours.document
      let value = conflict.ours ?? conflict.theirs ?? conflict.container
      return FoundConflict(
        kind: conflict.ours == nil && conflict.theirs == nil ? .order : .value, base: conflict.base,
        ours: conflict.ours?.snapshot, theirs: conflict.theirs,
        place: entity ?? EntityPlace(document: document, value: value), inside: entity.map { _ in value })
    }
    return merge.hasChanged
  }

  // MARK: - Moved entities

  /// Merges the documents with moved entities, then these entities, and puts both together.
  private mutating func mergeMoved() throws {
    guard !moved.entities.isEmpty else { return }
    var documents: [DataPath: ModelDocument] = [:]
    for (path, versions) in moved.documents.sorted(by: { $0.key < $1.key }) {
      documents[path] = try mergeMoved(path, versions)
    }
    var entities: [ExactText: JSONDocument] = [:]
    var settled: [ExactText: DocumentMerge.Settlement] = [:]
    for entity in moved.inOrder {
      guard let live = (entity.ours ?? entity.theirs)?.live() else { continue }
      entities[entity.id] = live
      if let theirs = entity.theirs, entity.ours != nil {
        let document = entity.origin.document
        _ = try merge(
          entity.base.root, document.with(theirs).root, into: document.with(live).root, of: entity.origin,
          touching: disputed.ids)
      }
      // An entity in a partial is where its stand-in is.
      settled[entity.id] = try entity.standIn.flatMap { settled[$0] } ?? settlePlace(of: entity, live)
    }
    for (path, versions) in moved.documents where documents[path] == nil {
      guard let settlement = [path].partialIDs.first.flatMap({ settled[$0] }),
        let content = settlement == .theirs ? versions.theirs : versions.ours
      else { continue }
      documents[path] = (local.documents[path] ?? remote.documents[path])?.with(content.live())
    }
    if isUndecided { return }
    addFollowing(to: &documents, with: entities.values)
    try moved.join(entities, into: &documents, settled)
    for path in moved.documents.keys {
      let (ours, theirs) = (local.documents[path]?.json.root, remote.documents[path]?.json.root)
      guard let document = documents[path] else {
        if ours != nil { changes[path] = .remove }
        continue
      }
      let root = document.json.root.snapshot
      if ours?.isSame(as: root) == true { continue }
      changes[path] = theirs?.isSame(as: root) == true ? .take : .merge(document)
    }
  }

  /// Merges a document without its moved entities. Returns nil if it is removed.
  private mutating func mergeMoved(_ path: DataPath, _ versions: MovedEntities.Document) throws -> ModelDocument? {
    try requireEncryption(path)
    let ours = versions.ours.flatMap { local.documents[path]?.with($0.live()) }
    let theirs = versions.theirs.flatMap { remote.documents[path]?.with($0) }
    switch (versions.base, ours, theirs) {
    case (let base?, let ours?, let theirs?):
      if ours.json.root.isSame(as: base.root), !disputed.documents.contains(path) {
        return theirs.with(theirs.json.live())
      }
      let touched = disputed.documents.contains(path) ? disputed.ids : []
      _ = try merge(base.root, theirs.root, into: ours.root, touching: touched)
      return ours
    case (nil, let ours?, let theirs?):
      if ours.json.root.isSame(as: theirs.json.root) { return ours }
      return conflict(path) == .theirs ? theirs.with(theirs.json.live()) : ours
    case (_?, nil, nil): return nil
    case (_?, _, _):
      // A partial that follows its entity comes back with it, if that does.
      guard moved.isChanged(path), !disputed.follows(path) else { return nil }
      let isTheirs = conflict(path) == .theirs
      return isTheirs ? theirs.map { $0.with($0.json.live()) } : ours
    case (nil, _, _): return ours ?? theirs.map { $0.with($0.json.live()) }
    }
  }

  /// Adds the partials that one side removed with their entities, if these are there in spite of that.
  private func addFollowing(to documents: inout [DataPath: ModelDocument], with entities: some Sequence<JSONDocument>) {
    let all = local.documents.merging(remote.documents) { first, _ in first }
    var missing = all.filter { documents[$0.key] == nil && disputed.follows($0.key) }
    guard !missing.isEmpty else { return }
    var present = entities.reduce(into: documents.values.ids) { $0.formUnion($1.root.ids) }
    for document in merged where DataPath(document.path).map({ moved.documents[$0] == nil }) == true {
      present.formUnion(document.json.root.ids)
    }
    while let (path, document) = missing.first(where: { !present.isDisjoint(with: [$0.key].partialIDs) }) {
      missing[path] = nil
      let content = moved.documents[path].map { $0.ours ?? $0.theirs } ?? document.json
      if moved.documents[path] != nil, let content { documents[path] = document.with(content.live()) }
      present.formUnion(content?.root.ids ?? [])
    }
  }

  /// Settles which place an entity gets that both sides moved, or that one side moved and the other one removed; nil if that is no question.
  private mutating func settlePlace(
    of entity: MovedEntities.Entity, _ merged: JSONDocument
  ) throws -> DocumentMerge.Settlement? {
    guard entity.isMovedApart || entity.isMovedAndRemoved else { return nil }
    let settlement = settlements.settlement(ofValue: found.count) ?? .ours
    found.append(
      entity.isMovedApart
        ? FoundConflict(
          kind: .place, base: nil, ours: nil, theirs: nil, place: entity.origin, otherPlace: entity.theirOrigin)
        : FoundConflict(
          base: entity.base.root, ours: entity.ours?.root, theirs: entity.theirs?.root, place: entity.origin))
    guard case .value(let text) = settlement else { return settlement }
    guard let text else { return entity.ours == nil ? .ours : .theirs }
    do { try merged.root.replace(with: text) } catch { throw OKitError(.malformed, "\(error)") }
    return entity.ours == nil ? .theirs : .ours
  }

  // MARK: - Partials

  /// Lets partials come and go with the entities that stand for them: a partial that a side removed with its entity comes back with it, and one that stays
  /// because of a conflict goes when the entity goes. Partials can be nested.
  private mutating func followStandIns(in documents: [DataPath]) {
    // If only the server changed something, its version is taken as it is.
    guard !changedHere.isEmpty || !disputed.ids.isEmpty, !changes.isEmpty || !disputed.ids.isEmpty else { return }
    let partials = documents.filter { ![$0].partialIDs.isEmpty }
    guard !partials.isEmpty else { return }
    let own = local.documents.values.ids
    var isChanged = true
    while isChanged {
      isChanged = false
      let present = merged.ids
      for path in partials {
        let isReferredTo = !present.isDisjoint(with: [path].partialIDs)
        switch changes[path] {
        // An entity with the id of its stand-in can have moved out.
        case .remove where isReferredTo && [path].partialIDs.isDisjoint(with: moved.entities.keys): changes[path] = nil
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

  /// Puts partials into the models that have their stand-ins, if several models are merged. `remote` has the files under the server's paths.
  private mutating func placePartials(_ remote: RemoteFiles) {
    guard models.count > 1, !isUndecided else { return }
    let documents = mergedByPath
    let places = PartialPlaces(models, documents)
    var placed = models.compactMap { documents[DataPath(mainOf: $0)] }
    let former = changes
    for path in changes.keys where ![path].partialIDs.isEmpty { changes[path] = nil }
    for (path, source) in places.sources {
      guard var document = documents[source], let model = ModelName(document: path) else { continue }
      var isTakenFromElsewhere = false
      if case .take = former[path] { isTakenFromElsewhere = remote.documents[path] == nil }
      if path == source, !isTakenFromElsewhere {
        changes[path] = former[path]
        placed.append(document)
        continue
      }
      var isLive = false
      if case .merge = former[source] { isLive = true }
      document = document.moved(to: path, of: model, isLive: isLive, forms.form(of: model))
      placed.append(document)
      let content = document.json.root.snapshot
      if local.documents[path]?.json.root.isSame(as: content) == true { continue }
      let isTheirs = remote.documents[path]?.json.root.isSame(as: content) == true
      changes[path] = isTheirs ? .take : .merge(document)
    }
    for path in local.documents.keys where ![path].partialIDs.isEmpty && places.sources[path] == nil {
      changes[path] = .remove
    }
    self.placed = placed
  }

  /// Adds a conflict of a whole document, and returns how it is settled.
  private mutating func conflict(_ path: DataPath) -> DocumentMerge.Settlement? {
    let settlement = settlements.settlement(ofFile: conflicts.count)
    conflicts.append(
      RemoteConflict(
        kind: .file, model: ModelName(document: path) ?? byModel([path]).keys.first ?? models[0],
        path: WorkspacePath(path).text, base: nil,
        ours: local.documents[path]?.json.root, theirs: remote.documents[path]?.json.root))
    return settlement
  }

  private mutating func decide(_ path: DataPath, isTheirs: Bool) {
    if conflict(path) == .theirs { changes[path] = isTheirs ? .take : .remove }
  }

  /// Adds the conflicts of values with the paths of these.
  private mutating func nameConflicts() throws {
    let classes = try EntityClasses(workspace, isReading: true, warns: false)
    let paths = EntityPaths.paths(of: found.map(\.place), classes)
    for (found, path) in zip(found, paths) {
      let steps = found.inside.map { BoundValue.Step.steps(to: $0) } ?? []
      conflicts.append(
        RemoteConflict(
          kind: found.kind, model: found.place.document.model,
          path: steps.reduce(path) { BoundValue.Step.text(of: $1, behind: $0) }, base: found.base,
          ours: found.ours, theirs: found.theirs,
          otherPath: found.otherPlace.map { EntityPaths.paths(of: [$0], classes)[0] }))
    }
  }

  /// True if there are conflicts that stop the merge, so that nobody needs its result.
  private var isUndecided: Bool {
    if case .none = settlements { !found.isEmpty || !conflicts.isEmpty } else { false }
  }

  // MARK: - The whole

  /// The documents as they will be.
  private var merged: [ModelDocument] { placed ?? Array(mergedByPath.values) }

  /// The documents as they will be, by the paths under which they are merged.
  private var mergedByPath: [DataPath: ModelDocument] {
    local.documents.merging(remote.documents) { own, _ in own }.keys.reduce(into: [:]) { documents, path in
      switch changes[path] {
      case .merge(let document): documents[path] = document
      case .take: documents[path] = remote.documents[path]
      case .remove: break
      default: documents[path] = local.documents[path]
      }
    }
  }

  /// Throws an error of kind `busy` if an entity would be at two places, because both sides moved it.
  private func requireSinglePlaces() throws {
    guard !isUndecided, changes.values.contains(where: { if case .merge = $0 { true } else { false } }) else { return }
    func counts(_ documents: some Sequence<ModelDocument>) -> [ExactText: Int] {
      var counts: [ExactText: Int] = [:]
      for document in documents {
        document.root.value.snapshot.document.forEachKey { key in
          if key == "id", let id = key.value.string { counts[ExactText(id), default: 0] += 1 }
        }
      }
      return counts
    }
    let repeated = counts(merged).filter { $0.value > 1 }
    if repeated.isEmpty { return }
    let (own, their) = (counts(local.documents.values), counts(remote.documents.values))
    for (id, count) in repeated where count > max(own[id] ?? 0, their[id] ?? 0) {
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

  /// Lets files go with their entities, such as a partial that one side added to an entity that is gone.
  private mutating func removeLeftOver() {
    guard !changedHere.isEmpty, !changes.isEmpty, !isUndecided else { return }
    let partials = Set(local.documents.keys).union(remote.documents.keys).filter { ![$0].partialIDs.isEmpty }.sorted()
    var isChanged = !partials.isEmpty
    while isChanged {
      let present = merged.ids
      isChanged = partials.count { present.isDisjoint(with: [$0].partialIDs) && leave($0) } > 0
    }
    references = nil
    for path in Set(local.attachments.keys).union(remote.attachments.keys) where !isReferredTo(path) { _ = leave(path) }
  }

  /// Lets a file not be here. Returns false if that was so before.
  private mutating func leave(_ path: DataPath) -> Bool {
    let isHere = local.has(path)
    switch changes[path] {
    case .remove: return false
    case nil where !isHere: return false
    default: changes[path] = isHere ? .remove : nil
    }
    return true
  }

  /// True if the documents, as they will be, refer to an attachment.
  private mutating func isReferredTo(_ path: DataPath) -> Bool {
    if references == nil { references = merged.attachments }
    return references?[path] != nil
  }

  /// Returns files by their models, as these will be. An attachment that will be gone belongs to the model that has it on either side.
  func byModel(_ paths: some Sequence<DataPath>) -> [ModelName: [DataPath]] {
    let paths = paths.sorted()
    var hosts: [DataPath: AttachmentReference] = [:]
    if paths.contains(where: { ModelName(document: $0) == nil }) {
      for documents in [merged, Array(local.documents.values), Array(remote.documents.values)] {
        hosts.merge(documents.attachments) { first, _ in first }
      }
    }
    return paths.reduce(into: [:]) { groups, path in
      guard let model = ModelName(document: path) ?? hosts[path]?.models.min() else { return }
      groups[model, default: []].append(path)
    }
  }

  // MARK: - Attachments

  private mutating func mergeAttachment(_ path: DataPath) throws {
    let base = common.files[path]?.content
    let attachment = remote.attachments[path]
    // One that was only looked at may be any other version.
    let isUnknown = attachment != nil && attachment?.file == nil
    var (own, their) = (local.attachments[path], attachment?.file?.content)
    if forms.areDifferent, own != base, their != base, own != their {
      // A side may only have moved it to an encrypted model.
      if try forms.isOnlyEncrypted(forms.ownFile(path), since: base) { own = base }
      if try forms.isOnlyEncrypted(forms.theirFile(path), since: base) { their = base }
    }
    if own != base { changedHere.insert(path) }
    let isChangedThere = isUnknown || their != base
    if isChangedThere { changedThere.insert(path) }
    if !isChangedThere {
      // What was removed here comes back with its entity, and what was changed here goes with it.
      if own == nil, attachment != nil, isReferredTo(path) { changes[path] = .take }
      if disputed.follows(path), own != nil, !isReferredTo(path) { changes[path] = .remove }
      return
    }
    if own == their && !isUnknown { return }
    if disputed.follows(path) {
      if isReferredTo(path) {
        if own == nil { changes[path] = .take }
      } else if own != nil {
        changes[path] = .remove
      }
      return
    }
    // Another model got it with its entity, and was sent first.
    if own == nil, let their, others.contains(where: { $0.files[path]?.content == their }) { return }
    if own == base { return changes[path] = attachment == nil ? .remove : .take }
    // It comes with an entity that is not here yet.
    if own == nil, attachment != nil, isReferredTo(path) { return changes[path] = .take }
    decide(path, isTheirs: attachment != nil)
  }

  /// Gives the entity of an attachment the size of the file that stays. Both sides can have replaced the file, and only one the entity, or their conflicts
  /// can be settled in different ways.
  private mutating func alignSizes() throws {
    let replaced = local.attachments.filter { path, content in
      remote.attachments[path]?.file.map { $0.content != content } ?? false
    }
    guard !isUndecided, !replaced.isEmpty else { return }
    let (own, their) = (Array(local.documents.values).attachments, Array(remote.documents.values).attachments)
    for (document, merged) in mergedByPath {
      var sizes: [String: Int64] = [:]
      merged.root.value.snapshot.document.forEachAttachment { entity, _ in
        for path in (try? entity.paths()) ?? [] where replaced[path] != nil {
          var isTheirs = false
          if case .take? = changes[path] { isTheirs = true }
          guard let size = (isTheirs ? their : own)[path]?.size, size != entity.size else { continue }
          sizes[entity.id] = size
        }
      }
      if sizes.isEmpty { continue }
      var live = merged.with(merged.json.live())
      if case .merge(let present)? = changes[document] { live = present }
      for (id, size) in sizes {
        do {
          _ = try live.entity(id)?.value["size"]?.replace(with: "\(size)")
        } catch {
          throw OKitError(.malformed, "\(live.path): \(error)")
        }
      }
      changes[document] = .merge(live)
    }
  }

  /// Gives attachments the form of the model that their entity was moved to.
  private mutating func convertAttachments() throws {
    guard forms.areDifferent, !isUndecided else { return }
    for (path, reference) in merged.attachments {
      let file: AttachmentForms.File?
      switch changes[path] {
      case .take: file = try forms.theirFile(path) ?? forms.ownFile(path)
      case nil: file = local.attachments[path] == nil ? nil : try forms.ownFile(path)
      default: file = nil
      }
      // Models of both kinds can share an attachment that nobody moved.
      guard let file, file.models != reference.models, let form = forms.commonForm(of: reference.models),
        file.form.isEncrypted != form.isEncrypted
      else { continue }
      changes[path] = .convert(file, to: try workspace.target(for: form))
    }
  }
}

extension Sequence<ModelDocument> {
  /// The ids of the entities in the documents.
  var ids: Set<ExactText> { reduce(into: []) { $0.formUnion($1.json.root.ids) } }

  /// The attachments that the documents refer to.
  var attachments: [DataPath: AttachmentReference] {
    var attachments: [DataPath: AttachmentReference] = [:]
    for document in self {
      document.root.value.snapshot.document.forEachAttachment { entity, _ in
        for path in (try? entity.paths()) ?? [] {
          attachments[path, default: AttachmentReference(size: entity.size)].models.insert(document.model)
        }
      }
    }
    return attachments
  }
}

extension ModelDocument {
  /// The document as a partial of another model. Unless it is live, it becomes so.
  fileprivate func moved(to path: DataPath, of model: ModelName, isLive: Bool, _ form: StoredForm) -> ModelDocument {
    let content = isLive ? json : json.live()
    return ModelDocument(
      model: model, path: WorkspacePath(path),
      opened: OpenedDocument(file: opened.file, form: form, document: content), standIn: standIn)
  }

  /// The document with another content.
  fileprivate func with(_ content: JSONDocument) -> ModelDocument {
    ModelDocument(
      model: model, path: path,
      opened: OpenedDocument(file: opened.file, form: opened.form, document: content), standIn: standIn)
  }
}
