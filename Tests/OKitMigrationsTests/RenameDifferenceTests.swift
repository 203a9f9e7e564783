import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct RenameDifferenceTests: BookDifferences {
  @Test func aRemovedAndAnAddedPropertyOfOneTypeAreAQuestion() throws {
    let (from, to) = (
      source("var title: String?; var n: Int?"), source("var name: String?; var m: String?; var k: Int?")
    )
    let (model, _) = try migrate(#"{"id":"S","books":[{"id":"A","title":"x"}]}"#, from, to)
    #expect(model.decisions == [.rename(subject: "Book.title", candidates: ["name", "m"])])
    #expect(
      model.decisions[0].options
        == ["--rename Book.title=name", "--rename Book.title=m", "--allow-loss Book.title"])
    #expect(model.decisions[0].error.kind == .configuration)
    #expect(try migrate(#"{"id":"S","books":[{"id":"A"}]}"#, from, to).model.decisions == [])
  }

  @Test(arguments: ["answer", "comment", "key"])
  func aRenameKeepsPlaceValueAndBytes(_ way: String) throws {
    let json = #"{"id":"S","books":[{"ti\u0074le" : "\u00e9","id":"A"},{"id":"B"}]}"#
    let to =
      switch way {
      case "answer": source("var name: String?")
      case "comment": source("\n// okit: was title\nvar name: String?")
      default: source("var title: String?; enum CodingKeys: String, CodingKey { case id; case title = \"name\" }")
      }
    let answers = way != "answer" ? [] : [MigrationAnswers.Rename(subject: "Book.title", name: "name")]
    let (model, lines) = try migrate(json, source("var title: String?"), to, MigrationAnswers(renames: answers))
    #expect(model.text == #"{"id":"S","books":[{"name" : "\u00e9","id":"A"},{"id":"B"}]}"#)
    #expect(lines == ["renamed Book.title -> name: 1"])
    #expect(model.decisions == [])
  }

  @Test func aRenameOntoAnUnknownKeyIsRefused() throws {
    let error = try #require(throws: OKitError.self) {
      try migrate(
        #"{"id":"S","books":[{"title":"x","name":"y"}]}"#, source("var title: String?"), source("var name: String?"),
        MigrationAnswers(renames: [.init(subject: "Book.title", name: "name")]))
    }
    #expect(error.kind == .malformed)
  }

  @Test func aRenamedValueThatCannotConvertIsLostUnderItsOldName() throws {
    let json = #"{"id":"S","books":[{"id":"A","p":"1.50","n":1},{"id":"B","p":"dear","n":2},{"id":"C","p":[1]}]}"#
    let (model, lines) = try migrate(
      json, source("var p: String = \"\"; var n: Int?"), source("var q: Double? // okit: was p\nvar n: Int?"),
      MigrationAnswers(losses: ["Book.p"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","q":1.50,"n":1},{"id":"B","n":2},{"id":"C"}]}"#)
    #expect(lines.first == "made-optional Book.p: 0")
    #expect(lines.contains("renamed Book.p -> q: 1"))
  }

  @Test func aRenamedClassKeepsItsObjects() throws {
    let from =
      "class Shop: Model { var items: [Book] = []; var best: Book? }\nclass Book: ModelEntity { var id: String!; var n: Int? }"
    let to =
      "class Store: Model { var items: [Item] = []; var best: Item? }\nclass Item: ModelEntity { var id: String!; var n: Int?; var m: Int = 1 }"
    let bench = try MigrationBench(
      #"{"items":[{"id":"A"},{"id":"B","n":2}],"best":{"id":"C"}}"#, from, to: to, newRoot: "Store")
    let model = bench.model
    let lines = try DifferencePass.run(on: model, .init()).lines
    #expect(model.text == #"{"items":[{"id":"A","m":1},{"id":"B","n":2,"m":1}],"best":{"id":"C","m":1}}"#)
    #expect(lines == ["class-renamed Book -> Item: 3", "added Item.m -> Int = 1: 3", "class-renamed Shop -> Store: 1"])
  }

  @Test func aDuplicateKeyCannotBeRenamed() throws {
    let error = try #require(throws: OKitError.self) {
      try migrate(
        #"{"id":"S","books":[{"t":"x","t":"y"}]}"#, source("var t: String?"), source("\n// okit: was t\nvar n: String?")
      )
    }
    #expect(error.kind == .malformed)
    #expect(error.message.hasPrefix("okit/data/default.json:1:25: cannot be changed:"))
  }

  @Test func propertiesCanSwapNames() throws {
    let answers = MigrationAnswers(renames: [.init(subject: "Book.a", name: "b"), .init(subject: "Book.b", name: "a")])
    let (from, to) = (
      source("var a: String?; var b: String?"), source("var a: String?; var b: String?; var c: Int = 0")
    )
    let (model, lines) = try migrate(#"{"id":"S","books":[{"a":"1","b":"2"},{"b":"3"}]}"#, from, to, answers)
    #expect(model.text == #"{"id":"S","books":[{"b":"1","a":"2","c":0},{"a":"3","c":0}]}"#)
    #expect(lines == ["renamed Book.b -> a: 2", "renamed Book.a -> b: 1", "added Book.c -> Int = 0: 2"])
  }

  @Test func aFormerNameInACommentIsFollowed() throws {
    let to = source("\n// okit: was a\nvar b: String?\n// okit: was b\nvar c: String?\nvar d: Int?")
    let json = #"{"id":"S","books":[{"a":"1","b":"2"}]}"#
    let (chain, _) = try migrate(json, source("var a: String?; var b: String?"), to)
    #expect(chain.text == #"{"id":"S","books":[{"b":"1","c":"2"}]}"#)
    let after = #"{"id":"S","books":[{"b":"1","c":"2"}]}"#
    #expect(try migrate(after, source("var b: String?; var c: String?"), to).model.text == after)
    let both = source("\n// okit: was a\nvar b: String?\nvar a: String?\nvar d: Int?")
    #expect(try migrate(json, source("var a: String?; var b: String?"), both).model.text == json)
  }

  @Test(arguments: [true, false])
  func aRenameOntoARemovedNameIsKeptApart(_ isFirst: Bool) throws {
    let members = [#""title":"T""#, #""name":"N""#]
    let json = "{\"id\":\"S\",\"books\":[{\((isFirst ? members : members.reversed()).joined(separator: ","))}]}"
    let (from, to) = (
      source("var name: String?; var title: String?"), source("\n// okit: was title\nvar name: String?")
    )
    let (model, _) = try migrate(json, from, to, MigrationAnswers(losses: ["Book.name"]))
    #expect(model.text == #"{"id":"S","books":[{"name":"T"}]}"#)
    #expect(try migrate(json, from, to).model.decisions.map(\.options) == [["--allow-loss Book.name"]])
    // The default of the renamed property must not replace the removed value either.
    let required = source("\n// okit: was title\nvar name: String = \"\"")
    let lacking = #"{"id":"S","books":[{"name":"N"}]}"#
    #expect(try migrate(lacking, from, required).model.decisions.map(\.options) == [["--allow-loss Book.name"]])
  }

  @Test func aReusedKeyGoesToThePropertyOfItsType() throws {
    let keys = "private enum CodingKeys: String, CodingKey { case id, copies = \"marked\" }"
    let (model, lines) = try migrate(
      #"{"id":"S","books":[{"id":"A","copies":3,"marked":true}]}"#,
      source("var copies: Int?; var marked: Bool?"), source("var copies: Int?; \(keys)"))
    #expect(lines == ["renamed Book.copies -> marked: 1", "removed Book.marked: 1, 1 lost: true"])
    #expect(model.decisions.map(\.options) == [["--allow-loss Book.marked"]])
  }

  @Test(arguments: [true, false])
  func aNewPropertyCanHaveAFormerName(_ isFirst: Bool) throws {
    let properties = ["var name: String = \"\"", "var title: String = \"-\""]
    let to = source((isFirst ? properties : properties.reversed()).joined(separator: "; "))
    let answers = MigrationAnswers(renames: [.init(subject: "Book.title", name: "name")])
    let (model, lines) = try migrate(
      #"{"id":"S","books":[{"id":"A","title":"T"},{"title":"U","id":"B"}]}"#, source("var title: String = \"\""), to,
      answers)
    #expect(
      model.text == #"{"id":"S","books":[{"id":"A","name":"T","title":"-"},{"name":"U","id":"B","title":"-"}]}"#)
    #expect(lines == ["renamed Book.title -> name: 2", "added Book.title -> String = \"-\": 2"])
    // The value whose loss is allowed is removed; the renamed one takes its key and is kept.
    let (moved, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","b":"1","c":"2"},{"c":"3","b":"4"}]}"#, source("var b: String?; var c: String?"),
      source("var c: String?"),
      MigrationAnswers(renames: [.init(subject: "Book.b", name: "c")], losses: ["Book.c"]))
    #expect(moved.text == #"{"id":"S","books":[{"id":"A","c":"1"},{"c":"4"}]}"#)
  }

  @Test func anUndecidedPropertyBlocksTheRenamesAroundIt() throws {
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","a":"1","b":"2","c":"3"}]}"#,
      source("var a: String?; var b: String?; var c: String?"),
      source("\n// okit: was a\nvar b: String?\n// okit: was b\nvar c: String?"))
    #expect(model.decisions.map(\.options) == [["--allow-loss Book.c"]])
  }

  @Test func aPropertyAndItsClassCanBeRenamedTogether() throws {
    let from = "class Shop: Model { var books: [Book] = [] }\nclass Book: ModelEntity { var id: String! }"
    let to = "class Shop: Model { var items: [Item] = [] }\nclass Item: ModelEntity { var id: String! }"
    let model = try MigrationBench(#"{"books":[{"id":"A"}]}"#, from, to: to).model
    _ = try DifferencePass.run(on: model, MigrationAnswers())
    #expect(model.decisions == [.rename(subject: "Shop.books", candidates: ["items"])])
  }
}
