import Bindings
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitEditing
@testable import OKitModels
@testable import OKitStorage

@Suite struct RandomEditTests {
  @Test(arguments: 0..<40)
  func editsAgreeWithAPlainModelAndKeepOtherBytes(_ seed: Int) throws {
    var generator = SeededGenerator(seed: Effort.seed &+ UInt64(seed))
    let scene = try Scene.empty()
    let path = scene.data + "/free.json"
    var made = [0, 0, 0, 0]
    for round in 0..<(Effort.isWhole ? 200 : 8) {
      let tree = PlainTree.object(depth: 4, using: &generator)
      try Files.write(tree.text(Bool.random(using: &generator) ? .pretty : .wild, using: &generator), to: path)
      for _ in 0..<4 {
        let before = try JSONDocument(parsing: JSONBytes(Files.read(path)))
        var plan = Plan(PlainTree(before.root))
        plan.choose(using: &generator)
        made[plan.kind.rawValue] += 1
        let place = "seed \(seed), round \(round), \(plan): \(before.root.rawText)"
        do {
          _ = try scene.workspace().edit("edit", model: .named("free")) { try plan.make($0) }
        } catch {
          Issue.record("\(place): \(error)")
          return
        }
        let after = try JSONDocument(parsing: JSONBytes(Files.read(path)))
        try #require(PlainTree(after.root) == plan.tree, "\(place)\nbecomes \(after.root.rawText)")
        try expectUntouched(before, after, plan, place)
      }
    }
    Effort.report("\(made[0]) times values set, \(made[1]) added, \(made[2]) removed, \(made[3]) moved, seed \(seed)")
  }

  /// Expects text outside of edits to be unchanged and in its order: objects and arrays without edits with their white space, and in the others each
  /// scalar with its key and the text between them.
  private func expectUntouched(_ old: JSONDocument, _ new: JSONDocument, _ plan: Plan, _ text: String) throws {
    let newBytes = Array(new.bytes)
    var place = 0
    func visit(_ value: JSONValue, _ path: [BoundValue.Step]) throws {
      if plan.covered.contains(where: { path.starts(with: $0) }) { return }
      let isContainer = value.kind == .object || value.kind == .array
      if isContainer,
        plan.covered.contains(where: { $0.starts(with: path) }) || plan.grown.contains(where: { $0.starts(with: path) })
      {
        for (key, inner) in value.members { try visit(inner, path + [.property(key.string)]) }
        for (index, inner) in value.elements.enumerated() { try visit(inner, path + [.index(index)]) }
        return
      }
      let start = value.key?.range.lowerBound ?? value.range.lowerBound
      let bytes = Array(old.bytes[start..<value.range.upperBound])
      let found = newBytes[place...].firstRange(of: bytes)
      try #require(found != nil, "\(text): \(String(decoding: bytes, as: UTF8.self)) is missing in \(new.root.rawText)")
      place = found?.upperBound ?? place
    }
    try visit(old.root, [])
  }

  /// Some edits of one kind, and their results.
  private struct Plan: CustomStringConvertible {
    enum Kind: Int, CaseIterable { case set, add, remove, move }

    var tree: PlainTree
    private(set) var kind = Kind.set
    private var items: [(path: [BoundValue.Step], text: String)] = []
    private var target: [BoundValue.Step] = []
    private var placement = EditSession.Placement.end
    /// The paths before all edits of values that were replaced, removed or moved.
    private(set) var covered: [[BoundValue.Step]] = []
    /// The paths of objects and arrays that got a new value.
    private(set) var grown: [[BoundValue.Step]] = []

    var description: String {
      let edits = items.map { "\(Self.text($0.path)) \($0.text)" }.joined(separator: " ")
      return "\(kind) \(edits) \(kind == .move ? Self.text(target) : "")"
    }

    init(_ tree: PlainTree) { self.tree = tree }

    private static func text(_ path: [BoundValue.Step]) -> String { BoundValue.Step.text(of: path, model: "free") }

    private static func binding(_ path: [BoundValue.Step]) throws -> Binding { try Binding(parsing: text(path)) }

