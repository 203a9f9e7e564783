import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct DifferenceTests: BookDifferences {
  @Test func equalDefinitionsChangeNoByte() throws {
    let json = #"{ "id" : "S", "books":[{"id":"B","name":"\u0041", "x":1e2}] }"#
    let (model, lines) = try migrate(
      json, source("var name: String = \"\""), source("/// Its title.\nvar name: String = \"none\""))
    #expect(model.text == json)
    #expect(lines == [])
    #expect(!model.documents[0].isChanged)
  }

  @Test func aNewPropertyComesLastWithItsDefault() throws {
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

  @Test func eachObjectGetsItsOwnIDs() throws {
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A"},{"id":"B"}]}"#, source(""), source("var ref = ModelRef()"))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","ref":{"id":"N1"}},{"id":"B","ref":{"id":"N2"}}]}"#)
  }

  @Test func aRequiredPropertyWithoutDefaultIsRefused() throws {
    let (from, to) = (source(""), source("var home: URL"))
    let error = try #require(throws: OKitError.self) { try migrate(#"{"id":"S","books":[{"id":"A"}]}"#, from, to) }
    #expect(error.kind == .configuration)
    #expect(error.detail == "Book.home (URL) has no known default")
    #expect(try migrate(#"{"id":"S","books":[]}"#, from, to).lines == ["added Book.home -> URL: 0"])
  }

  @Test func aRemovedPropertyStaysUntilItsLossIsAllowed() throws {
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

  @Test func unknownMembersThatAreNowDefinedStay() throws {
    let json = #"{"id":"S","books":[{"id":"A","pages":12},{"id":"B"}]}"#
    let (model, lines) = try migrate(json, source(""), source("var pages: Int = 1"))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","pages":12},{"id":"B","pages":1}]}"#)
    #expect(lines == ["added Book.pages -> Int = 1: 1"])
  }

  @Test func aRequiredValueGetsItsDefaultIfAbsentOrNull() throws {
    let json = #"{"id":"S","books":[{"id":"A","n":null},{"id":"B","n":5},{"id":"C"}]}"#
    let (model, lines) = try migrate(json, source("var n: Int?"), source("var n: Int = 3"))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","n":3},{"id":"B","n":5},{"id":"C","n":3}]}"#)
    #expect(lines == ["made-required Book.n -> 3: 2"])
    #expect(
      try migrate(json, source("var n: Int = 3"), source("var n: Int?")).lines == ["made-optional Book.n: 0"])
  }

  @Test func typesConvertOrAreLost() throws {
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

  @Test func anInconvertibleContainerIsLostAlone() throws {
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","a":[[1],[2]]}]}"#, source("var a: [[Int]] = [[0]]"),
      source("var a: [Int] = [7]"), MigrationAnswers(losses: ["Book.a"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","a":[]}]}"#)
  }

  @Test func elementsConvertOneByOne() throws {
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

  @Test func casesKeepTheirNamesAndRemovedOnesAreLost() throws {
    let from = source(
      "var c: Color = .red; var all: [Color] = []",
      "enum Color: String { case red = \"0\", blue = \"1\", green = \"2\" }")
    let json = #"{"id":"S","books":[{"id":"A","c":"0","all":["2","0"]},{"id":"B","c":"2","all":[]}]}"#
    let renamed = source(
      "var c: Color = .red; var all: [Color] = []",
      "enum Color: String { case red = \"red\", blue = \"1\", green = \"0\" }")
    let (model, lines) = try migrate(json, from, renamed)
    #expect(
      model.text == #"{"id":"S","books":[{"id":"A","c":"red","all":["0","red"]},{"id":"B","c":"0","all":[]}]}"#)
    #expect(
      lines == [
        #"cases-renamed Book.c -> "0" -> "red", "2" -> "0": 2"#,
        #"cases-renamed Book.all -> "0" -> "red", "2" -> "0": 2"#,
      ])
    let gone = source(
      "var c: Color = .blue; var all: [Color] = []", "enum Color: String { case red = \"0\", blue = \"1\" }")
    let (without, told) = try migrate(json, from, gone, MigrationAnswers(losses: ["Book.c", "Book.all"]))
    #expect(without.text == #"{"id":"S","books":[{"id":"A","c":"0","all":["0"]},{"id":"B","c":"1","all":[]}]}"#)
    #expect(
      told == [
        #"cases-gone Book.c -> without green: 0, 1 lost: "2""#,
        #"cases-gone Book.all -> without green: 0, 1 lost: "2""#,
      ])
  }

  @Test func partialsAreMigratedToo() throws {
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
    let answers = MigrationAnswers(renames: [.init(subject: "Group.t", name: "name")])
    let lines = try DifferencePass.run(on: model, answers).lines
    #expect(model.text == #"{"groups":[{"id":"P"},{"id":"MISSING"}]}"#)
    #expect(model.text(ofPartial: "P") == #"{"id":"G","inner":{"id":"Q"},"name":"x"}"#)
    #expect(model.text(ofPartial: "Q") == #"{"id":"H","name":"y"}"#)
    #expect(model.text(ofPartial: "ORPHAN") == #"{"t":"z"}"#)
    #expect(lines == ["renamed Group.t -> name: 2"])
    #expect(model.documents.map(\.isChanged) == [false, false, true, true])
  }

  @Test func keyValuePairsAreMigratedOrLostWhole() throws {
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

  @Test(arguments: ["Books", "type", "array"])
  func aTypeThatNoDefinitionExplainsIsRefused(_ way: String) throws {
    let from = source("var name: String?")
    let to =
      way == "array"
      ? from.replacing("[Book]", with: "[[Boook]?]")
      : way == "type" ? from.replacing("[Book]", with: "[Boook]") : from.replacing("class Book", with: "class Books")
    let error = failure { _ = try migrate(#"{"id":"S","books":[{"id":"A","name":"N"}]}"#, from, to) }
    #expect(error?.kind == .configuration && error?.message.contains("is no longer defined") == true)
  }

  @Test func attachmentsAndReferencesOfAnotherClassAreLost() throws {
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

  @Test func attachmentsOfOwnClassesKeepTheirBytesIfTheyCan() throws {
    let image = #"{"id":"I","format":"image/png","label":"","quality":0.5,"scale":1,"template":false,"size":4}"#
    func icon(_ superclass: String) -> String { source("var icon: Icon?") + "\nclass Icon: \(superclass) {}" }
    for other in ["ModelData", "ModelInlineData"] {
      let (model, _) = try migrate(
        "{\"id\":\"S\",\"books\":[{\"id\":\"A\",\"icon\":\(image)}]}", icon("ModelImage"), icon(other))
      #expect(model.decisions == [.loss(subject: "Book.icon", count: 1, examples: ["an object"])], "\(other)")
    }
  }

  @Test func nestedArraysConvert() throws {
    let (model, lines) = try migrate(
      #"{"id":"S","books":[{"id":"A","a":[["1","2"],[],["x","3"]]}]}"#, source("var a: [[String]] = []"),
      source("var a: [[Int]] = []"), MigrationAnswers(losses: ["Book.a"]))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","a":[[1,2],[],[3]]}]}"#)
    #expect(lines == [#"type-changed Book.a -> [[String]] -> [[Int]]: 3, 1 lost: "x""#])
  }

  @Test func permutedCasesKeepTheirMeaning() throws {
    func cases(_ text: String) -> String {
      source("var kind: Kind?") + "\nenum Kind: String, Codable { case \(text) }"
    }
    let (model, _) = try migrate(
      #"{"id":"S","books":[{"id":"A","kind":"x"},{"id":"B","kind":"y"}]}"#, cases(#"big = "x", small = "y""#),
      cases(#"big = "y", small = "x""#))
    #expect(model.text == #"{"id":"S","books":[{"id":"A","kind":"y"},{"id":"B","kind":"x"}]}"#)
  }
}
