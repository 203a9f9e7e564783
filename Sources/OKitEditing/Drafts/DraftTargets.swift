import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The values that a draft edits.
struct DraftTargets {
  /// A value, or the place of a missing one.
  struct Target {
    let path: String
    let slot: BindingSlot
    let type: PropertyType?
    /// The root of a model, which has no container.
    let root: JSONValue?
  }

  private let session: EditSession
  let all: [Target]

  /// Finds the values. Throws the errors of ``EditSession``.
  init(_ binding: Binding, _ session: EditSession) throws {
    self.session = session
    let item = EditItem(binding)
    var targets: [Target] = []
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
      guard seen.insert(slot).inserted else { continue }
      targets.append(
        Target(path: try Self.path(of: slot, session), slot: slot, type: session.type(of: slot), root: bound.value))
    }
    all = targets
  }

  /// Returns the path of a place, which okit accepts as input.
  static func path(of slot: BindingSlot, _ session: EditSession) throws -> String {
    func path(of value: JSONValue) -> String {
      session.store.place(of: value).map { EntityPaths.paths(of: [$0], session.classes)[0] } ?? ""
    }
    switch slot {
    case .value(let value): return path(of: value)
    case .member(let key, let container): return BoundValue.Step.text(of: .property(key), behind: path(of: container))
    case .entry(let key, let container):
      let name = (try? JSONDocument(parsing: key))?.root.string ?? key
      return BoundValue.Step.text(of: .property(name), behind: path(of: container))
    case .element(let index, let container): return BoundValue.Step.text(of: .index(index), behind: path(of: container))
    }
  }

  /// True if the text is an object whose members are the values.
  var isList: Bool { all.count > 1 }

  /// The values as they are stored.
  var stored: [Draft.Target] {
    all.map { Draft.Target(path: $0.path, json: $0.slot.value?.snapshot.rawText) }
  }

  func draft() -> (targets: [Draft.Target], text: String) {
    var writer = DraftWriter(session)
    let closing = "then save and close the file."
    guard !isList, let target = all.first else {
      writer.write(targets: all.map { ($0.path, $0.slot.value, $0.type) })
      return (
        stored,
        writer.text("Edit \(all.count) values, \(closing)", ["A value whose lines are removed stays as it is."])
      )
    }
    writer.writeNotes(of: target.slot)
    writer.write(target.slot.value, target.type, isRoot: true)
    return (stored, writer.text("Edit \(target.path), \(closing)"))
  }
}
