import Bindings
import JSONDocument
import OKitStorage
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitEditing
@testable import OKitModels

@Suite struct AddTests {
  /// A value that is added, and the text of the one member of the model that changes.
  private struct Addition {
    let item: (path: String, value: EditItem.Value)
    let placement: EditSession.Placement
    let member: String
    let text: String

    init(
      _ path: String, _ text: String, type: ValueType? = nil, at placement: EditSession.Placement = .end,
      makes member: String, _ result: String
    ) {
      item = (path, type.map { .typed(text, $0) } ?? .text(text))
      self.placement = placement
      self.member = member
      self.text = result
    }
  }

  private func members(_ scene: Scene) throws -> [String: PlainTree] {
    let document = try JSONDocument(parsing: Files.text(scene.data + "/box.json"))
    return Dictionary(uniqueKeysWithValues: document.root.members.map { ($0.key.string, PlainTree($0.value)) })
  }

  private func expect(_ additions: [Addition], in scene: Scene) throws {
    for addition in additions {
      var wanted = try members(scene)
      wanted[addition.member] = try PlainTree(JSONDocument(parsing: addition.text).root)
      _ = try scene.workspace().edit("add") {
        try $0.add([EditItem(Binding(parsing: addition.item.path), addition.item.value)], at: addition.placement)
      }
      #expect(try members(scene) == wanted, "\(addition.item)")
    }
  }

  private static let boxClasses = """
    class Box: Model, Codable {
      var id: String!
      var tags: [String] = []
      var colors: Set<String> = []
      var numbers: [Double] = []
      var moments: [Date] = []
      var kinds: [Kind] = []
      var counts: [String: Int] = [:]
      var shelves: [String: Shelf] = [:]
      var note: String?
      var more: [String]?
    }
    enum Kind: Int, Codable { case first = 1, second = 2 }
    class Shelf: ModelEntity, Codable {
      var id: String!
      var name: String = "empty"
    }
    func startBox() { Model.register(Box.self, name: "box") }

    """

  @Test func aValueIsConvertedToTheTypeOfItsElementOrMember() throws {
    let scene = try Scene.empty()
    try scene.define(Self.boxClasses)
    try Files.write(
      #"{"id":"BOX","tags":[],"colors":["red"],"numbers":[],"moments":[],"kinds":[1],"counts":{"a":1},"shelves":{}}"#,
      to: scene.data + "/box.json")
    try expect(
      [
        Addition("tags", "classic", makes: "tags", #"["classic"]"#),
        Addition("tags", "12", makes: "tags", #"["classic","12"]"#),
        Addition("tags", #""quoted""#, makes: "tags", #"["classic","12","quoted"]"#),
        Addition("tags", "null", makes: "tags", #"["classic","12","quoted","null"]"#),
        Addition(
          "tags", "two\nlines", at: .index(0), makes: "tags", #"["two\nlines","classic","12","quoted","null"]"#),
        Addition("colors", "green", makes: "colors", #"["red","green"]"#),
        Addition("colors", "red", makes: "colors", #"["red","green"]"#),
        Addition("numbers", "1.50", makes: "numbers", "[1.50]"),
        Addition("moments", "2026-01-31", makes: "moments", "[791510400]"),
        Addition("kinds", "second", makes: "kinds", "[1,2]"),
        Addition("counts/b", "2", makes: "counts", #"{"a":1,"b":2}"#),
        Addition("counts", #"{"c":3,"d":4}"#, makes: "counts", #"{"a":1,"b":2,"c":3,"d":4}"#),
        Addition(
          "shelves/low", #"{"id":"LOW","name":"Low"}"#, makes: "shelves", #"{"low":{"id":"LOW","name":"Low"}}"#),
        Addition("note", "remember", makes: "note", #""remember""#),
        Addition("more", "x", makes: "more", #"["x"]"#),
      ], in: scene)
    #expect(try scene.allFindings() == [])
  }

  @Test func withoutDefinitionsTheOtherElementsGiveTheType() throws {
    let scene = try Scene.empty()
    try Files.write(
      #"{"a":{},"tags":["x"],"flags":[true],"list":[],"things":[{"id":"T","n":1}],"by":{"k":{"id":"K","n":2}}}"#,
      to: scene.data + "/box.json")
    try expect(
      [
        Addition("a/b", "text", makes: "a", #"{"b":"text"}"#),
        Addition("a/c", "[1,2]", type: .json, makes: "a", #"{"b":"text","c":[1,2]}"#),
        Addition("a/d", "1.5", type: .string, makes: "a", #"{"b":"text","c":[1,2],"d":"1.5"}"#),
        Addition("new", #"{"x":[]}"#, makes: "new", #"{"x":[]}"#),
        Addition("tags", "12", makes: "tags", #"["x","12"]"#),
        Addition("flags", "no", makes: "flags", "[true,false]"),
        Addition("list", "12", makes: "list", "[12]"),
        Addition("words", "[]", type: .json, makes: "words", "[]"),
        Addition("words", "some words", makes: "words", #"["some words"]"#),
        Addition("things", #"{"id":"U"}"#, makes: "things", #"[{"id":"T","n":1},{"id":"U"}]"#),
        Addition(
          "a", #"{"e":1,"f":[null]}"#, makes: "a", #"{"b":"text","c":[1,2],"d":"1.5","e":1,"f":[null]}"#),
      ], in: scene)
  }
}