    mutating func choose(using generator: inout SeededGenerator) {
      kind = Kind.allCases.randomElement(using: &generator)!
      let top = Bool.random(using: &generator)
      if kind == .add, top { placement = .index(0) }
      for _ in 0..<(kind == .move ? 1 : Int.random(in: 1...6, using: &generator)) {
        switch kind {
        case .set: chooseSet(using: &generator)
        case .add: chooseAdd(top, using: &generator)
        case .remove: chooseRemove(using: &generator)
        case .move: chooseMove(using: &generator)
        }
      }
    }

    /// A value that is valid anywhere, since there are no definitions.
    private func value(using generator: inout SeededGenerator) -> (PlainTree, String) {
      while true {
        let value = PlainTree.random(depth: 2, using: &generator)
        if value != .scalar("null") { return (value, value.text(.wild, using: &generator)) }
      }
    }

    private mutating func chooseSet(using generator: inout SeededGenerator) {
      guard let path = tree.paths.dropFirst().randomElement(using: &generator) else { return }
      let (new, text) = value(using: &generator)
      tree.change(path) { $0 = new }
      items.append((path, text))
      covered.append(path)
    }

    private mutating func chooseAdd(_ top: Bool, using generator: inout SeededGenerator) {
      let path = tree.paths.randomElement(using: &generator)!
      let (new, text) = value(using: &generator)
      switch tree[path] {
      case .array(let elements):
        tree.insert(new, at: path + [.index(top ? 0 : elements.count)])
        items.append((path, text))
        grown.append(path)
        // The elements after it have new indices.
        if top { covered.append(path) }
      case .object:
        let key = "new \(Int.random(in: 0..<1_000_000, using: &generator))"
        guard tree[path + [.property(key)]] == nil else { return }
        tree.insert(new, at: path + [.property(key)])
        items.append((path + [.property(key)], text))
        grown.append(path)
      default: break
      }
    }

    private mutating func chooseRemove(using generator: inout SeededGenerator) {
      guard let path = tree.paths.dropFirst().randomElement(using: &generator) else { return }
      tree.remove(path)
      items.append((path, ""))
      // The elements after it have new indices.
      if case .index? = path.last { covered.append(path.dropLast()) } else { covered.append(path) }
    }

    private mutating func chooseMove(using generator: inout SeededGenerator) {
      let candidates = tree.paths.dropFirst()
      guard let source = candidates.randomElement(using: &generator), let value = tree[source] else { return }
      let containers = tree.paths.filter { !$0.starts(with: source) }
      let container = containers.randomElement(using: &generator)!
      let path: [BoundValue.Step]
      switch tree[container] {
      case .array(let elements):
        let isInside = Array(source.dropLast()) == container
        let count = elements.count - (isInside ? 1 : 0)
        path = container + [.index(Int.random(in: 0...count, using: &generator))]
      case .object: path = container + [.property("new \(Int.random(in: 0..<1_000_000, using: &generator))")]
      default: return
      }
      // If the target is an array itself, the value is appended to it.
      if case .array? = tree[path] { return }
      target = path
      items = [(source, "")]
      // A value that moves within an array gets the given index. One that leaves an array before the target shifts the target.
      var moved = path
      tree.remove(source)
      if source.count <= container.count, case .index(let gone)? = source.last,
        container.starts(with: source.dropLast()), case .index(let place) = container[source.count - 1], place > gone
      {
        moved[source.count - 1] = .index(place - 1)
      }
      tree.insert(value, at: moved)
      covered = [source]
      grown = [container]
    }

    func make(_ edit: EditSession) throws {
      guard !items.isEmpty else { return }
      switch kind {
      case .set:
        try edit.set(items.map { try EditItem(Self.binding($0.path), .json(JSONDocument(parsing: $0.text).root)) })
      case .add:
        try edit.add(
          items.map { try EditItem(Self.binding($0.path), .json(JSONDocument(parsing: $0.text).root)) }, at: placement)
      // One by one, as the paths were chosen.
      case .remove: for item in items { try edit.remove([Self.binding(item.path)]) }
      case .move: try edit.move(Self.binding(items[0].path), to: Self.binding(target))
      }
    }
  }
}
