import Bindings
import Ciphers
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The values that a draft edits.
struct DraftTargets {
  /// A value, or the place of a missing one.
  struct Target {
    let stored: Draft.Target
    let slot: BindingSlot
    let type: PropertyType?

    var path: String { stored.path }
  }

  private let session: EditSession
  let all: [Target]

  /// Finds the values. Throws the errors of ``EditSession``.
  init(_ binding: Binding, _ session: EditSession) throws {
    self.session = session
    let item = EditItem(binding)
    var slots: [BindingSlot] = []
    var seen: Set<BindingSlot> = []
    for bound in try session.matches(item, all: true) {
      let slot: BindingSlot
      if let value = bound.value, bound.isStored {
        // An entity behind a reference or a partial has no place on the path, but it can be edited.
        slot = .value(value)
      } else {
        slot = try session.slot(bound, of: item)
      }
      if case .element(let index, let array) = slot { throw session.noElement(index, of: array) }
      if slot.value?.key == nil, !session.isEntry(slot) { try session.requirePlainArray(around: slot) }
      if seen.insert(slot).inserted { slots.append(slot) }
    }
    // In one pass over each document, because there can be many.
    let entities = slots.map { Self.entity(around: $0.value ?? $0.container) }
    let entityPaths = Self.paths(of: entities, session)
    all = zip(zip(slots, Self.paths(of: slots, session)), zip(entities, entityPaths)).map { place, entity in
      let (slot, path) = place
      // The path of a root is no beginning of others, and neither is that of an entity with several stand-ins.
      let rest = entity.0 == nil ? nil : path.withoutPrefix(entity.1)
      let stored = Draft.Target(
        path: path, json: slot.value?.snapshot.rawText,
        owners: rest == nil ? [] : Self.owners(around: entity.0), rest: rest,
        element: Self.element(around: slot.value ?? slot.container, in: entity.0))
      return Target(stored: stored, slot: slot, type: session.type(of: slot))
    }
  }

  /// Returns the nearest entity that is the value or contains it; nil if there is none.
  private static func entity(around value: JSONValue?) -> JSONValue? {
    var value = value
    while let current = value {
      if current["id"]?.string?.isEmpty == false { return current }
      value = current.parent
    }
    return nil
  }

  /// Returns the ids of an entity and of the objects around it, the outermost first.
  private static func owners(around entity: JSONValue?) -> [String] {
    sequence(first: entity, next: { $0?.parent }).prefix { $0 != nil }.compactMap { $0?["id"]?.string }.reversed()
  }

  /// Returns the checksum of the element of an array that contains a value, in its entity.
  private static func element(around value: JSONValue?, in entity: JSONValue?) -> String? {
    var value = value
    while let current = value, current != entity {
      if current.indexInParent != nil {
        var hasher = SHA256Hasher()
        Array(current.snapshot.rawText.utf8).withUnsafeBytes { hasher.update($0) }
        return hasher.finish().hex
      }
      value = current.parent
    }
    return nil
  }

  /// Returns the paths of places, which okit accepts as input.
  static func paths(of slots: [BindingSlot], _ session: EditSession) -> [String] {
    zip(slots, paths(of: slots.map { $0.value ?? $0.container }, session)).map { slot, path in
      switch slot {
      case .value: path
      case .member(let key, _): BoundValue.Step.text(of: .property(key), behind: path)
      case .entry(let key, _):
        BoundValue.Step.text(
          of: .property((try? JSONDocument(parsing: key))?.root.string ?? key), behind: path)
      case .element(let index, _): BoundValue.Step.text(of: .index(index), behind: path)
      }
    }
  }

  private static func paths(of values: [JSONValue?], _ session: EditSession) -> [String] {
    let places = values.map { $0.flatMap(session.store.place(of:)) }
    var found = EntityPaths.paths(of: places.compactMap { $0 }, session.classes).makeIterator()
    return places.map { $0 == nil ? "" : found.next() ?? "" }
  }

  /// The values as they are stored.
  var stored: [Draft.Target] { all.map(\.stored) }

  /// Returns the text for a person. With `asList`, its values are members of an object, by their paths, also if there is only one.
  func text(asList: Bool) -> String {
    var writer = DraftWriter(session)
    let closing = "then save and close the file."
    if asList {
      writer.write(targets: all.map { ($0.path, $0.slot.value, $0.type) })
      return writer.text("Edit \(all.count) values, \(closing)", ["A value whose lines are removed stays as it is."])
    }
    guard let target = all.first else { return "" }
    writer.writeNotes(of: target.slot)
    writer.write(target.slot.value, target.type, isRoot: true)
    return writer.text("Edit \(target.path), \(closing)")
  }
}
