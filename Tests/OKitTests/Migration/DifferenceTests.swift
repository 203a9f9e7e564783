import Definitions
import JSONDocument
import Testing

@testable import OKit

@Suite("The difference between definitions, applied to data")
struct DifferenceTests {
  private func source(_ book: String, _ rest: String = "") -> String {
    """
    class Shop: Model { var id: String!; var books: [Book] = [] }
    class Book: ModelEntity { var id: String!; \(book) }
    \(rest)
    """
  }

  private func migrate(
    _ json: String, _ from: String, _ to: String, _ answers: MigrationAnswers = MigrationAnswers()
  ) throws -> (model: MigratingModel, lines: [String]) {
    let bench = try MigrationBench(json, from, to: to)
    let changes = try DifferenceStep(answers: answers).run(on: bench.model)
    return (bench.model, changes.lines)
  }

  @Test("Where nothing that data depend on differs no byte changes")
  func nothing() throws {
    let json = #"{ "id" : "S", "books":[{"id":"B","name":"\u0041", "x":1e2}] }"#
    let (model, lines) = try migrate(
      json, source("var name: String = \"\""), source("/// Its title.\nvar name: String = \"none\""))
    #expect(model.text == json)
    #expect(lines == [])
    #expect(!model.documents[0].isChanged)
  }

