import TestSupport
import Testing

@testable import JSONDocument

struct NavigationTests {
  @Test func findsMembersAndElements() throws {
    let document = try parse(#" {"a": 1, "b": [10, [20], {"c": 30}], "a": 2, "d": {}} "#)
    let root = document.root
    #expect(root.count == 4)
    #expect(root["a"]?.int == 1)
    #expect(root["b"]?.count == 3)
    #expect(root["b"]?[1]?[0]?.int == 20)
    #expect(root["b"]?[2]?["c"]?.int == 30)
    #expect(root["b"]?[3] == nil && root["b"]?[-1] == nil)
    #expect(root.members.map(\.key.string) == ["a", "b", "a", "d"])
    #expect(root.members.map(\.value.rawText) == ["1", #"[10, [20], {"c": 30}]"#, "2", "{}"])
    #expect(root["b"]?.key?.range == 10..<13)
    #expect(root["b"]?[0]?.key == nil)
    #expect(root["d"]?.isEmptyContainer == true && !root.isEmptyContainer)
  }

  @Test func valuesAreEqualOnlyAtTheSamePlaceOfOneDocument() throws {
    let document = try parse(#"[1, 1, {"a": 1}]"#)
    let root = document.root
    #expect(root[0] == root[0])
    #expect(root[0] != root[1])
    #expect(try root[0] != parse(#"[1, 1, {"a": 1}]"#).root[0])
    #expect(Set(document.values).count == 5)
    for value in document.values { #expect(document.value(at: value.index) == value) }
  }

  @Test(arguments: 0..<20)
  func findsParents(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = Tree.random(depth: 7, using: &generator).text(.wild, using: &generator)
    let document = try parse("[\(text), \(text)]")
    try expectParents(document)
  }

  @Test(arguments: [
    "[" + String(repeating: "[],", count: 3000) + "1, {}]",
    String(repeating: "[[1,[2]],", count: 800) + "{}" + String(repeating: "]", count: 800),
    String(repeating: "[[[],[]],", count: 700) + "[]" + String(repeating: ",[{}]]", count: 700),
    "[" + String(repeating: #"{"a":{"b":[{},1]}},"#, count: 500) + "[]]",
  ])
  func findsParentsThatAreFarAway(_ text: String) throws { try expectParents(parse(text)) }

  private func expectParents(_ document: JSONDocument) throws {
    #expect(document.root.parent == nil)
    for value in document.values {
      for child in value.elements where child.parent != value { Issue.record("wrong parent of \(child.index)") }
      for (key, child) in value.members where child.parent != value || key.object != value || key.value != child {
        Issue.record("wrong parent of \(child.index)")
      }
    }
  }

  @Test func walksInTheOrderOfTheText() throws {
    let document = try parse(#"[{"id": "a", "x": {"id": "b"}}, [], 1]"#)
    #expect(document.values.map(\.kind) == [.array, .object, .string, .object, .string, .array, .number])
    var ids: [String?] = []
    document.forEachObject { ids.append($0["id"]?.string) }
    #expect(ids == ["a", "b"])
    var keys: [String] = []
    document.forEachKey { key in
      if key == "id" { keys.append(key.value.string ?? "") }
      if key != "id" { keys.append(key.string) }
    }
    #expect(keys == ["a", "x", "b"])
  }

  @Test func walksEndWithAnError() throws {
    struct Stop: Error {}
    let document = try parse("[{}, {}]")
    var count = 0
    #expect(throws: Stop.self) {
      try document.forEachObject { _ throws(Stop) in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test func keepsTheBytes() throws {
    let text = "\u{FEFF} { \"a\" : 1.50 }\r\n"
    let document = try parse(text)
    #expect(Array(document.bytes) == Array(text.utf8))
    #expect(document.root.range == 4..<18)
    #expect(document.root["a"]?.rawText == "1.50")
  }
}
