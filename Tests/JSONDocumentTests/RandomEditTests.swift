import JSONDocument
import TestSupport
import Testing

/// Random edits of random documents agree with the same edits of a tree.
struct RandomEditTests {
  @Test(arguments: 0..<40)
  func randomEditsGiveTheSameResultAsInATree(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1000)
    for _ in 0..<100 {
      let space = [Tree.Space.compact, .pretty, .wild].randomElement(using: &generator)!
      let tree = Tree.random(depth: 4, using: &generator)
      let document = try parse(tree.text(space, using: &generator))
      var plan = Plan()
      var editor = JSONEditor(document)
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        try plan.addEdit(to: &editor, using: &generator)
      }
      let result = try JSONDocument(parsing: editor.apply())
      let expected = plan.apply(to: document.root)
      #expect(Tree(result.root) == expected, "\(document.root.rawText)\n\(result.root.rawText)")
      expectUntouchedBytes(document, result, plan)
      if space == .compact { #expect(JSONWriter.compact(result.root) == Array(result.bytes)) }
      if space == .pretty, !plan.changesRoot, !document.root.isEmptyContainer {
        #expect(JSONWriter.pretty(result.root) == Array(result.bytes))
      }
    }
  }

  /// Expects text outside of edits to be unchanged and in its order: each object and array without edits, with its white space, and in the others
  /// each scalar with its key and the text between them.
  private func expectUntouchedBytes(_ old: JSONDocument, _ new: JSONDocument, _ plan: Plan) {
    let newBytes = Array(new.bytes)
    let edited = plan.targets.map { old.value(at: $0).range.lowerBound }
    var place = 0
    var checkedEnd = 0
    for value in old.values where !plan.isCovered(value) && value.range.lowerBound >= checkedEnd {
      let isContainer = value.kind == .object || value.kind == .array
      if isContainer, edited.contains(where: { value.range.contains($0) }) { continue }
      checkedEnd = value.range.upperBound
      let start = value.key.map { plan.renamed[$0.index] == nil ? $0.range.lowerBound : $0.range.upperBound }
      let bytes = Array(old.bytes[(start ?? value.range.lowerBound)..<value.range.upperBound])
      guard let found = newBytes[place...].firstRange(of: bytes) else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)) is missing in \(new.root.rawText)")
        return
      }
      place = found.upperBound
    }
  }

  /// The edits, to repeat them in a tree.
  private struct Plan {
    var replaced: [Int: Tree] = [:]
    var removed: Set<Int> = []
    var renamed: [Int: String] = [:]
    var inserted: [Int: [(index: Int, tree: Tree)]] = [:]
    var added: [Int: [(String, Tree)]] = [:]

    /// The values that edits refer to.
    var targets: Set<Int> {
      Set(replaced.keys).union(removed).union(renamed.keys.map { $0 + 1 }).union(inserted.keys).union(added.keys)
    }

    var changesRoot: Bool { replaced[0] != nil }

    func isCovered(_ value: JSONValue) -> Bool {
      var current: JSONValue? = value
      while let value = current {
        if replaced[value.index] != nil || removed.contains(value.index) { return true }
        current = value.parent
      }
      return false
    }

    mutating func addEdit(to editor: inout JSONEditor, using generator: inout SeededGenerator) throws {
      let target = Array(editor.document.values).randomElement(using: &generator)!
      let new = Tree.random(depth: 2, using: &generator)
      let json = new.text(.wild, using: &generator)
      do throws(JSONEditError) {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          try editor.replace(target, with: json)
          replaced[target.index] = new
        case 1:
          try editor.remove(target)
          removed.insert(target.index)
        case 2:
          let index = Int.random(in: 0...3, using: &generator)
          try editor.insert(json, at: index, in: target)
          inserted[target.index, default: []].append((index, new))
        case 3:
          let key = "new\(Int.random(in: 0..<5, using: &generator))"
          try editor.add(key, json, to: target)
          added[target.index, default: []].append((key, new))
        default:
          guard let key = target.key else { return }
          let name = "renamed\(Int.random(in: 0..<5, using: &generator))"
          try editor.rename(target, to: name)
          renamed[key.index] = name
        }
      } catch {
        switch error.reason {
        case .overlap, .root, .notAnArray, .notAnObject, .noSuchPlace, .keyExists: break
        default: Issue.record("unexpected error: \(error)")
        }
      }
    }

    func apply(to value: JSONValue) -> Tree {
      if let tree = replaced[value.index] { return tree }
      switch value.kind {
      case .array:
        var elements: [Tree] = []
        let new = inserted[value.index] ?? []
        var count = 0
        for element in value.elements {
          elements += new.filter { $0.index == count }.map(\.tree)
          if !removed.contains(element.index) { elements.append(apply(to: element)) }
          count += 1
        }
        return .array(elements + new.filter { $0.index == count }.map(\.tree))
      case .object:
        let members = value.members.filter { !removed.contains($0.value.index) }
          .map { (key: renamed[$0.key.index] ?? $0.key.string, value: apply(to: $0.value)) }
        return .object(members + (added[value.index] ?? []).map { (key: $0.0, value: $0.1) })
      default: return .scalar(value.rawText)
      }
    }
  }
}
