import Bindings
import JSONDocument

/// An entity that came, went or changed.
struct EntityEvent {
  let kind: HookEvent
  let model: ModelName
  /// Where it is, or was; as it can be given back to okit.
  let path: String
  /// Nil of the root of a model that has none.
  let id: String?
  let old: JSONValue?
  let new: JSONValue?

  /// What became of entities from the old to the new versions of documents, which are taken together: an entity that moved from one to another did not
  /// go. One changed where something other than the entities in it did.
  static func events(in versions: DocumentVersions) -> [EntityEvent] {
    let old = Entities(versions.all.compactMap { version in version.old.map { ($0, version) } })
    let new = Entities(versions.all.compactMap { version in version.new.map { ($0, version) } })
    let changed = new.inOrder.filter { entity in
      old.byKey[entity.key].map { !$0.value.hasSameContent(as: entity.value) } ?? true
    }
    let gone = old.inOrder.filter { new.byKey[$0.key] == nil }
    let events = zip(changed, Entities.paths(of: changed)).map { entity, path in
      let before = old.byKey[entity.key]?.value
      return EntityEvent(
        kind: before == nil ? .managed : .changed, model: entity.version.model, path: path, id: entity.id, old: before,
        new: entity.value)
    }
    return events
      + zip(gone, Entities.paths(of: gone)).map { entity, path in
        EntityEvent(
          kind: .unmanaged, model: entity.version.model, path: path, id: entity.id, old: entity.value, new: nil)
      }
  }
}

/// The entities of documents; of those with one id the first.
private struct Entities {
  struct Entity {
    let id: String?
    let value: JSONValue
    let version: DocumentVersions.Version

    /// What it is known by: its id, which is never empty; the root of a model counts without one.
    var key: ExactText { ExactText(id ?? "\0\(version.model)") }
  }

  private(set) var inOrder: [Entity] = []
  private(set) var byKey: [ExactText: Entity] = [:]

  init(_ documents: [(JSONDocument, DocumentVersions.Version)]) {
    for (document, version) in documents {
      if !version.isPartial, document.root.kind == .object, document.root["id"]?.string?.isEmpty ?? true {
        add(Entity(id: nil, value: document.root, version: version))
      }
      document.forEachEntity { value, id in
        guard let id = id.string, !id.isEmpty else { return }
        add(Entity(id: id, value: value, version: version))
      }
    }
  }

  private mutating func add(_ entity: Entity) {
    guard byKey[entity.key] == nil else { return }
    byKey[entity.key] = entity
    inOrder.append(entity)
  }
}

extension Entities {
  /// The paths of entities, in one pass over each of their documents. An entity of a partial is named by its id.
  static func paths(of entities: [Entity]) -> [String] {
    var finders: [ObjectIdentifier: PathFinder] = [:]
    var steps: [JSONValue: [BoundValue.Step]] = [:]
    for entity in entities.sorted(by: { $0.value.index < $1.value.index }) where !entity.version.isPartial {
      let document = entity.value.document
      // A finder is changed where it is, not copied for each.
      steps[entity.value] = finders[ObjectIdentifier(document), default: PathFinder(document)].steps(to: entity.value)
    }
    return entities.map { entity in
      if let steps = steps[entity.value] {
        return BoundValue.Step.text(of: steps, model: entity.version.model.description)
      }
      let segment = Binding.Segment(.entity(entity.id ?? ""))
      return Binding(parts: [.init(content: .path(.init(segments: [segment])))]).description
    }
  }
}

extension JSONValue {
  /// Whether an entity says the same as before, but for what the entities in it say.
  fileprivate func hasSameContent(as other: JSONValue) -> Bool {
    var open: [(JSONValue, JSONValue)] = []
    func members(_ object: JSONValue) -> [ExactText: JSONValue] {
      Dictionary(object.members.map { (ExactText($0.key.string), $0.value) }) { first, _ in first }
    }
    func areSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
      guard left.kind == right.kind else { return false }
      switch left.kind {
      case .object:
        let (ours, theirs) = (members(left), members(right))
        guard ours.count == theirs.count, ours.keys.allSatisfy({ theirs[$0] != nil }) else { return false }
        open += ours.compactMap { key, value in theirs[key].map { (value, $0) } }
      case .array:
        let (ours, theirs) = (Array(left.elements), Array(right.elements))
        guard ours.count == theirs.count else { return false }
        open += zip(ours, theirs)
      default: return left.isSame(as: right)
      }
      return true
    }
    guard areSame(self, other) else { return false }
    while let (left, right) = open.popLast() {
      if let id = left["id"]?.string, !id.isEmpty, right["id"]?.hasString(equalTo: id) == true { continue }
      guard areSame(left, right) else { return false }
    }
    return true
  }
}
