import Bindings
import JSONDocument
import OKitModels
import OKitStorage

/// Recognizes entities that disappeared in one place and appeared in another by their ids, also inside other entities that were removed or added.
///
/// An id that several entities have in the removed or the added content identifies none of them.
struct EntityMoves {
  /// The differences, with moves instead of removals and additions. What changed in a moved entity follows its move.
  private(set) var changes: [WorkspaceComparison.Change] = []

  private let removed: Side
  private let added: Side

  /// The entities in everything that was removed or added.
  private struct Side {
    struct Place {
      let entity: JSONValue
      /// The position of the change in the list.
      let change: Int
      /// The place of the nearest entity around it; nil for the entity that the change is about.
      let around: Int?
      /// The steps from there; empty for the entity that the change is about.
      let steps: [BoundValue.Step]
    }

    let found: [EntityChange]
    private(set) var places: [Place] = []
    /// The places by the ids that only one entity has.
    private(set) var unique: [ExactText: Int] = [:]

    init(_ found: [EntityChange], _ kind: EntityChange.Kind) {
      self.found = found
      var repeated: Set<ExactText> = []
      for (index, change) in found.enumerated() where change.kind == kind {
        guard let root = change.old ?? change.new else { continue }
        var open: [(value: JSONValue, around: Int?, steps: [BoundValue.Step])] = [(root, nil, [])]
        while let next = open.popLast() {
          let value = next.value
          var (around, steps) = (next.around, next.steps)
          if value.kind == .object, let id = value["id"]?.string, !id.isEmpty {
            places.append(Place(entity: value, change: index, around: around, steps: steps))
            (around, steps) = (places.count - 1, [])
            if unique.updateValue(places.count - 1, forKey: ExactText(id)) != nil { repeated.insert(ExactText(id)) }
          }
          func look(at child: JSONValue, behind step: BoundValue.Step) {
            if child.kind == .object || child.kind == .array { open.append((child, around, steps + [step])) }
          }
          if value.kind == .object {
            for (key, child) in value.members { look(at: child, behind: .property(key.string)) }
          } else {
            for (index, child) in value.elements.enumerated() { look(at: child, behind: .index(index)) }
          }
        }
      }
      for id in repeated { unique[id] = nil }
    }

    /// True if the change is about the entity at this place, and not about one that contains it.
    func isWhole(_ place: Int) -> Bool { places[place].around == nil && places[place].steps.isEmpty }

    func path(of place: Int) -> String {
      let place = places[place]
      let start = place.around.map(path) ?? found[place.change].path
      return place.steps.reduce(start) { BoundValue.Step.text(of: $1, behind: $0) }
    }

    /// The properties that lead from the entity around a place to it.
    func properties(of place: Int) -> [String] {
      places[place].steps.compactMap { if case .property(let name) = $0 { name } else { nil } }
    }
  }

  init(_ found: [EntityChange]) {
    guard found.contains(where: { $0.kind == .unmanaged }), found.contains(where: { $0.kind == .managed }) else {
      changes = found.map { WorkspaceComparison.Change($0) }
      (removed, added) = (Side([], .unmanaged), Side([], .managed))
      return
    }
    (removed, added) = (Side(found, .unmanaged), Side(found, .managed))
    var olds: [Int: Int] = [:]
    for (id, new) in added.unique { if let old = removed.unique[id] { olds[new] = old } }
    /// The moves in each change that added something, in the order of the text.
    var moves: [Int: [(old: Int, new: Int)]] = [:]
    for (new, old) in olds.sorted(by: { $0.key < $1.key }) where !isCarried(old, new, olds) {
      moves[added.places[new].change, default: []].append((old, new))
    }
    for (index, change) in found.enumerated() {
      let moves = moves[index] ?? []
      let isMoved = isPaired(change) || moves.contains { added.isWhole($0.new) }
      if !isMoved { changes.append(WorkspaceComparison.Change(change)) }
      for (old, new) in moves { add(old, new) }
    }
  }

  /// True if an entity moved only because the entity around it did.
  private func isCarried(_ old: Int, _ new: Int, _ olds: [Int: Int]) -> Bool {
    guard let oldAround = removed.places[old].around, let newAround = added.places[new].around else { return false }
    return olds[newAround] == oldAround && removed.properties(of: old) == added.properties(of: new)
  }

  /// True if the entity that a change removes or adds is in the other list, too.
  private func isPaired(_ change: EntityChange) -> Bool {
    guard change.kind != .changed, let id = (change.old ?? change.new)?["id"]?.string else { return false }
    return removed.unique[ExactText(id)] != nil && added.unique[ExactText(id)] != nil
  }

  private mutating func add(_ old: Int, _ new: Int) {
    let (oldPath, newPath) = (removed.path(of: old), added.path(of: new))
    let (before, after) = (removed.places[old].entity, added.places[new].entity)
    let model = added.found[added.places[new].change].model
    if oldPath != newPath {
      let move = EntityChange(
        kind: .changed, model: model, path: newPath, formerPath: nil, id: after["id"]?.string, old: nil, new: nil)
      changes.append(WorkspaceComparison.Change(move, movedFrom: oldPath))
    }
    for change in EntityChanges.between(old: before, new: after, of: model, at: newPath) where !isPaired(change) {
      changes.append(WorkspaceComparison.Change(change))
    }
  }
}
