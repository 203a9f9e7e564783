import Foundation
import TestSupport
import Testing

/// `add` inserts elements and members, with defaults from their definitions, in every form.
@Suite struct AddTests {
  private static func isUUID(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/) != nil
  }

  @Test(arguments: FormedShop.Form.allCases) func anEntityGetsItsIDAndDefaults(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let before = try shop.text("default.json")
    var output: Output?
    let changed = try shop.changes { output = try shop.okit("add", "books") }
    #expect(changed == ["okit/data/default.json differs"])
    let id = try #require(output?.line)
    #expect(Self.isUUID(id))
    #expect(output?.errors == "added default:books[4]\n")
    #expect(
      try shop.jq(".books[4] | del(.date, .author.id, .genre.id)", "default.json")
        == #"{"author":{},"copies":0,"dates":[],"genre":{},"id":"\#(id)","marked":false,"name":"","price":0,"type":"0"}"#
    )
    let ids = try shop.jq(".books[4] | [.author.id, .genre.id] | unique | length", "default.json")
    #expect(ids == "2")
    let date = try #require(Double(shop.jq(".books[4].date", "default.json")))
    #expect(abs(date - Date.now.timeIntervalSinceReferenceDate) < 60)
    // All previous text is unchanged around one new element.
    let after = try shop.text("default.json")
    let tail = #"],"name":"The Corner Bookshop""#
    let parts = before.components(separatedBy: tail)
    #expect(after.hasPrefix(parts[0] + #",{"id":""#) && after.hasSuffix("}" + tail + parts[1]))
    #expect(try shop.okit("check").text == "")
  }

  /// cron relies on the silence of other commands that create something.
  @Test func quietAddsPrintOnlyTheID() throws {
    let shop = try FormedShop(.plain)
    let output = try shop.okit("-q", "add", "books")
    let id = try shop.jq(".books[4].id", "default.json")
    #expect("\"\(output.line)\"" == id && output.lines.count == 1 && output.errors == "")
    let backup = try shop.okit("-q", "backup", "create", "--format", "directory")
    #expect(backup.text == "" && backup.errors == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func givenMembersAreKept(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let book = #"""
      {"price": 1.50, "name": "Emma", "type": "hardcover", "genre": {"refKey": "FANTASY", "id": "G"}, "date": "2026-01-31",
      "dates": [{"date": "2026-02-01T12:00:00Z"}, {"date": 2}], "comment": "new"}
      """#
    let id = try shop.okit("add", "books", "-", input: Array((book + "\n").utf8)).line
    #expect(
      try shop.jq(".books[4] | del(.author)", "default.json")
        == #"{"comment":"new","copies":0,"date":791510400,"dates":[{"date":791640000},{"date":2}],"genre":{"id":"G","refKey":"FANTASY"},"id":"\#(id)","marked":false,"name":"Emma","price":1.5,"type":"1"}"#
    )
    #expect(try shop.text("default.json").contains("1.50"))
    #expect(try shop.okit("add", "genres", #"{"id":"CRIME","name":"Crime"}"#).line == "CRIME")
    #expect(try shop.okit("get", "books[4]/genre/ref/name", "@CRIME/name").lines == ["Fantasy", "Crime"])
    #expect(try shop.okit("check").text == "")
  }

  @Test func elementsAreInsertedAtTheGivenIndex() throws {
    let shop = try FormedShop(.age)
    for (words, place) in [
      (["--top"], 0), (["--at", "0"], 0), (["--at", "2"], 2), (["--at", "-1"], 6), (["--at", "-2"], 6),
      (["--at", "8"], 8),
      ([], 9),
    ] as [([String], Int)] {
      let wanted = try shop.jq("[.genres[].id]", "default.json")
      let id = try shop.shop.okit(["add", "genres"] + words).line
      let index = try shop.jq("[.genres[].id] | index(\"\(id)\")", "default.json")
      #expect(index == "\(place)", "\(words)")
      #expect(try shop.jq("[.genres[].id] - [\"\(id)\"]", "default.json") == wanted, "\(words)")
    }
  }

  @Test(arguments: FormedShop.Form.allCases) func aPartialGetsItsFile(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    var id = ""
    let changed = try shop.changes {
      id = try shop.okit("add", "directory:groups", ##"{"name":"Readers","color":"#123456"}"##).line
    }
    #expect(Set(changed) == ["okit/data/directory.json differs", "okit/data/directory/\(id).json is new"])
    #expect(try shop.jq(".groups[2]", "directory.json") == ##"{"color":"#123456","id":"\##(id)","name":"Readers"}"##)
    let partial = try shop.jq("del(.id)", "directory/\(id).json")
    #expect(partial == ##"{"authors":[],"color":"#123456","name":"Readers","status":"open"}"##)
    #expect(try shop.okit("add", "directory:groups[2]/group/authors", #"{"id":"G","name":"Guest"}"#).line == "G")
    #expect(try shop.jq(".authors", "directory/\(id).json") == #"[{"id":"G","name":"Guest"}]"#)
    #expect(try shop.okit("check").text == "")
  }

  @Test func standardInputCanBeAddedAtTheTop() throws {
    let shop = try FormedShop(.plain)
    try Self.makeBox(shop)
    let wanted = try shop.jq(#".tags = ["two\nlines"] + .tags"#, "box.json")
    try shop.shop.okit("add", "box:tags", "-", "--top", input: Array("two\nlines\n".utf8))
    #expect(try shop.jq(".", "box.json") == wanted)
  }

  @Test func anEntityOfADictionaryGetsItsIDAndDefaults() throws {
    let shop = try FormedShop(.plain)
    try Self.makeBox(shop)
    let id = try shop.okit("add", "box:shelves/top").line
    #expect(try shop.jq(".shelves.top", "box.json") == #"{"id":"\#(id)","name":"empty"}"#)
    #expect(try shop.okit("check", "box").text == "")
  }

  @Test func mistakesInTextsSetsAndDictionariesAreRefused() throws {
    let shop = try FormedShop(.plain)
    try Self.makeBox(shop)
    for (words, status, error) in [
      (["box:counts/a", "2"], 73, "already"), (["box:counts", #"{"x":1,"a":2}"#], 73, "'a'"),
      (["box:counts/x", "y"], 65, "number"),
      (["box:counts", "7"], 64, "must be a JSON object"), (["box:numbers", "x"], 65, "number"),
      (["box:kinds", "third"], 65, "first"),
      (["box:note", "again"], 73, "'okit set'"), (["box:nothing", "x"], 66, "nothing"),
      (["box:shelves/x", "7"], 65, "Shelf"),
      (["box:tags", "x", "--at", "99"], 66, "no index 99"), (["box:tags[9]", "x"], 66, "no element 9"),
      (["box:tags[0]", "x"], 73, "already"), (["box:tags", "x", "--at", "1", "--top"], 64, "--at"),
      (["box:shelves/y", #"{"id":"LOW"}"#], 73, "'LOW' already"), (["box:tags", "[]", "--type", "json"], 65, ""),
    ] as [([String], Int32, String)] { try shop.refuses(["add"] + words, status: status, error) }
  }

  /// A model whose class has the types that the Bookshop lacks.
  private static func makeBox(_ shop: FormedShop) throws {
    let definition = """
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
    try Files.write(definition, to: shop.shop.root + "/okit/model/Box.swift")
    try Files.write(
      #"{"id":"BOX","tags":["a"],"colors":["red"],"numbers":[],"moments":[],"kinds":[1],"counts":{"a":1},"shelves":{"low":{"id":"LOW","name":"Low"}},"note":"x"}"#,
      to: shop.path("box.json"))
  }

  @Test func withoutDefinitionsOtherElementsGiveTheType() throws {
    let shop = try FormedShop(.plain)
    try Files.remove(shop.shop.root + "/okit/model/Bookshop.swift")
    try Files.write(
      #"{"a":{},"tags":["x"],"flags":[true],"list":[],"things":[{"id":"T","n":1}],"by":{"k":{"id":"K","n":2}}}"#,
      to: shop.path("free.json"))
    for (words, filter) in [
      (["free:a/b", "text"], #".a.b = "text""#), (["free:a/c", "[1,2]", "--type", "json"], ".a.c = [1,2]"),
      (["free:list", "12"], ".list += [12]"), (["free:things", #"{"id":"U"}"#], #".things += [{"id":"U"}]"#),
    ] {
      let wanted = try shop.jq(filter, "free.json")
      try shop.shop.okit(["add"] + words)
      #expect(try shop.jq(".", "free.json") == wanted, "\(words)")
    }
    let ids = try shop.okit("add", "free:things", #"{"n":2}"#).lines + shop.okit("add", "free:by/m", #"{"n":3}"#).lines
    #expect(ids.count == 2 && ids.allSatisfy(Self.isUUID))
    #expect(
      try shop.jq("[.things[2], .by.m]", "free.json") == #"[{"id":"\#(ids[0])","n":2},{"id":"\#(ids[1])","n":3}]"#)
    try shop.refuses(["add", "free:things", #"{"id":"K"}"#], status: 73, "'K' already")
    try shop.refuses(["add", "free:a/b", "x"], status: 73, "already")
    try shop.refuses(["add", "free:flags", "maybe"], status: 65, "true or false")
    try shop.refuses(["add", "free:list", "some words"], status: 65, "is a number")
    try shop.refuses(["add", "free:a", #"{"g":1,"h":null}"#], status: 65, "'h' needs a value")
    try shop.refuses(["add", "free:a/i", "[1]"], status: 64, "--type")
  }

  // MARK: - Many

  @Test(arguments: FormedShop.Form.allCases) func linesAreValuesOrNameTheirPaths(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let values = (0..<1000).map { #"{"name":"Author \#($0)","id":"A\#($0)"}"# }
    let wanted = try shop.jq(#".authors += [range(1000) | {name: "Author \(.)", id: "A\(.)"}]"#, "directory.json")
    let ids = try shop.okit(
      "add", "directory:authors", "--from", "-", input: Array(values.joined(separator: "\n").utf8)
    ).lines
    #expect(ids == (0..<1000).map { "A\($0)" })
    #expect(try shop.jq(".", "directory.json") == wanted)

    let lines = """
      {"path":"directory:authors","value":{"name":"Last"}}
      {"path":"authors[0]/name","model":"directory","value":"no"}
      """
    try shop.refuses(["add", "--from", "-"], status: 73, "standard input:2:", input: Array(lines.utf8))
    let good = """
      {"path":"genres","value":{"id":"CRIME"}}
      {"path":"books","value":{"name":"Emma","genre":{"refKey":"CRIME"}}}
      {"path":"directory:groups[1]/group/authors","value":{"name":"Guest"}}
      {"path":"books[4]/dates","value":{"date":"2026-01-31"}}
      """
    let new = try shop.okit("add", "--from", "-", input: Array(good.utf8)).lines
    #expect(new.count == 3 && new[0] == "CRIME")
    #expect(
      try shop.okit("get", "books[4]/id", "books[4]/dates[0]/date", "directory:groups[1]/group/authors[1]/id").lines
        == [new[1], "2026-01-31T00:00:00Z", new[2]])
    #expect(try shop.okit("check").text == "")
  }

  // MARK: - References

  @Test(arguments: FormedShop.Form.allCases) func eachDanglingReferenceIsReportedOnce(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    func book(_ genre: String, _ author: String = "") -> String {
      #"{"name":"x","genre":{"refKey":"\#(genre)"},"author":{"refKey":"\#(author)"}}"#
    }
    let lines = [book("NOIR"), book("FANTASY"), "", book("NOIR", "NOBODY"), book("NOIR"), book("NOIR"), book("LATER")]
    let input = Array((lines.joined(separator: "\n")).utf8)
    let words = ["add", "books", "--from", "-"]
    let wanted = """
      okit: warning: no entity has the id 'NOIR': 4 references in standard input:1,4-6
      okit: warning: no entity has the id 'NOBODY': 1 reference in standard input:4
      okit: warning: no entity has the id 'LATER': 1 reference in standard input:7

      """
    let told = try shop.shop.machine.okit(words + ["-n"], input: input, in: shop.shop.root).errors
    #expect(told == wanted + "would have added 6 values\n")
    try shop.refuses(
      words + ["--strict"], status: 66,
      "no entity has the id 'NOIR': 4 references in standard input:1,4-6, and 2 more are missing",
      input: input)
    // A reference may name an entity that the same step adds later.
    let more =
      lines.map { line in line.isEmpty ? "" : #"{"path":"books","value":\#(line)}"# }
      + ["NOIR", "LATER", "NOBODY"].map { #"{"path":"genres","value":{"id":"\#($0)"}}"# }
    try shop.okit("add", "--strict", "--from", "-", input: Array(more.joined(separator: "\n").utf8))
    #expect(try shop.okit("check").text == "")
  }

  @Test func aDanglingReferenceOfOneValueNamesNoLine() throws {
    let shop = try FormedShop(.plain)
    let book = #"{"genre":{"refKey":"NOIR"},"authors":[{"refKey":"NOIR"}]}"#
    let changed = try shop.changes {
      let errors = try shop.okit("add", "books", book).errors
      #expect(errors.hasPrefix("okit: warning: no entity has the id 'NOIR': 2 references\n"), "\(errors)")
    }
    #expect(changed == ["okit/data/default.json differs"])
    try shop.refuses(["add", "books", book, "--strict"], status: 66, "no entity has the id 'NOIR': 2 references")
    try shop.refuses(
      ["set", "books[0]/genre", #"{"id":"G","refKey":"NOIR"}"#, "--strict"], status: 66,
      "no entity has the id 'NOIR': 1 reference")
    let hint = #"hint: write {"refKey": "NOIR"} to refer to an entity that is added later"#
    try shop.refuses(["set", "books[0]/genre", "NOIR"], status: 66, "no entity has the id 'NOIR'\nokit: \(hint)")
    let strict = try shop.okit("set", "books[0]/genre", "NOIR", "--strict", status: 66)
    #expect(strict.errors == "okit: error: no entity has the id 'NOIR'\n")
    #expect(
      try shop.okit("set", "books[1]/genre", #"{"refKey": "NOIR"}"#).errors.contains("warning: no entity has the id"))
    try shop.okit("set", "books[0]/genre", #"{"id":"G","refKey":""}"#, "--strict")
  }

  @Test func manyLinesAreShortened() throws {
    let shop = try FormedShop(.plain)
    let book = #"{"path":"books","value":{"genre":{"refKey":"NOIR"}}}"#
    let other = #"{"path":"books","value":{}}"#
    let input = Array(String(repeating: book + "\n" + other + "\n", count: 20).utf8)
    let file = try shop.shop.machine.write(String(decoding: input, as: UTF8.self), "new.jsonl")
    let output = try shop.okit("add", "--from", file)
    #expect(
      output.errors.hasPrefix(
        "okit: warning: no entity has the id 'NOIR': 20 references in \(file):1,3,5,7,9,11,13,15 and more\n"),
      "\(output.errors)")
  }

  @Test func strictNeedsTheKeysOfAllModels() throws {
    let shop = try FormedShop(.age)
    try shop.okit("model", "create", "notes", "name:String", "about:ModelRef")
    try Files.remove(shop.shop.identity)
    // A new id could clash with one in the unreadable model, so the reference keeps its own.
    let words = ["set", "notes:about", #"{"refKey":"NOBODY"}"#]
    try shop.refuses(words + ["--strict"], status: 77, "NOBODY")
    #expect(try !shop.shop.okit(words).errors.contains("NOBODY"))
  }

  @Test func membersAreNamedAsInTheirClass() throws {
    let machine = try Machine()
    let root = machine.path("w")
    try machine.okit("init", root)
    try machine.write(
      """
      class Notes: Model, Codable {
        var title: String?
        var tags: [String]?
        enum CodingKeys: String, CodingKey { case title = "t", tags = "words" }
      }
      func f() { Model.register(Notes.self, name: "notes") }
      """, "w/okit/model/Notes.swift")
    try machine.write("{}", "w/okit/data/notes.json")
    try machine.okit("add", ".", #"{"title":"a","tags":["b"]}"#, in: root)
    #expect(try Files.text(root + "/okit/data/notes.json") == #"{"t":"a","words":["b"]}"#)
    try machine.okit("set", "title", "c", in: root)
    for member in ["title", "t"] {
      let output = try machine.okit("add", ".", #"{"\#(member)":"d"}"#, status: 73, in: root)
      #expect(output.errors.contains("already exists"))
    }
    try machine.okit("add", ".", #"{"other":"d"}"#, status: 66, in: root)
  }

  @Test func anAmbiguousPathIsRefused() throws {
    let shop = try FormedShop(.plain)
    try shop.refuses(["add", "books[*]/dates"], status: 64, "choose one of them")
    try shop.refuses(["set", "books[*]/marked", "true"], status: 64, "use --all to include all of them")
  }

  @Test(arguments: FormedShop.Form.allCases) func refusedAdditionsChangeNothing(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for (words, status, error) in [
      (["books", #"{"nme":"x"}"#], 65, "nme"), (["books", #"{"price":"x"}"#], 65, "Double"), (["books", "[]"], 65, ""),
      (["books", "x"], 65, "not valid JSON"), (["books", "{"], 65, "not valid JSON"),
      (["genres", #"{"id":"FANTASY"}"#], 73, "'FANTASY' already"),
      (["books", #"{"genre":{"id":"FANTASY"}}"#], 73, "'FANTASY' already"),
      (["genres", #"{"id":"B774EB52-48DB-40AF-B215-8370D269A9A5"}"#], 73, "already"),
      (["books[0]"], 64, "must be a JSON object"), (["books[0]/name", "x"], 73, "'okit set'"),
      (["books[0]/nothing", "x"], 66, "nothing"),
      (["books[*]/dates"], 64, "matches 4"), (["books[0]/author/ref"], 64, "stored elsewhere"),
      (["books.@count"], 64, ""),
      ([], 64, "missing path"), (["books", "{}", "--type", "null"], 64, ""),
      (["nobody:books"], 66, "no such model: 'nobody'"),
      (["directory:groups", #"{"id":"../x"}"#], 65, ""), (["directory:groups", #"{"id":"a/b"}"#], 65, ""),
    ] as [([String], Int32, String)] { try shop.refuses(["add"] + words, status: status, error) }
    try shop.onlySays(["add", "books"])
    try shop.onlySays(["add", "directory:groups", #"{"name":"x"}"#])
    #expect(
      try shop.okit("add", "genres", #"{"id":"CRIME"}"#, "--json").line
        == #"{"changes":[{"model":"default","path":"default:genres[3]","id":"CRIME"}],"synced":[],"removedFiles":[],"clearedReferences":0,"removedEntities":0,"kept":null,"dryRun":false}"#
    )
  }
}
