import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Protects ids, and the files that are named after them, during edits.
extension EditSession {
  /// True if the slot is the id of an entity.
  func isID(_ slot: BindingSlot) -> Bool {
    let isNamed =
      switch slot {
      case .member(let key, _): key.isExactly("id")
      case .value(let value): value.key.map { $0 == "id" } ?? false
      case .element, .entry: false
      }
    guard isNamed, let object = slot.container else { return false }
    return (try? values().type(of: object)) != .dictionary
  }

  /// Throws an error of kind `usage` if an entity would lose its id.
  func requireNoID(_ slot: BindingSlot) throws {
    guard isID(slot), slot.value?.kind == .string else { return }
    throw OKitError(.usage, "cannot remove the id of an entity", remedy: .words("use 'okit set' to change it"))
  }

  /// Returns the JSON of `new` with the id of `old`, if `old` has an id and `new` has none; nil otherwise. The entity stays the same without naming
  /// its id.
  func keepingID(of old: JSONValue?, in new: JSONValue) throws -> JSONValue? {
    guard let id = old?["id"], id.kind == .string, new.kind == .object, new["id"] == nil else { return nil }
    return try JSONDocument(parsing: NewEntity.json(id: id, given: new)).root
  }

  /// Prepares a new id for an entity: makes sure that it is unique, and records the old id so that references to it are treated at the end.
  func changeID(of slot: BindingSlot, to new: JSONValue) throws {
    guard let id = new.string, !id.isEmpty else { throw OKitError(.malformed, "an id must be a non-empty string") }
    if try hasEntity(id) { throw Self.exists(id) }
    guard let entity = slot.container, let place = store.place(of: entity), let old = slot.value?.string, !old.isEmpty
    else { return }
    if AttachmentEntity(entity) != nil { try AttachmentEntity.check(newID: id) }
    removedEntities.noteID(of: place, old)
  }

  /// Throws an error of kind `usage` if an entity would lose a file whose name depends on its id or format.
  func requireFilesStay(_ slot: BindingSlot, _ new: JSONValue) throws {
    if let old = slot.value, let id = old["id"]?.string, let newID = new["id"]?.string, !id.isExactly(newID) {
      try requireNoFile(of: old)
    }
    guard case .value(let old) = slot, let entity = old.parent, let key = old.key else { return }
    if isID(slot) { try requireNoFile(of: entity) }
    guard key == "format", let attachment = AttachmentEntity(entity), let file = try attachment.file(in: workspace)
    else { return }
    let renamed = AttachmentEntity(id: attachment.id, format: new.string ?? "", size: attachment.size)
    guard try !renamed.paths().contains(file) else { return }
    throw OKitError(
      .usage, "cannot change the format alone: the ending of \(WorkspacePath(file)) depends on it",
      remedy: .words("use 'okit attachment put --format' to change both"))
  }

  private func requireNoFile(of entity: JSONValue) throws {
    guard let place = store.place(of: entity) else { return }
    let file =
      try store.partial(of: place)?.path
      ?? AttachmentEntity(entity)?.file(in: workspace).map(WorkspacePath.init)
    guard let file else { return }
    throw OKitError(
      .usage, "cannot change the id: the entity's file \(file) is named after it",
      remedy: .words("use 'okit remove' and 'okit add' to replace the entity"))
  }

  /// Throws an error of kind `exists` if `new` contains an id twice or the id of an existing entity, and one of kind `malformed` if no file could be
  /// named after the id of an attachment. The ids in `old` are excepted.
  func requireNewIDs(in new: JSONValue, replacing old: JSONValue? = nil) throws {
    var known: Set<EntityID> = []
    old?.forEachEntity { _, id in if let id = EntityID(id) { known.insert(id) } }
    var seen: Set<EntityID> = []
    try new.forEachEntity { entity, value in
      guard let id = EntityID(value), let text = value.string, !text.isEmpty else { return }
      let isKnown = known.contains(id)
      guard seen.insert(id).inserted, try isKnown || !hasEntity(text) else { throw Self.exists(text) }
      if !isKnown, AttachmentEntity(entity) != nil { try AttachmentEntity.check(newID: text) }
    }
  }

  private static func exists(_ id: String) -> OKitError {
    OKitError(.exists, "an entity with the id \(PathComponent.printable(id)) already exists")
  }

  /// True if an entity has this id. Throws an error of kind `locked` if it might be in an unreadable model.
  private func hasEntity(_ id: String) throws -> Bool { try store.entity(id, from: model) != nil }

  // MARK: - References

  /// Records a new value, to report dangling references in it at the end.
  func noteNew(_ value: JSONValue) {
    if value.key.map({ $0 == "refKey" }) ?? false || value.kind == .object || value.kind == .array {
      newValues.append((value, line))
    }
  }
}
