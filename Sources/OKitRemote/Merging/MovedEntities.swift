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
    fileprivate let baseSpot: EntitySpot
    fileprivate let ownSpot: EntitySpot?
    fileprivate let theirSpot: EntitySpot?
    /// The entity in our document, or else in theirs.
    let origin: EntityPlace
    /// The entity in their document; nil if it was removed there.
    let theirOrigin: EntityPlace?

    /// The id of the stand-in whose partial had the entity; nil if there is none.
    var standIn: ExactText? { baseSpot.wholeDocument.flatMap { [$0].partialIDs.first } }

    /// True if both sides moved the entity to different places.
    var isMovedApart: Bool {
      guard let ownSpot, let theirSpot else { return false }
      return ownSpot != theirSpot && ownSpot != baseSpot && theirSpot != baseSpot
    }

    /// True if one side removed the entity, and the other one moved it.
    var isMovedAndRemoved: Bool { ours == nil || theirs == nil }

    /// Returns the place that the entity gets; nil if it is removed. `settlement` decides what is in question.
    fileprivate func spot(_ settlement: DocumentMerge.Settlement?) -> EntitySpot? {
      switch settlement {
      case nil: ownSpot == baseSpot ? theirSpot : ownSpot
      case .theirs?: theirSpot
      default: ownSpot
      }
    }
  }

  /// Three versions of a document, in which moved entities are only their ids.
  struct Document {
    var base: JSONDocument?
    var ours: JSONDocument?
    var theirs: JSONDocument?
  }

  /// The moved entities by their ids.
  private(set) var entities: [ExactText: Entity] = [:]
  /// The documents that contain such an entity in any of their versions.
  private(set) var documents: [DataPath: Document] = [:]

  /// Finds the moved entities, if both sides changed something.
  ///
  /// Throws the errors of reading the common documents.
  init(_ local: LocalCopies, _ remote: RemoteFiles, since common: CommonVersions) throws {
    let paths = Set(local.documents.keys).union(remote.documents.keys)
      .union(common.documents)
    let changedHere = paths.filter { local.files[$0] != common.files[$0]?.content }
    let changedThere = paths.filter { remote.files[$0]?.content != common.files[$0]?.content }
    let attachments = common.files.filter { ModelName(document: $0.key) == nil }
    guard !changedHere.isEmpty || attachments.contains(where: { local.attachments[$0] != $1.content }),
      !changedThere.isEmpty || attachments.contains(where: { remote.attachments[$0]?.file?.content != $1.content })
    else { return }
    let versions = try changedHere.union(changedThere).reduce(into: [DataPath: Document]()) { versions, path in
      versions[path] = Document(
        base: try common.document(path), ours: local.documents[path]?.json,
        theirs: remote.documents[path]?.json)
    }
    var removed: Set<ExactText> = []
    for side in [\Document.ours, \Document.theirs] {
      for version in versions.values {
        removed.formUnion(EntityRemovals(from: version.base?.root, to: version[keyPath: side]?.root).ids)
      }
    }
    if !removed.isEmpty { try find(removed, in: versions, local, remote) }
  }

  /// The moved entities: stand-ins before the entities of their partials, otherwise in the order of their ids.
  var inOrder: [Entity] {
    func rank(_ entity: Entity) -> Int { entity.standIn.map { entities[$0] != nil } == true ? 1 : 0 }
    return entities.values.sorted { (rank($0), $0.id) < (rank($1), $1.id) }
  }

  /// False for a document in which nothing but moved entities changed on the side that has it.
  func isChanged(_ path: DataPath) -> Bool {
    guard let document = documents[path], let base = document.base, let present = document.ours ?? document.theirs
    else {
      return true
    }
    return !present.root.isSame(as: base.root)
  }

  /// Takes those of the `removed` entities that are at another place out of the documents.
  private mutating func find(
    _ removed: Set<ExactText>, in versions: [DataPath: Document], _ local: LocalCopies, _ remote: RemoteFiles
  ) throws {
    let base = EntitySpots(of: removed, in: versions.compactMapValues(\.base))
    let ours = EntitySpots(of: removed, in: versions.compactMapValues(\.ours))
    let theirs = EntitySpots(of: removed, in: versions.compactMapValues(\.theirs))
    let moved = removed.filter { id in
      // An entity that is there twice is not moved, because nobody knows which one it is.
      guard let old = base[id], ours.counts[id] ?? 0 < 2, theirs.counts[id] ?? 0 < 2 else { return false }
      return [ours[id], theirs[id]].contains { $0 != nil && $0?.spot != old.spot }
    }
    if moved.isEmpty { return }
    let (oldEntities, oldDocuments) = try base.separate(moved, from: versions.compactMapValues(\.base))
    let (ownEntities, ownDocuments) = try ours.separate(moved, from: versions.compactMapValues(\.ours))
    let (theirEntities, theirDocuments) = try theirs.separate(moved, from: versions.compactMapValues(\.theirs))
    for id in moved {
      let own = ours[id].flatMap { found in
        local.documents[found.path].map { EntityPlace(document: $0, value: found.value) }
      }
      let their = theirs[id].flatMap { found in
        remote.documents[found.path].map { EntityPlace(document: $0, value: found.value) }
      }
      guard let spot = base[id]?.spot, let old = oldEntities[id], let origin = own ?? their else {
        preconditionFailure("a moved entity is in the common version and on one side")
      }
      entities[id] = Entity(
        id: id, base: old, ours: ownEntities[id], theirs: theirEntities[id], baseSpot: spot, ownSpot: ours[id]?.spot,
        theirSpot: theirs[id]?.spot, origin: origin, theirOrigin: their)
    }
    for path in Set(oldDocuments.keys).union(ownDocuments.keys).union(theirDocuments.keys) {
      documents[path] = Document(
        base: oldDocuments[path] ?? versions[path]?.base, ours: ownDocuments[path] ?? versions[path]?.ours,
        theirs: theirDocuments[path] ?? versions[path]?.theirs)
    }
    try forgetStandIns()
  }

  /// Takes back what one side changed in stand-ins that the other side removed with their partials when it moved the entities out of them. The entities have
  /// what counts.
  private mutating func forgetStandIns() throws {
    for (side, other) in [(\Document.ours, \Document.theirs), (\Document.theirs, \Document.ours)] {
      let left = entities.values.compactMap { entity -> ExactText? in
        guard let path = entity.baseSpot.wholeDocument, documents[path]?[keyPath: side] == nil,
          (side == \Document.ours ? entity.ours : entity.theirs) != nil
        else { return nil }
        return entity.standIn
      }
      for id in left {
        for (path, document) in documents {
          guard let former = document.base?.object(with: id), let changed = document[keyPath: other]?.object(with: id),
            changed.parent != nil, !changed.hasSameBytes(as: former), let live = document[keyPath: other]?.live()
          else { continue }
          try Self.change { () throws(JSONEditError) in
            try live.value(at: changed.index).replace(with: former.rawText)
          }
          documents[path]?[keyPath: other] = live.root.snapshot.document
        }
      }
    }
  }

  /// Puts the merged entities back to where their ids are in the merged documents. Both are live. `settlements` tell which place an entity gets that was moved
  /// apart, or moved and removed.
  ///
  /// Throws an error of kind `busy` if an entity would have no place.
  func join(
    _ merged: [ExactText: JSONDocument], into documents: inout [DataPath: ModelDocument],
    _ settlements: [ExactText: DocumentMerge.Settlement]
  ) throws {
    try leaveOnePlaceEach(merged, &documents, settlements)
    var joined: Set<ExactText> = []
    func join(into document: JSONDocument, isEntity: Bool) throws {
      for (value, entity) in places(in: document, isEntity: isEntity) {
        guard joined.insert(entity.id).inserted, let content = merged[entity.id] else { throw apart(entity.id) }
        try join(into: content, isEntity: true)
        try Self.change { () throws(JSONEditError) in try value.replace(with: content.root.snapshot.rawText) }
      }
    }
    for document in documents.values { try join(into: document.json, isEntity: false) }
    for entity in entities.values.sorted(by: { $0.id < $1.id }) where !joined.contains(entity.id) {
      if entity.isMovedAndRemoved, entity.spot(settlements[entity.id]) == nil { continue }
      // What contained it was removed, or is inside of it.
      for (id, content) in merged where !joined.contains(id) {
        for (value, inner) in places(in: content, isEntity: true) where inner.id == entity.id {
          try remove(value, inner)
        }
      }
      let spots = [entity.spot(settlements[entity.id]), entity.ownSpot, entity.theirSpot, entity.baseSpot]
      guard let array = spots.compactMap({ $0 }).compactMap({ $0.array(in: documents) }).first else {
        throw apart(entity.id)
      }
      try Self.change { () throws(JSONEditError) in try array.insert(Self.text(of: entity.id)) }
      for document in documents.values { try join(into: document.json, isEntity: false) }
    }
  }

  /// Removes the ids at all places except those that the entities get.
  private func leaveOnePlaceEach(
    _ merged: [ExactText: JSONDocument], _ documents: inout [DataPath: ModelDocument],
    _ settlements: [ExactText: DocumentMerge.Settlement]
  ) throws {
    var found: [ExactText: [(value: JSONValue, path: DataPath?)]] = [:]
    for (path, document) in documents {
      for (value, entity) in places(in: document.json, isEntity: false) {
        found[entity.id, default: []].append((value, path))
      }
    }
    for document in merged.values {
      for (value, entity) in places(in: document, isEntity: true) { found[entity.id, default: []].append((value, nil)) }
    }
    var losing: Set<DataPath> = []
    for (id, places) in found {
      guard let entity = entities[id], places.count > 1 || settlements[id] != nil else { continue }
      let spot = entity.spot(settlements[id])
      for (value, path) in places where EntitySpot(of: value, in: path) != spot {
        if value.parent == nil, let path { losing.insert(path) } else { try remove(value, entity) }
      }
    }
    if losing.isEmpty { return }
    // A partial that loses goes with its stand-in.
    for path in losing { documents[path] = nil }
    for document in documents.values.map(\.json) + merged.values {
      var standIns: [JSONValue] = []
      document.forEachEntity { value, id in
        if value.parent != nil, let id = id.string, losing.partialIDs.contains(ExactText(id)) { standIns.append(value) }
      }
      for value in standIns { try Self.change { () throws(JSONEditError) in try value.remove() } }
    }
  }

  /// Removes the id of an entity from a place that it does not get.
  private func remove(_ value: JSONValue, _ entity: Entity) throws {
    // A property had another value before, which would be lost.
    if value.key != nil, documents.values.contains(where: { EntitySpot(of: value, in: nil).value(in: $0.base) != nil })
    {
      throw apart(entity.id)
    }
    try Self.change { () throws(JSONEditError) in try value.remove() }
  }

  /// Returns where the ids of moved entities are in a document, or in a moved entity.
  private func places(in document: JSONDocument, isEntity: Bool) -> [(value: JSONValue, entity: Entity)] {
    var places: [(JSONValue, Entity)] = []
    document.forEachEntity { value, id in
      // A stand-in can have the same id as the entity in its partial.
      if isEntity && value.parent == nil || value.count != 1 { return }
      if let entity = id.string.flatMap({ entities[ExactText($0)] }) { places.append((value, entity)) }
    }
    return places
  }

  fileprivate static func text(of id: ExactText) -> String { "{\"id\":\(JSONText.quote(id.text))}" }

  private static func change<Result>(_ body: () throws(JSONEditError) -> Result) throws {
    do { _ = try body() } catch { throw OKitError(.malformed, "\(error)") }
  }

  private func apart(_ id: ExactText) -> OKitError {
    OKitError(
      .busy, "the place of the entity \(PathComponent.printable(id.text)) was changed here and on the server",
      remedy: .words("move it here to where the server has it, then run it again"))
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

  /// The document if the entity is its root; nil otherwise.
  var wholeDocument: DataPath? { members.isEmpty ? document : nil }

  /// Returns the array in which an entity has this place; nil if there is none.
  func array(in documents: [DataPath: ModelDocument]) -> JSONValue? {
    for (path, document) in documents where self.document == nil || self.document == path {
      if let value = value(in: document.json), value.kind == .array { return value }
    }
    return nil
  }

  /// Returns the value at this place, or the array that contains it; nil if there is none.
  func value(in document: JSONDocument?) -> JSONValue? {
    guard let document else { return nil }
    var value: JSONValue? = owner == nil ? document.root : nil
    if let owner {
      document.forEachEntity { entity, id in
        if id.hasString(equalTo: owner.text), entity.count > 1 { value = entity }
      }
    }
    for member in members.reversed() { value = value?[member.text] }
    return value
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
    // A stand-in can have the same id as the entity in its partial.
    let standIns = Set(
      documents.compactMap { path, document in
        document.root["id"]?.string.map(ExactText.init).flatMap { [path].partialIDs.contains($0) ? $0 : nil }
      })
    for (path, document) in documents {
      document.forEachEntity { value, id in
        guard let id = id.string.map(ExactText.init), ids.contains(id) else { return }
        if value.parent != nil, standIns.contains(id) { return }
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
      for (id, place) in group.sorted(by: { $0.place.value.range.upperBound < $1.place.value.range.upperBound }) {
        let value = live.value(at: place.value.index)
        do {
          entities[id] = try JSONDocument(parsing: value.snapshot.rawText, secret: true)
          try value.replace(with: MovedEntities.text(of: id))
        } catch { throw OKitError(.malformed, "\(WorkspacePath(path)): \(error)") }
      }
      rest[path] = live.root.snapshot.document
    }
    return (entities, rest)
  }
}

/// The ids of the entities that are not at their places any more in another version of a document.
private struct EntityRemovals {
  private(set) var ids: Set<ExactText> = []

  init(from old: JSONValue?, to new: JSONValue?) {
    var open = [(old, new)]
    while let (old, new) = open.popLast() {
      guard let old else { continue }
      guard let new else {
        ids.formUnion(old.ids)
        continue
      }
      if old.hasSameBytes(as: new) { continue }
      switch (old.kind, new.kind) {
      case (.object, .object) where old["id"]?.string == new["id"]?.string:
        old.pairMembers(with: new) { own, other in if let own { open.append((own.value, other?.value)) } }
      case (.array, .array):
        guard let before = EntityElements(old), let after = EntityElements(new) else {
          if !old.isSame(as: new) { ids.formUnion(old.ids) }
          continue
        }
        for id in before.ids {
          guard let old = before[id] else { continue }
          if let new = after[id], old.hasSameBytes(as: new) { continue }
          open.append((old, after[id]))
        }
      default: ids.formUnion(old.ids)
      }
    }
  }
}

extension JSONDocument {
  /// Returns the first entity with this id.
  fileprivate func object(with id: ExactText) -> JSONValue? {
    var found: JSONValue?
    forEachEntity { value, text in if found == nil, text.hasString(equalTo: id.text) { found = value } }
    return found
  }
}

extension JSONValue {
  /// The ids of the entities in the value, including itself.
  var ids: Set<ExactText> {
    var ids: Set<ExactText> = []
    // One pass over the text is much faster than a walk over the values.
    if parent == nil {
      document.forEachEntity { _, id in if let text = id.string { ids.insert(ExactText(text)) } }
    } else {
      forEachEntity { _, id in if let text = id.string { ids.insert(ExactText(text)) } }
    }
    return ids
  }
}
