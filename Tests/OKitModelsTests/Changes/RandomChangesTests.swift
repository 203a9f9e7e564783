import Bindings
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

/// A document as a plain tree, to which changes can be applied.
indirect enum Plain: Equatable {
  case scalar(String)
  case array([Plain])
  case object([String: Plain])

  init(_ value: JSONValue) {
    switch value.kind {
    case .object:
      let members = value.members.filter { !$0.value.isNull }
      self = .object(Dictionary(members.map { ($0.key.string, Plain($0.value)) }) { first, _ in first })
    case .array: self = .array(value.elements.map(Plain.init))
    default: self = .scalar(value.rawText)
    }
  }

  /// The tree without empty members, since a container that loses its last entity is not reported.
  var pruned: Plain {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map(\.pruned))
    case .object(let members):
      .object(members.mapValues(\.pruned).filter { ![.array([]), .object([:])].contains($0.value) })
    }
  }

  var text: String {
    switch self {
    case .scalar(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    // The order differs between processes, like that of Swift's encoder.
    case .object(let members):
      "{" + members.map { JSONText.quote($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  static func random(_ depth: Int, _ generator: inout SeededGenerator, _ ids: inout Int) -> Plain {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &generator) {
    case 0, 1: return .scalar("\(Int.random(in: 0..<4, using: &generator))")
    case 2, 3:
      return .array((0..<Int.random(in: 0..<5, using: &generator)).map { _ in random(depth - 1, &generator, &ids) })
    default: return object(depth, &generator, &ids)
    }
  }

  static func object(_ depth: Int, _ generator: inout SeededGenerator, _ ids: inout Int) -> Plain {
    var members: [String: Plain] = [:]
    for _ in 0..<Int.random(in: 0..<4, using: &generator) {
      members[["a", "b", "c/d", "é"].randomElement(using: &generator) ?? ""] = random(depth - 1, &generator, &ids)
    }
    if Bool.random(using: &generator) {
      ids += 1
      members["id"] = .scalar(#""\#(ids)""#)
    }
    return .object(members)
  }

  /// Changes a value here or further down.
  mutating func mutate(_ generator: inout SeededGenerator, _ ids: inout Int) {
    switch self {
    case .scalar: self = .random(1, &generator, &ids)
    case .array(var elements):
      let place = elements.isEmpty ? 0 : Int.random(in: 0..<elements.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: elements.insert(.random(2, &generator, &ids), at: place)
      case 1 where !elements.isEmpty: elements.remove(at: place)
      case 2: elements.shuffle(using: &generator)
      case 3 where !elements.isEmpty: elements.append(elements.remove(at: place))
      default: if !elements.isEmpty { elements[place].mutate(&generator, &ids) }
      }
      self = .array(elements)
    case .object(var members):
      let key = members.keys.filter { $0 != "id" }.sorted().randomElement(using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: members["new"] = .random(2, &generator, &ids)
      case 1: if let key { members[key] = nil }
      case 2: if let key { members[key] = .random(2, &generator, &ids) }
      default: if let key { members[key]?.mutate(&generator, &ids) }
      }
      self = .object(members)
    }
  }
}

/// The steps of a printed path.
private func steps(_ path: String) throws -> [String] {
  let rest = path.dropFirst("default:".count)
  if rest == "." { return [] }
  let parts = rest.replacing("[", with: "/#").replacing("]", with: "").split(separator: "/")
  return parts.map { String($0).replacing("\\u{2f}", with: "/").replacing("\\u{e9}", with: "é") }
}

/// The changes of one place and those below it.
private final class Branch {
  var children: [String: Branch] = [:]
  var value: Plain??
  var gone: Set<Int> = []
  var moved: [Int: Int] = [:]
  var came: [Int: Plain] = [:]

  func at(_ steps: some Sequence<String>) -> Branch {
    steps.reduce(self) { branch, step in
      let next = branch.children[step] ?? Branch()
      branch.children[step] = next
      return next
    }
  }

  func applied(to old: Plain?) -> Plain? {
    var result = old
    if let value { result = value }
    if result == nil, !came.isEmpty { result = .array([]) }
    if result == nil, !children.isEmpty { result = .object([:]) }
    switch result {
    case .object(var members):
      for (key, child) in children { members[key] = child.applied(to: members[key]) }
      return .object(members)
    case .array(let elements):
      var kept = elements.enumerated().filter { !gone.contains($0.offset) && !moved.values.contains($0.offset) }
        .map(\.element)
      let coming = came.merging(moved.mapValues { elements[$0] }) { $1 }
      for (place, element) in coming.sorted(by: { $0.key < $1.key }) {
        kept.insert(element, at: min(place, kept.count))
      }
      for (step, child) in children {
        guard let place = Int(step.dropFirst()), kept.indices.contains(place) else { continue }
        if let value = child.applied(to: kept[place]) { kept[place] = value }
      }
      return .array(kept)
    default: return result
    }
  }
}

@Suite struct RandomChangesTests {
  @Test func reportedChangesTurnTheOldDocumentIntoTheNew() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    var told = 0
    for _ in 0..<(Effort.isWhole ? 100_000 : 3000) {
      var ids = 0
      let old = Plain.object(5, &generator, &ids)
      var new = old
      for _ in 0..<Int.random(in: 1..<6, using: &generator) { new.mutate(&generator, &ids) }
      let (before, after) = (try JSONDocument(parsing: old.text), try JSONDocument(parsing: new.text))
      let changes = EntityChanges.between(old: before, new: after, of: .default)
      told += changes.count
      #expect(changes.isEmpty == (Plain(before.root) == Plain(after.root)))
      let root = Branch()
      for change in changes { try add(change, to: root, Plain(before.root)) }
      let applied = root.applied(to: Plain(before.root))
      #expect(applied?.pruned == Plain(after.root).pruned, "\(old.text) to \(new.text): \(changes.map(\.path))")
    }
    Effort.report("\(told) changes applied")
  }

  /// Adds a change at its place. A change without an old or new side means that an element was added or removed.
  private func add(_ change: EntityChange, to root: Branch, _ old: Plain) throws {
    let path = try steps(change.path)
    let holder = root.at(path.dropLast())
    let element = path.last.flatMap { $0.hasPrefix("#") ? Int($0.dropFirst()) : nil }
    if let former = change.formerPath {
      let place = try #require(try steps(former).last.flatMap { Int($0.dropFirst()) })
      holder.moved[try #require(element)] = place
    } else if let element, change.new == nil {
      holder.gone.insert(element)
    } else if let element, change.old == nil, let new = change.new {
      holder.came[element] = Plain(new)
    } else if change.new != nil || holder.children[path.last ?? ""]?.value == nil {
      root.at(path).value = .some(change.new.map(Plain.init))
    }
  }
}
