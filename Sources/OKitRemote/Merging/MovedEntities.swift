import JSONDocument
import OKitModels
import OKitStorage

/// The entities of a model that a side moved since the common state, within a document or between documents, such as into a partial.
///
/// They are merged apart from what is around them, so that a change of an entity follows it to its new place: in all versions of the documents, only the ids
/// of moved entities are left at their places.
struct MovedEntities {
  /// Three versions of an entity.
  struct Entity {
    let id: ExactText
    let base: JSONDocument
    /// Nil if the entity was removed here.
    let ours: JSONDocument?
    /// Nil if the entity was removed on the server.
    let theirs: JSONDocument?
    fileprivate let places: (base: EntitySpot, ours: EntitySpot?, theirs: EntitySpot?)
    /// The entity in our document, or else in theirs.
    let origin: EntityPlace

    /// True if both sides moved the entity to different places.
    var isMovedApart: Bool {
      guard let ours = places.ours, let theirs = places.theirs else { return false }
      return ours != theirs && ours != places.base && theirs != places.base
    }

    /// True if one side removed the entity, and the other one moved it.
    var isMovedAndRemoved: Bool { ours == nil || theirs == nil }
  }

  /// Three versions of a document, in which moved entities are only their ids.
  struct Document {
    fileprivate(set) var base: JSONDocument?
    fileprivate(set) var ours: JSONDocument?
    fileprivate(set) var theirs: JSONDocument?
  }

  /// The moved entities by their ids.
  private(set) var entities: [ExactText: Entity] = [:]
  /// The documents that contain such an entity in any of their versions.
  private(set) var documents: [DataPath: Document] = [:]

  /// Finds the moved entities, if both sides changed something.
  ///
  /// Throws the errors of reading the common documents.
  init(_ local: LocalModel, _ remote: RemoteModel, since common: CommonState, in workspace: Workspace) throws {
    let paths = Set(local.documents.keys).union(remote.documents.keys)
      .union(common.files.keys.filter { ModelName(document: $0) != nil })
    let changedHere = paths.filter { local.files[$0] != common.files[$0]?.content }
    let changedThere = paths.filter { remote.files[$0]?.content != common.files[$0]?.content }
    guard !changedHere.isEmpty, !changedThere.isEmpty else { return }
    let versions = try changedHere.union(changedThere).reduce(into: [DataPath: Document]()) { versions, path in
      versions[path] = Document(
        base: try common.document(path, in: workspace), ours: local.documents[path]?.json,
        theirs: remote.documents[path]?.json)
    }
    var candidates: Set<ExactText> = []
    for side in [\Document.ours, \Document.theirs] {
      var changes = EntityChanges()
      for version in versions.values { changes.add(from: version.base?.root, to: version[keyPath: side]?.root) }
      candidates.formUnion(changes.removed.intersection(changes.added))
    }
    if candidates.isEmpty { return }
    try find(candidates, in: versions) { path, isOurs in
      (isOurs ? local.documents[path] : remote.documents[path]) ?? local.documents[path]
    }
  }

  /// False for a document in which nothing but moved entities changed on the side that has it.
  func isChanged(_ path: DataPath) -> Bool {
    guard let document = documents[path], let base = document.base, let present = document.ours ?? document.theirs
    else {
      return true
    }
    return !present.root.isSame(as: base.root)
  }

