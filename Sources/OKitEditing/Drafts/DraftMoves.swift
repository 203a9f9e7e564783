import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The entities that a text moves from one array to another. They move as they are stored, with their attachments and with what the text does not show.
struct DraftMoves {
  /// An entity that moves.
  struct Entity {
    /// The entity in the text of the draft.
    let former: JSONValue
    /// The stored JSON.
    let json: String
    let type: PropertyType?
  }

  /// The places of arrays and of their elements in a text.
  private struct Outline {
    /// A place: the keys behind the nearest entity, and its id.
    typealias Place = [ExactText]

    var arrays: Set<Place> = []
    /// The arrays of the elements with ids, and the elements.
    var elements: [ExactText: (array: Place, value: JSONValue)] = [:]

    init(_ root: JSONValue) {
      var counts: [ExactText: Int] = [:]
      var open: [(value: JSONValue, place: Place)] = [(root, [])]
      while let (value, place) = open.popLast() {
        switch value.kind {
        case .object:
          var place = place
          if let id = value["id"]?.string, !id.isEmpty {
            let id = ExactText(id)
            counts[id, default: 0] += 1
            if value.parent?.kind == .array { elements[id] = (place, value) }
            place = [id]
          }
          for (key, member) in value.members { open.append((member, place + [ExactText(key.string)])) }
        case .array:
          arrays.insert(place)
          for element in value.elements { open.append((element, place)) }
        default: continue
        }
      }
      // An id that several have says nothing.
      elements = elements.filter { counts[$0.key] == 1 }
    }
  }

  private var entities: [ExactText: Entity] = [:]
  private var arrived: Set<ExactText> = []
  private var left: Set<ExactText> = []

  /// No moves.
  init() {}

  /// Finds the entities that are in another array of `new` than in `former`, the text of the draft.
  ///
  /// Throws the errors of reading the data.
  init(from former: JSONValue, to new: JSONValue, in session: EditSession) throws {
    let (old, new) = (Outline(former), Outline(new))
    for (id, place) in new.elements {
      guard let before = old.elements[id], before.array != place.array, old.arrays.contains(place.array),
        let stored = try session.store.entity(id.text, from: session.model)?.value, stored.parent?.kind == .array
      else { continue }
      entities[id] = Entity(
        former: before.value, json: stored.snapshot.rawText, type: session.type(of: .value(stored)))
    }
  }

  /// Returns the entity with the id of `value`, if it moves.
  func entity(_ value: JSONValue) -> Entity? { Self.id(of: value).flatMap { entities[$0] } }

  mutating func noteArrival(of value: JSONValue) { if let id = Self.id(of: value) { arrived.insert(id) } }

  mutating func noteLeaving(of value: JSONValue) { if let id = Self.id(of: value) { left.insert(id) } }

  /// Throws an error of kind `exists` or `usage` if an entity would be in two places, or in none.
  func requireComplete() throws {
    if let id = arrived.subtracting(left).min() {
      throw OKitError(.exists, "an entity with the id \(PathComponent.printable(id.text)) already exists")
    }
    if let id = left.subtracting(arrived).min() {
      throw OKitError(
        .usage, "the entity with the id \(PathComponent.printable(id.text)) cannot be moved in a text",
        remedy: .words("use 'okit move'"))
    }
  }

  private static func id(of value: JSONValue) -> ExactText? {
    guard value.kind == .object, let id = value["id"]?.string, !id.isEmpty else { return nil }
    return ExactText(id)
  }
}
