import JSONDocument
import OKitModels
import OKitStorage

/// The entities that edits remove, and everything that depends on them: references, partials and attachments.
struct RemovedEntities {
  private struct Entity {
    let place: EntityPlace
    let id: String
    /// True if the entity stays but got another id.
    let isRenamed: Bool
  }

  private var entities: [Entity] = []

  /// Records the removal of `value` and everything in it, except for entities that `replacement` contains as well.
  mutating func note(_ value: JSONValue, replacedBy replacement: JSONValue? = nil, _ store: EntityStore) {
    guard let document = store.document(of: value) else { return }
    var staying: Set<EntityID> = []
    replacement?.forEachEntity { _, id in if let id = EntityID(id) { staying.insert(id) } }
    value.forEachEntity { entity, id in
      guard !(EntityID(id).map(staying.contains) ?? false) else { return }
      entities.append(
        Entity(place: EntityPlace(document: document, value: entity), id: id.string ?? "", isRenamed: false))
    }
  }

  /// Records that the entity at `place` lost its id.
  mutating func noteID(of place: EntityPlace, _ id: String) {
    entities.append(Entity(place: place, id: id, isRenamed: true))
  }

  /// Removes the partials and attachments of removed entities, and treats references to them according to `policy`.
  ///
  /// Throws an error of kind `usage` if there are references that the policy refuses. If references could be in an unreadable model, throws the
  /// errors of ``UnreadModels/require(_:)``.
  mutating func finish(
    _ policy: ReferencePolicy, _ edit: WorkspaceEdit, _ outcome: inout EditOutcome
  ) throws {
    guard !entities.isEmpty else { return }
    // A partial is removed with its stand-in, and so are the entities in it. It may even contain its own stand-in.
    let partials = try edit.store.partials(behind: entities.filter { !$0.isRenamed }.map(\.place))
    for partial in partials { note(partial.json.root, edit.store) }
    let rest = try Rest(edit.store, of: Set(entities.map { EntityID($0.id) }))
    let removed = entities.filter { !rest.ids.contains(EntityID($0.id)) }
    if policy != .leave, let first = removed.first {
      try rest.unread.require("references to \(PathComponent.printable(first.id))")
    }
    try resolve(rest.references(to: Set(removed.map { EntityID($0.id) })), policy, edit, &outcome)
    // Entities that the same edit added do not count as removed.
    outcome.removedEntities = LargeRemoval.count(
      of: Set(removed.filter { !$0.isRenamed }.map { EntityID($0.id) }), in: edit.store)
    outcome.backup = try edit.prepareRemoval(of: outcome.removedEntities)
    let staying = Set(rest.documents.map { ObjectIdentifier($0) })
    for partial in partials where !staying.contains(ObjectIdentifier(partial)) {
      edit.remove(partial.path, partial.opened.file)
      outcome.removedFiles.append(partial.path)
    }
    for entity in removed where !entity.isRenamed { try removeFile(of: entity, rest, edit, &outcome) }
  }

  private func resolve(
    _ references: [(place: EntityPlace, key: JSONValue)], _ policy: ReferencePolicy, _ edit: WorkspaceEdit,
    _ outcome: inout EditOutcome
  ) throws {
    guard let first = references.first else { return }
    switch policy {
    case .leave: break
    case .clear:
      for (place, key) in references { try edit.change(place.document) { try key.replace(with: "\"\"") } }
      outcome.clearedReferences = references.count
    case .refuse:
      let id = PathComponent.printable(first.key.string ?? "")
      let others = Set(references.compactMap { $0.key.string }).count - 1
      let what = others > 0 ? "\(id) and \(others) more" : id
      throw OKitError(
        .usage, "\(what) \(others > 0 ? "are" : "is") still referenced",
        remedy: .listReferences(
          to: first.key.string ?? "",
          next: edit.command == "remove"
            ? "use --nullify to clear them or --force to keep them" : "change or clear them first"))
    }
  }

  /// Removes the file of an attachment, unless another entity might use it.
  private func removeFile(
    of entity: Entity, _ rest: Rest, _ edit: WorkspaceEdit, _ outcome: inout EditOutcome
  ) throws {
    guard let attachment = AttachmentEntity(entity.place.value), (try? attachment.paths()) != nil,
      let file = try attachment.file(in: edit.workspace)
    else { return }
    let path = WorkspacePath(file)
    guard rest.unread.errors.isEmpty else {
      return edit.workspace.observer.warned("kept \(path): an unreadable model may use it")
    }
    try edit.workspace.storage.requireNoLinkedFolder(on: path)
    guard try edit.isTaken(path), let old = try edit.workspace.storage.snapshot(path) else { return }
    edit.remove(path, old)
    outcome.removedFiles.append(path)
  }

  /// The documents after the edits.
  private struct Rest {
    let documents: [ModelDocument]
    let unread: UnreadModels
    /// The wanted ids that an entity still has.
    private(set) var ids: Set<EntityID> = []

    init(_ store: EntityStore, of wanted: Set<EntityID>) throws {
      let (models, unread) = try store.readableModels(afterChanges: true)
      documents = models.flatMap(\.all)
      self.unread = unread
      for document in documents {
        document.json.forEachEntity { _, id in
          if let id = EntityID(id), wanted.contains(id) { ids.insert(id) }
        }
      }
    }

    func references(to ids: Set<EntityID>) -> [(place: EntityPlace, key: JSONValue)] {
      guard !ids.isEmpty else { return [] }
      var references: [(EntityPlace, JSONValue)] = []
      for document in documents {
        document.json.forEachReference { object, key in
          guard let id = EntityID(key), ids.contains(id) else { return }
          references.append((EntityPlace(document: document, value: object), key))
        }
      }
      return references
    }
  }
}