  /// Takes those of the `candidates` that were moved out of the documents.
  private mutating func find(
    _ candidates: Set<ExactText>, in versions: [DataPath: Document],
    _ document: (_ path: DataPath, _ isOurs: Bool) -> ModelDocument?
  ) throws {
    let base = EntitySpots(of: candidates, in: versions.compactMapValues(\.base))
    let ours = EntitySpots(of: candidates, in: versions.compactMapValues(\.ours))
    let theirs = EntitySpots(of: candidates, in: versions.compactMapValues(\.theirs))
    let moved = candidates.filter { id in
      // An entity that is there twice is not moved, because nobody knows which one it is.
      guard let old = base[id], ours.counts[id] ?? 0 < 2, theirs.counts[id] ?? 0 < 2 else { return false }
      return [ours[id], theirs[id]].contains { $0 != nil && $0?.spot != old.spot }
    }
    if moved.isEmpty { return }
    let (oldTexts, oldDocuments) = try base.separate(moved, from: versions.compactMapValues(\.base))
    let (ownTexts, ownDocuments) = try ours.separate(moved, from: versions.compactMapValues(\.ours))
    let (theirTexts, theirDocuments) = try theirs.separate(moved, from: versions.compactMapValues(\.theirs))
    for id in moved {
      guard let base = base[id], let old = oldTexts[id], let found = ours[id] ?? theirs[id],
        let document = document(found.path, ours[id] != nil)
      else { continue }
      entities[id] = Entity(
        id: id, base: old, ours: ownTexts[id], theirs: theirTexts[id],
        places: (base.spot, ours[id]?.spot, theirs[id]?.spot),
        origin: EntityPlace(document: document, value: found.value))
    }
    for path in Set(oldDocuments.keys).union(ownDocuments.keys).union(theirDocuments.keys) {
      documents[path] = Document(
        base: oldDocuments[path] ?? versions[path]?.base, ours: ownDocuments[path] ?? versions[path]?.ours,
        theirs: theirDocuments[path] ?? versions[path]?.theirs)
    }
  }

  /// Puts the merged entities back to where their ids are in the merged documents. Both are live. `settlements` tell which place an entity gets that was moved
  /// apart, or moved and removed.
  ///
  /// Throws an error of kind `busy` if an entity would be lost, or be at two places.
  func join(
    _ merged: [ExactText: JSONDocument], into documents: inout [DataPath: ModelDocument],
    _ settlements: [ExactText: DocumentMerge.Settlement]
  ) throws {
    var losing: Set<DataPath> = []
    for (path, document) in documents where try !removeLosers(from: document.json, at: path, settlements) {
      losing.insert(path)
    }
    for document in merged.values { _ = try removeLosers(from: document, at: nil, settlements) }
    if !losing.isEmpty {
      for path in losing { documents[path] = nil }
      for document in documents.values.map(\.json) + merged.values { try remove(losing.partialIDs, from: document) }
    }
    var joined: Set<ExactText> = []
    func join(into document: JSONDocument, isEntity: Bool) throws {
      for (value, entity) in places(in: document, isEntity: isEntity) {
        guard joined.insert(entity.id).inserted, let content = merged[entity.id] else { throw apart(entity.id) }
        try join(into: content, isEntity: true)
        do { try value.replace(with: content.root.snapshot.rawText) } catch { throw OKitError(.malformed, "\(error)") }
      }
    }
    for document in documents.values { try join(into: document.json, isEntity: false) }
    for entity in entities.values where !joined.contains(entity.id) {
      let isRemoved =
        switch settlements[entity.id] {
        case .theirs?: entity.theirs == nil
        case let settlement: entity.ours == nil || entity.theirs == nil && settlement == nil
        }
      guard isRemoved else { throw apart(entity.id) }
    }
  }

  /// Removes the ids at the places that lose. Returns false if the whole document is such a place.
  private func removeLosers(
    from document: JSONDocument, at path: DataPath?, _ settlements: [ExactText: DocumentMerge.Settlement]
  ) throws -> Bool {
    for (value, entity) in places(in: document, isEntity: path == nil) {
      guard let settlement = settlements[entity.id] else { continue }
      let kept = settlement == .theirs ? entity.places.theirs : entity.places.ours
      if EntitySpot(of: value, in: path) == kept { continue }
      if value.parent == nil { return false }
      do { try value.remove() } catch { throw OKitError(.malformed, "\(error)") }
    }
    return true
  }

  /// Removes the stand-ins with these ids.
  private func remove(_ ids: Set<ExactText>, from document: JSONDocument) throws {
    var standIns: [JSONValue] = []
    document.forEachEntity { value, id in
      if value.parent != nil, let id = id.string, ids.contains(ExactText(id)) { standIns.append(value) }
    }
    for value in standIns {
      do { try value.remove() } catch { throw OKitError(.malformed, "\(error)") }
    }
  }

  /// Returns where the ids of moved entities are in a document, or in a moved entity.
  private func places(in document: JSONDocument, isEntity: Bool) -> [(value: JSONValue, entity: Entity)] {
    var places: [(JSONValue, Entity)] = []
    document.forEachEntity { value, id in
      if isEntity, value.parent == nil { return }
      if let entity = id.string.flatMap({ entities[ExactText($0)] }) { places.append((value, entity)) }
    }
    return places
  }

