import Bindings
import JSONDocument
import OKitStorage
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitEditing
@testable import OKitModels

/// Texts in which anything may be changed: the stored values become exactly those of the text, and an unchanged text changes nothing.
@Suite struct RandomDraftTests {
  @Test(arguments: 0..<20) func theStoredValuesBecomeThoseOfTheText(_ seed: Int) throws {
    var generator = SeededGenerator(seed: Effort.seed &+ UInt64(seed))
    let scene = try Scene.empty()
    let path = scene.data + "/free.json"
    let request = DraftRequest(try Binding(parsing: "."), model: .named("free"))
    for round in 0..<(Effort.isWhole ? 200 : 12) {
      let tree = PlainTree.object(depth: 4, using: &generator)
      let bytes = Array(tree.text(Bool.random(using: &generator) ? .pretty : .wild, using: &generator).utf8)
      try Files.write(bytes, to: path)
      let workspace = try scene.workspace()
      let draft = try workspace.draft(request)
      func store(_ text: [UInt8]) throws {
        _ = try workspace.store(text, of: draft, request) { _ in AttachmentContent([]) }
      }
      try store(draft.text)
      #expect(try Files.read(path) == bytes)
      var wanted = tree
      for _ in 0..<Int.random(in: 1...4, using: &generator) { wanted.edit(using: &generator) }
      let text = wanted.text(.pretty, using: &generator)
      let place = "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self)) as \(text)"
      try store(Array(text.utf8))
      let after = try JSONDocument(parsing: JSONBytes(Files.read(path)))
      // Members keep their order, whatever that of the text is.
      try #require(PlainTree(after.root).sorted == wanted.sorted, "\(place)\nbecomes \(after.root.rawText)")
    }
  }

  @Test(arguments: [
    (["a", "b", "c"], ["a", "x", "c"], [0, 1, 2]), (["a", "b", "c"], ["c", "a", "b"], [2, 0, 1]),
    (["a", "b"], ["a", "x", "b"], [0, nil, 1]), (["a", "a"], ["a", "a", "a"], [0, 1, nil]), (["a"], [], []),
    (["a", "b", "c"], ["x", "c"], [0, 2]),
  ])
  func elementsAreRecognized(_ old: [String], _ new: [String], _ indices: [Int?]) throws {
    func values(_ texts: [String]) throws -> [JSONValue] {
      try texts.map { try JSONDocument(parsing: JSONText.quote($0)).root }
    }
    #expect(try ElementMatches(values(new), values(old)).indices == indices)
  }
}

extension PlainTree {
  /// The same values, with the members of objects sorted by their keys.
  fileprivate var sorted: PlainTree {
    switch self {
    case .object(let members):
      .object(members.map { ($0.key, $0.value.sorted) }.sorted { $0.0 < $1.0 }.map { (key: $0.0, value: $0.1) })
    case .array(let elements): .array(elements.map(\.sorted))
    case .scalar: self
    }
  }

  /// Changes, adds, removes or moves a random value.
  fileprivate mutating func edit(using generator: inout SeededGenerator) {
    guard let path = paths.randomElement(using: &generator) else { return }
    let new = PlainTree.random(depth: 2, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0 where !path.isEmpty: change(path) { $0 = new }
    case 1 where !path.isEmpty: remove(path)
    default:
      change(path) { value in
        switch value {
        case .array(var elements) where Bool.random(using: &generator):
          elements.shuffle(using: &generator)
          value = .array(elements)
        case .array(var elements):
          elements.insert(new, at: Int.random(in: 0...elements.count, using: &generator))
          value = .array(elements)
        case .object(let members):
          let key = "new\(members.count)"
          if !members.contains(where: { $0.key == key }) { value = .object(members + [(key, new)]) }
        case .scalar: break
        }
      }
    }
  }
}