  @Test("A new property with a default comes last; an optional one is left out; bytes around it stay")
  func added() throws {
    let json =
      "{\n  \"id\": \"S\",\n  \"books\": [\n    {\n      \"id\": \"B\",\n      \"price\": 1.50\n    }\n  ]\n}\n"
    let (model, lines) = try migrate(
      json, source("var price: Double = 0"),
      source("var price: Double = 0; var pages: Int = 7; var note: String?; var ref = ModelRef()"))
    #expect(
      model.text
        == "{\n  \"id\": \"S\",\n  \"books\": [\n    {\n      \"id\": \"B\",\n      \"price\": 1.50,\n      \"pages\": 7,\n      \"ref\": {\n        \"id\": \"N1\"\n      }\n    }\n  ]\n}\n"
    )
    #expect(
      lines == [
        "added Book.pages -> Int = 7: 1", "added Book.note -> String?: 0", "added Book.ref -> ModelRef = ModelRef(): 1",
      ])
    #expect(model.decisions == [])
  }

  @Test("Each object gets ids of its own")
  func newIDs() throws {
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A"},{"id":"B"}]}"#, source(""), source("var ref = ModelRef()"))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","ref":{"id":"N1"}},{"id":"B","ref":{"id":"N2"}}]}"#)
  }

  @Test("A property without default whose type says nothing stops, where there are objects")
  func unknownDefault() throws {
    let (from, to) = (source(""), source("var home: URL"))
    let error = try #require(throws: OKitError.self) { try migrate(#"{"id":"S","books":[{"id":"A"}]}"#, from, to) }
    #expect(error.kind == .configuration)
    #expect(error.detail == "nothing says what Book.home of type URL starts with")
    #expect(try migrate(#"{"id":"S","books":[]}"#, from, to).lines == ["added Book.home -> URL: 0"])
  }

  @Test("What is gone stays until its loss is allowed; null and absent values are no loss")
  func removed() throws {
    let json = #"{"id":"S","books":[{"id":"A","sub":"x\"y","n":1},{"sub":null,"id":"B","n":2},{"id":"C","n":3}]}"#
    let (from, to) = (source("var sub: String?; var n: Int = 0"), source("var n: Int = 0"))
    let (undecided, lines) = try migrate(json, from, to)
    #expect(lines == [#"removed Book.sub: 1, 1 lost: "x\"y""#])
    #expect(undecided.decisions == [.loss(subject: "Book.sub", count: 1, examples: [#""x\"y""#])])
    #expect(undecided.decisions[0].options == ["--allow-loss Book.sub"])
    let (model, _) = try migrate(json, from, to, MigrationAnswers(losses: ["Book.sub"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","n":1},{"id":"B","n":2},{"id":"C","n":3}]}"#)
    #expect(model.decisions == [])
  }

  @Test("One that is gone and one of its type that came is a question; without values it is none")
  func renameQuestion() throws {
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

  @Test("A rename keeps place, value and bytes", arguments: ["answer", "comment", "key"])
  func renamed(_ way: String) throws {
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

  @Test("A rename onto a key that is there although nobody defined it stops")
  func renameOntoUnknown() throws {
    let error = try #require(throws: OKitError.self) {
      try migrate(
        #"{"id":"S","books":[{"title":"x","name":"y"}]}"#, source("var title: String?"), source("var name: String?"),
        MigrationAnswers(renames: [.init(subject: "Book.title", name: "name")]))
    }
    #expect(error.kind == .malformed)
  }

  @Test("What was unknown and is now defined stays as it is")
  func unknownBecomesKnown() throws {
    let json = #"{"id":"S","books":[{"id":"A","pages":12},{"id":"B"}]}"#
    let (model, lines) = try migrate(json, source(""), source("var pages: Int = 1"))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","pages":12},{"id":"B","pages":1}]}"#)
    #expect(lines == ["added Book.pages -> Int = 1: 1"])
  }

  @Test("What is required gets its default where it is absent or null")
  func required() throws {
    let json = #"{"id":"S","books":[{"id":"A","n":null},{"id":"B","n":5},{"id":"C"}]}"#
    let (model, lines) = try migrate(json, source("var n: Int?"), source("var n: Int = 3"))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","n":3},{"id":"B","n":5},{"id":"C","n":3}]}"#)
    #expect(lines == ["made-required Book.n -> 3: 2"])
    #expect(
      try migrate(json, source("var n: Int = 3"), source("var n: Int?")).lines == ["made-optional Book.n: 0"])
  }

  @Test("Types: what converts, what does not, and what becomes of it")
  func types() throws {
    let json =
      #"{"id":"S","books":[{"id":"A","p":"1.50"},{"id":"B","p":"dear"},{"id":"C","p":"1e2"},{"id":"D","p":""}]}"#
    let (from, to) = (source("var p: String = \"\""), source("var p: Double = 9"))
    let (undecided, lines) = try migrate(json, from, to)
    #expect(lines == [#"type-changed Book.p -> String -> Double: 2, 2 lost: "dear" """#])
    #expect(undecided.decisions == [.loss(subject: "Book.p", count: 2, examples: [#""dear""#, #""""#])])
    let (model, _) = try migrate(json, from, to, MigrationAnswers(losses: ["Book.p"]))
    #expect(
      model.text == #"{"id":"S","books":[{"id":"A","p":1.50},{"id":"B","p":9},{"id":"C","p":1e2},{"id":"D","p":9}]}"#)
    let (optional, _) = try migrate(json, from, source("var p: Double?"), MigrationAnswers(losses: ["Book.p"]))
    #expect(optional.text == #"{"id":"S","books":[{"id":"A","p":1.50},{"id":"B"},{"id":"C","p":1e2},{"id":"D"}]}"#)
  }

  @Test("What is renamed and cannot be converted goes under its old name")
  func renamedAndLost() throws {
    let json = #"{"id":"S","books":[{"id":"A","p":"1.50","n":1},{"id":"B","p":"dear","n":2},{"id":"C","p":[1]}]}"#
    let (model, lines) = try migrate(
      json, source("var p: String = \"\"; var n: Int?"), source("var q: Double? // okit: was p\nvar n: Int?"),
      MigrationAnswers(losses: ["Book.p"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","q":1.50,"n":1},{"id":"B","n":2},{"id":"C"}]}"#)
    #expect(lines.first == "made-optional Book.p: 0")
    #expect(lines.contains("renamed Book.p -> q: 1"))
  }

  @Test("An element that is a container and cannot be converted goes alone")
  func containersInContainers() throws {
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","a":[[1],[2]]}]}"#, source("var a: [[Int]] = [[0]]"),
      source("var a: [Int] = [7]"), MigrationAnswers(losses: ["Book.a"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","a":[]}]}"#)
  }

  @Test("Elements of arrays, sets and dictionaries convert one by one; those that do not can go")
  func elements() throws {
    let json = #"{"id":"S","books":[{"id":"A","a":["1","x","2"],"s":[1,2],"d":{"k":"5","l":"m"}}]}"#
    let (model, lines) = try migrate(
      json, source("var a: [String] = []; var s: Set<Int> = []; var d: [String: String] = [:]"),
      source("var a: [Int] = []; var s: [String] = []; var d: [String: Int] = [:]"),
      MigrationAnswers(losses: ["Book.a", "Book.d"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","a":[1,2],"s":["1","2"],"d":{"k":5}}]}"#)
    #expect(
      lines == [
        #"type-changed Book.a -> [String] -> [Int]: 2, 1 lost: "x""#,
        "type-changed Book.s -> Set<Int> -> [String]: 2",
        #"type-changed Book.d -> [String: String] -> [String: Int]: 1, 1 lost: "m""#,
      ])
    #expect(model.decisions == [])
  }

  @Test("Cases of an enumeration: by their names stored anew; those that are gone are lost")
  func cases() throws {
    let from = source(
      "var c: Colour = .red; var all: [Colour] = []",
      "enum Colour: String { case red = \"0\", blue = \"1\", green = \"2\" }")
    let json = #"{"id":"S","books":[{"id":"A","c":"0","all":["2","0"]},{"id":"B","c":"2","all":[]}]}"#
    let renamed = source(
      "var c: Colour = .red; var all: [Colour] = []",
      "enum Colour: String { case red = \"red\", blue = \"1\", green = \"0\" }")
    let (model, lines) = try migrate(json, from, renamed)
    #expect(
      model.text == #"{"id":"S","books":[{"id":"A","c":"red","all":["0","red"]},{"id":"B","c":"0","all":[]}]}"#)
    #expect(
      lines == [
        #"cases-renamed Book.c -> "0" -> "red", "2" -> "0": 2"#,
        #"cases-renamed Book.all -> "0" -> "red", "2" -> "0": 2"#,
      ])
    let gone = source(
      "var c: Colour = .blue; var all: [Colour] = []", "enum Colour: String { case red = \"0\", blue = \"1\" }")
    let (without, told) = try migrate(json, from, gone, MigrationAnswers(losses: ["Book.c", "Book.all"]))
    #expect(without.text == #"{"id":"S","books":[{"id":"A","c":"0","all":["0"]},{"id":"B","c":"1","all":[]}]}"#)
    #expect(
      told == [
        #"cases-gone Book.c -> without green: 0, 1 lost: "2""#,
        #"cases-gone Book.all -> without green: 0, 1 lost: "2""#,
      ])
  }

  @Test("A class of another name is the same objects, property by property")
  func classRenamed() throws {
    let from =
      "class Shop: Model { var items: [Book] = []; var best: Book? }\nclass Book: ModelEntity { var id: String!; var n: Int? }"
    let to =
      "class Store: Model { var items: [Item] = []; var best: Item? }\nclass Item: ModelEntity { var id: String!; var n: Int?; var m: Int = 1 }"
    let bench = try MigrationBench(
      #"{"items":[{"id":"A"},{"id":"B","n":2}],"best":{"id":"C"}}"#, from, to: to, newRoot: "Store")
    let model = bench.model
    let lines = try DifferenceStep(answers: .init()).run(on: model).lines
    #expect(model.text == #"{"items":[{"id":"A","m":1},{"id":"B","n":2,"m":1}],"best":{"id":"C","m":1}}"#)
    #expect(lines == ["class-renamed Book -> Item: 3", "added Item.m -> Int = 1: 3", "class-renamed Shop -> Store: 1"])
  }

  @Test("Entities in partials follow, and those in partials within them")
  func partials() throws {
    func definitions(_ group: String) -> String {
      """
      class Shop: Model { var groups: [GroupPartial] = [] }
      class GroupPartial: ModelPartial { var id: String!; var group: Group { return retrieve(Group.self) } }
      class Group: ModelEntity { var id: String!; var inner: GroupPartial?; \(group) }
      """
    }
    let bench = try MigrationBench(
      #"{"groups":[{"id":"P"},{"id":"MISSING"}]}"#, definitions("var t: String?"), to: definitions("var name: String?"),
      partials: [
        ("ORPHAN", #"{"t":"z"}"#), ("P", #"{"id":"G","inner":{"id":"Q"},"t":"x"}"#), ("Q", #"{"id":"H","t":"y"}"#),
      ])
    let model = bench.model
    let lines = try DifferenceStep(answers: .init(renames: [.init(subject: "Group.t", name: "name")])).run(on: model)
      .lines
    #expect(model.text == #"{"groups":[{"id":"P"},{"id":"MISSING"}]}"#)
    #expect(model.text(ofPartial: "P") == #"{"id":"G","inner":{"id":"Q"},"name":"x"}"#)
    #expect(model.text(ofPartial: "Q") == #"{"id":"H","name":"y"}"#)
    #expect(model.text(ofPartial: "ORPHAN") == #"{"t":"z"}"#)
    #expect(lines == ["renamed Group.t -> name: 2"])
    #expect(model.documents.map(\.isChanged) == [false, false, true, true])
  }

  @Test("A key that is there twice cannot be renamed")
  func duplicateKey() throws {
    let error = try #require(throws: OKitError.self) {
      try migrate(
        #"{"id":"S","books":[{"t":"x","t":"y"}]}"#, source("var t: String?"), source("\n// okit: was t\nvar n: String?")
      )
    }
    #expect(error.kind == .malformed)
    #expect(error.message.hasPrefix("okit/data/default.json:1:25: cannot be changed:"))
  }

  @Test("Dictionaries that are stored as keys and values in turn are gone into; a pair goes as a whole")
  func pairs() throws {
    let json =
      #"{"id":"S","books":[{"id":"A","d":["K1",{"id":"X","t":"x"},"K2",{"id":"Y"}],"n":["K1","1","K2","one"]}]}"#
    let (model, lines) = try migrate(
      json,
      source(
        "var d: [URL: Page] = [:]; var n: [URL: String] = [:]",
        "class Page: ModelEntity { var id: String!; var t: String? }"),
      source(
        "var d: [URL: Page] = [:]; var n: [URL: Int] = [:]",
        "class Page: ModelEntity { var id: String!; var u: String?; var m: Int = 1 }"),
      MigrationAnswers(renames: [.init(subject: "Page.t", name: "u")], losses: ["Book.n"]))
    #expect(
      model.text
        == #"{"id":"S","books":[{"id":"A","d":["K1",{"id":"X","u":"x","m":1},"K2",{"id":"Y","m":1}],"n":["K1",1]}]}"#)
    #expect(
      lines == [
        #"type-changed Book.n -> [URL: String] -> [URL: Int]: 1, 1 lost: "one""#, "renamed Page.t -> u: 1",
        "added Page.m -> Int = 1: 2",
      ])
  }

  @Test("Properties can take each other's names, where somebody says so")
  func swapped() throws {
    let answers = MigrationAnswers(renames: [.init(subject: "Book.a", name: "b"), .init(subject: "Book.b", name: "a")])
    let (from, to) = (
      source("var a: String?; var b: String?"), source("var a: String?; var b: String?; var c: Int = 0")
    )
    let (model, lines) = try migrate(#"{"id":"S","books":[{"a":"1","b":"2"},{"b":"3"}]}"#, from, to, answers)
    #expect(model.text == #"{"id":"S","books":[{"b":"1","a":"2","c":0},{"a":"3","c":0}]}"#)
    #expect(lines == ["renamed Book.b -> a: 2", "renamed Book.a -> b: 1", "added Book.c -> Int = 0: 2"])
  }

  @Test("A comment counts while nothing else has the former name, also in a chain, and no longer after that")
  func formerNames() throws {
    let to = source("\n// okit: was a\nvar b: String?\n// okit: was b\nvar c: String?\nvar d: Int?")
    let json = #"{"id":"S","books":[{"a":"1","b":"2"}]}"#
    let (chain, _) = try migrate(json, source("var a: String?; var b: String?"), to)
    #expect(chain.text == #"{"id":"S","books":[{"b":"1","c":"2"}]}"#)
    let after = #"{"id":"S","books":[{"b":"1","c":"2"}]}"#
    #expect(try migrate(after, source("var b: String?; var c: String?"), to).model.text == after)
    let both = source("\n// okit: was a\nvar b: String?\nvar a: String?\nvar d: Int?")
    #expect(try migrate(json, source("var a: String?; var b: String?"), both).model.text == json)
  }

  @Test(
    "What takes the name of something that goes is neither confused with it nor in its way", arguments: [true, false])
  func renamedOntoRemoved(_ isFirst: Bool) throws {
    let members = [#""title":"T""#, #""name":"N""#]
    let json = "{\"id\":\"S\",\"books\":[{\((isFirst ? members : members.reversed()).joined(separator: ","))}]}"
    let (from, to) = (
      source("var name: String?; var title: String?"), source("\n// okit: was title\nvar name: String?")
    )
    let (model, _) = try migrate(json, from, to, MigrationAnswers(losses: ["Book.name"]))
    #expect(model.text == #"{"id":"S","books":[{"name":"T"}]}"#)
    #expect(try migrate(json, from, to).model.decisions.map(\.options) == [["--allow-loss Book.name"]])
    // The default of what is renamed does not come in the way of what is gone either.
    let required = source("\n// okit: was title\nvar name: String = \"\"")
    let lacking = #"{"id":"S","books":[{"name":"N"}]}"#
    #expect(try migrate(lacking, from, required).model.decisions.map(\.options) == [["--allow-loss Book.name"]])
  }

  @Test("What no definitions explain any more is refused, whoever misspelt it", arguments: ["Books", "type", "array"])
  func unknownTypes(_ way: String) throws {
    let from = source("var name: String?")
    let to =
      way == "array"
      ? from.replacing("[Book]", with: "[[Boook]?]")
      : way == "type" ? from.replacing("[Book]", with: "[Boook]") : from.replacing("class Book", with: "class Books")
    let error = failure { _ = try migrate(#"{"id":"S","books":[{"id":"A","name":"N"}]}"#, from, to) }
    #expect(error?.kind == .configuration && error?.message.contains("no definitions explain any more") == true)
  }

  @Test("Attachments and references of another class are lost, not called otherwise")
  func frameworkClasses() throws {
    let image = #"{"id":"I","format":"image/png","label":"","quality":0.5,"scale":1,"template":false,"size":4}"#
    let from = source("var icon: ModelImage?; var genre: ModelRef?")
    let json = "{\"id\":\"S\",\"books\":[{\"id\":\"A\",\"icon\":\(image),\"genre\":{\"id\":\"R\",\"refKey\":\"A\"}}]}"
    for type in ["ModelData", "ModelInlineData"] {
      let (model, _) = try migrate(json, from, source("var icon: \(type)?; var genre: ModelRef?"))
      #expect(model.decisions == [.loss(subject: "Book.icon", count: 1, examples: ["an object"])])
    }
    let (model, _) = try migrate(json, from, source("var icon: ModelImage?; var genre: Book?"))
    #expect(model.decisions.map(\.options) == [["--allow-loss Book.genre"]])
  }

  @Test("A key that another property gets goes with the type, where that tells it")
  func keyOfAnother() throws {
    let keys = "private enum CodingKeys: String, CodingKey { case id, copies = \"marked\" }"
    let (model, lines) = try migrate(
      #"{"id":"S","books":[{"id":"A","copies":3,"marked":true}]}"#,
      source("var copies: Int?; var marked: Bool?"), source("var copies: Int?; \(keys)"))
    #expect(lines == ["renamed Book.copies -> marked: 1", "removed Book.marked: 1, 1 lost: true"])
    #expect(model.decisions.map(\.options) == [["--allow-loss Book.marked"]])
  }

  @Test("A new property can have the name of one that is called otherwise by now", arguments: [true, false])
  func newUnderAFormerName(_ isFirst: Bool) throws {
    let properties = ["var name: String = \"\"", "var title: String = \"-\""]
    let to = source((isFirst ? properties : properties.reversed()).joined(separator: "; "))
    let answers = MigrationAnswers(renames: [.init(subject: "Book.title", name: "name")])
    let (model, lines) = try migrate(
      #"{"id":"S","books":[{"id":"A","title":"T"},{"title":"U","id":"B"}]}"#, source("var title: String = \"\""), to,
      answers)
    #expect(
      model.text == #"{"id":"S","books":[{"id":"A","name":"T","title":"-"},{"name":"U","id":"B","title":"-"}]}"#)
    #expect(lines == ["renamed Book.title -> name: 2", "added Book.title -> String = \"-\": 2"])
    // The value of another property goes with its consent, and what takes its key is kept.
    let (moved, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","b":"1","c":"2"},{"c":"3","b":"4"}]}"#, source("var b: String?; var c: String?"),
      source("var c: String?"),
      MigrationAnswers(renames: [.init(subject: "Book.b", name: "c")], losses: ["Book.c"]))
    #expect(moved.text == #"{"id":"S","books":[{"id":"A","c":"1"},{"c":"4"}]}"#)
  }

  @Test("While one property is undecided none of the object gets the key of another")
  func undecidedChain() throws {
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","a":"1","b":"2","c":"3"}]}"#,
      source("var a: String?; var b: String?; var c: String?"),
      source("\n// okit: was a\nvar b: String?\n// okit: was b\nvar c: String?"))
    #expect(model.decisions.map(\.options) == [["--allow-loss Book.c"]])
  }

  @Test("Attachments of an app's own classes keep their bytes where they can, and else are lost with consent")
  func ownAttachments() throws {
    let image = #"{"id":"I","format":"image/png","label":"","quality":0.5,"scale":1,"template":false,"size":4}"#
    func icon(_ superclass: String) -> String { source("var icon: Icon?") + "\nclass Icon: \(superclass) {}" }
    for other in ["ModelData", "ModelInlineData"] {
      let (model, _) = try migrate(
        "{\"id\":\"S\",\"books\":[{\"id\":\"A\",\"icon\":\(image)}]}", icon("ModelImage"), icon(other))
      #expect(model.decisions == [.loss(subject: "Book.icon", count: 1, examples: ["an object"])], "\(other)")
    }
  }

  @Test("Arrays in arrays convert at any depth")
  func nestedArrays() throws {
    let (model, lines) = try migrate(
      #"{"id":"S","books":[{"id":"A","a":[["1","2"],[],["x","3"]]}]}"#, source("var a: [[String]] = []"),
      source("var a: [[Int]] = []"), MigrationAnswers(losses: ["Book.a"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","a":[[1,2],[],[3]]}]}"#)
    #expect(lines == [#"type-changed Book.a -> [[String]] -> [[Int]]: 3, 1 lost: "x""#])
  }

  @Test("Cases that change places keep their meaning")
  func permutedCases() throws {
    func cases(_ text: String) -> String {
      source("var kind: Kind?") + "\nenum Kind: String, Codable { case \(text) }"
    }
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","kind":"x"},{"id":"B","kind":"y"}]}"#, cases(#"big = "x", small = "y""#),
      cases(#"big = "y", small = "x""#))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","kind":"y"},{"id":"B","kind":"x"}]}"#)
  }

  @Test("A property and its class renamed together are a question")
  func renamedWithItsClass() throws {
    let from = "class Shop: Model { var books: [Book] = [] }\nclass Book: ModelEntity { var id: String! }"
    let to = "class Shop: Model { var items: [Item] = [] }\nclass Item: ModelEntity { var id: String! }"
    let model = try MigrationBench(#"{"books":[{"id":"A"}]}"#, from, to: to).model
    _ = try DifferenceStep(answers: MigrationAnswers()).run(on: model)
    #expect(model.decisions == [.rename(subject: "Shop.books", candidates: ["items"])])
  }
}