  private func apart(_ id: ExactText) -> OKitError {
    OKitError(
      .busy, "the entity \(PathComponent.printable(id.text)) was moved to different places here and on the server",
      remedy: .words("move it to the same place here, then run it again"))
  }
}

/// The place of an entity: the entity around it, and the members between both. Its position among other elements does not count.
private struct EntitySpot: Hashable {
  /// The id of the entity around it; nil if there is none.
  private var owner: ExactText?
  /// The document, unless there is an entity around it.
  private var document: DataPath?
  private var members: [ExactText] = []

  init(of entity: JSONValue, in document: DataPath?) {
    var value = entity
    while let container = value.parent {
      if let key = value.key { members.append(ExactText(key.string)) }
      if let id = container["id"]?.string {
        owner = ExactText(id)
        return
      }
      value = container
    }
    self.document = document
  }
}

/// The places of some entities in one version of a model's documents.
private struct EntitySpots {
  struct Found {
    let path: DataPath
    let value: JSONValue
    let spot: EntitySpot
  }

  private(set) var counts: [ExactText: Int] = [:]
  private var places: [ExactText: Found] = [:]

  init(of ids: Set<ExactText>, in documents: [DataPath: JSONDocument]) {
    for (path, document) in documents {
      document.forEachEntity { value, id in
        guard let id = id.string.map(ExactText.init), ids.contains(id) else { return }
        counts[id, default: 0] += 1
        places[id] = Found(path: path, value: value, spot: EntitySpot(of: value, in: path))
      }
    }
  }

  /// The place of the only entity with this id; nil if there is none.
  subscript(id: ExactText) -> Found? { counts[id] == 1 ? places[id] : nil }

  /// Returns the entities, and the documents that contained them, in which only their ids are left.
  func separate(
    _ ids: Set<ExactText>, from documents: [DataPath: JSONDocument]
  ) throws -> (entities: [ExactText: JSONDocument], documents: [DataPath: JSONDocument]) {
    var entities: [ExactText: JSONDocument] = [:]
    var rest: [DataPath: JSONDocument] = [:]
    let found = ids.compactMap { id in self[id].map { (id: id, place: $0) } }
    for (path, group) in Dictionary(grouping: found, by: \.place.path) {
      guard let live = documents[path]?.live() else { continue }
      // Those inside of other ones come first.
      for (id, place) in group.sorted(by: { $0.place.value.index > $1.place.value.index }) {
        let value = live.value(at: place.value.index)
        do {
          entities[id] = try JSONDocument(parsing: value.snapshot.rawText, secret: true)
          try value.replace(with: "{\"id\":\(JSONText.quote(id.text))}")
        } catch { throw OKitError(.malformed, "\(WorkspacePath(path)): \(error)") }
      }
      rest[path] = live.root.snapshot.document
    }
    return (entities, rest)
  }
}

/// The ids of the entities that disappeared from their places, or appeared there, between two versions of documents.
private struct EntityChanges {
  private(set) var removed: Set<ExactText> = []
  private(set) var added: Set<ExactText> = []

  mutating func add(from old: JSONValue?, to new: JSONValue?) {
    var open = [(old, new)]
    while let (old, new) = open.popLast() {
      guard let old, let new else {
        if let old { removed.formUnion(old.ids) }
        if let new { added.formUnion(new.ids) }
        continue
      }
      if old.isEqual(to: new) { continue }
      switch (old.kind, new.kind) {
      case (.object, .object) where old["id"]?.string == new["id"]?.string:
        for (key, value) in old.members where key.isFirst { open.append((value, new[key.string])) }
        for (key, value) in new.members where key.isFirst && old[key.string] == nil { open.append((nil, value)) }
      case (.array, .array):
        if let before = EntityElements(old), let after = EntityElements(new) {
          for id in before.ids { open.append((before[id], after[id])) }
          for id in after.ids where before[id] == nil { open.append((nil, after[id])) }
        } else {
          fallthrough
        }
      default: open += [(old, nil), (nil, new)]
      }
    }
  }
}

extension JSONValue {
  /// The ids of the entities in the value, including itself.
  var ids: Set<ExactText> {
    var ids: Set<ExactText> = []
    forEachEntity { _, id in if let text = id.string { ids.insert(ExactText(text)) } }
    return ids
  }
}
