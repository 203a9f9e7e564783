import Definitions
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationStepTests {
  private static let shop = """
    class Shop: Model, Codable { var books: [Book] = []; var byKey: [String: Book] = [:]; var best: Book? }
    class Address: ModelEntity, Codable { var id: String!; var city: String?; var zip: String = "0" }
    """

  /// The classes of a shop whose books have these properties.
  static func shop(_ properties: String) -> String {
    shop + "\nclass Book: ModelEntity, Codable { var id: String!; \(properties) }"
  }

  private func result(
    _ json: String, _ old: String, _ new: String, _ steps: String...
  ) throws -> (text: String, bench: MigrationBench, changes: [MigrationChange]) {
    let bench = try MigrationBench(json, Self.shop(old), to: Self.shop(new))
    let changes = try steps.flatMap { try bench.run($0) }
    return (bench.text(), bench, changes)
  }

  private func error(_ json: String, _ old: String, _ new: String, _ step: String) throws -> OKitError? {
    let bench = try MigrationBench(json, Self.shop(old), to: Self.shop(new))
    return failure { try bench.run(step) }
  }

  @Test func renameChangesAPropertyInAllObjectsOfAClass() throws {
    let (text, bench, changes) = try result(
      #"{ "books": [ {"id":"A", "title" : "t\u00e9", "x":1.0} , {"id":"B"} ],"byKey":{"title":{"title":"2"}}, "title":3 }"#,
      "var title: String?", "var name: String?", #"{"rename":"Book.title","to":"name"}"#)
    #expect(
      text
        == #"{ "books": [ {"id":"A", "name" : "t\u00e9", "x":1.0} , {"id":"B"} ],"byKey":{"title":{"name":"2"}}, "title":3 }"#
    )
    #expect(changes == [MigrationChange(kind: .renamed, subject: "Book.title", detail: "name", count: 2)])
    #expect(bench.type("Book", "title") == nil && bench.type("Book", "name") == "String?")
  }

  @Test func renameUsesStoredKeysAndOverwritesNothing() throws {
    let coded = "var isbn: String?; enum CodingKeys: String, CodingKey { case id, isbn = \"ISBN\" }"
    #expect(
      try result(#"{"books":[{"ISBN":"1"}]}"#, coded, "var number: String?", #"{"rename":"Book.ISBN","to":"number"}"#)
        .text == #"{"books":[{"number":"1"}]}"#)
    #expect(
      try result(
        #"{"books":[{"a":"1","b":null},{"a":null,"b":2}]}"#, "var a: String?; var b: Int?", "var b: String?",
        #"{"rename":"Book.a","to":"b"}"#
      ).text == #"{"books":[{"b":"1"},{"b":2}]}"#)
    let refused = try error(
      #"{"books":[{"a":1,"b":2}]}"#, "var a: Int?; var b: Int?", "var b: Int?", #"{"rename":"Book.a","to":"b"}"#)
    #expect(refused?.kind == .malformed && refused?.message.contains("okit/data/default.json:1:") == true)
  }

  @Test func renamingAClassChangesNoData() throws {
    let bench = try MigrationBench(#"{"books":[{}]}"#, Self.shop("var a: Int?"))
    let changes = try bench.run(#"{"rename":"Book","to":"Publication"}"#, #"{"rename":"default:","to":"catalog:"}"#)
    #expect(changes.map(\.kind) == [.classRenamed, .modelRenamed] && changes.map(\.count) == [1, 1])
    #expect(bench.type("Shop", "books") == "[Publication]" && bench.type("Book", "a") == nil)
    #expect(bench.model.name == .named("catalog") && !bench.model.documents[0].isChanged)
    #expect(try bench.run(#"{"rename":"other:","to":"x:"}"#, #"{"rename":"Nothing.a","to":"b"}"#) == [])
  }

  @Test func aModelIsNotRenamedToANameThatANewModelCannotHave() throws {
    let refused = try error(
      #"{"books":[{}]}"#, "var a: Int?", "var a: Int?", #"{"rename":"default:","to":"b\u0009c:"}"#)
    #expect(refused?.kind == .configuration)
    #expect(refused?.message.contains(#"'b\u{9}c' is not a valid model name: it contains a control character"#) == true)
  }

  @Test func moveMakesMissingObjects() throws {
    let (text, bench, changes) = try result(
      #"{"books":[{"id":"A","city":"Rom"},{"id":"B","city":"Ulm","address":{"id":"C"}},{"id":"D"}]}"#,
      "var city: String?", "var address: Address?", #"{"move":"Book.city","to":"Book.address.city"}"#)
    #expect(
      text
        == #"{"books":[{"id":"A","address":{"id":"N1","zip":"0","city":"Rom"}},{"id":"B","address":{"id":"C","city":"Ulm"}},{"id":"D"}]}"#
    )
    #expect(changes.map(\.count) == [2])
    #expect(bench.type("Book", "city") == nil && bench.type("Book", "address") == "Address?")
    let back = try MigrationBench(text, Self.shop("var address: Address?"), to: Self.shop("var city: String?"))
    try back.run(#"{"move":"Book.address.city","to":"Book.city","where":"address/zip"}"#)
    #expect(back.text().contains(#"{"id":"D"}"#) && back.type("Book", "city") == "String?")
  }

  @Test func moveFillsANewObjectButOverwritesNothing() throws {
    let old = "var city: String?; var zip: String = \"1\""
    let json = #"{"books":[{"id":"A","city":"Rom","zip":"5"},{"id":"B","zip":"7"}]}"#
    let moves = [#"{"move":"Book.city","to":"Book.address.city"}"#, #"{"move":"Book.zip","to":"Book.address.zip"}"#]
    let (text, _, _) = try result(json, old, "var address: Address?", moves[0], moves[1])
    #expect(
      text
        == #"{"books":[{"id":"A","address":{"id":"N1","zip":"5","city":"Rom"}},{"id":"B","address":{"id":"N2","zip":"7"}}]}"#
    )
    // A value from an earlier step is kept, even if it is equal to that of a new object.
    let bench = try MigrationBench(
      #"{"books":[{"a":"0","b":"1"}]}"#, Self.shop("var a: String?; var b: String?"),
      to: Self.shop("var address: Address?"))
    try bench.run(#"{"move":"Book.a","to":"Book.address.zip"}"#)
    #expect(failure { try bench.run(#"{"move":"Book.b","to":"Book.address.zip"}"#) }?.kind == .malformed)
    // So is a value from before the migration.
    let present = #"{"books":[{"a":"1","address":{"id":"C","zip":"0"}}]}"#
    #expect(
      try error(
        present, "var a: String?; var address: Address?", "var address: Address?",
        #"{"move":"Book.a","to":"Book.address.zip"}"#)?.kind == .malformed)
  }

  @Test func moveTakesNestedObjectsAlong() throws {
    let (text, _, changes) = try result(
      #"{"best":{"id":"A","next":{"id":"B","next":{"id":"C"}}}}"#, "var next: Book?", "var after: Book?",
      #"{"move":"Book.next","to":"Book.after"}"#)
    #expect(text == #"{"best":{"id":"A","after":{"id":"B","after":{"id":"C"}}}}"#)
    #expect(changes[0].count == 2)
  }

  @Test func copyGivesEntitiesNewIDs() throws {
    let (text, bench, _) = try result(
      #"{"books":[{"a":"x","home":{"id":"H","zip":"1"}}]}"#, "var a: String; var home: Address?",
      "var a: String; var b: String; var home: Address?; var work: Address?", #"{"copy":"Book.a","to":"Book.b"}"#,
      #"{"copy":"Book.home","to":"Book.work"}"#)
    #expect(text == #"{"books":[{"a":"x","home":{"id":"H","zip":"1"},"b":"x","work":{"id":"N1","zip":"1"}}]}"#)
    #expect(bench.type("Book", "b") == "String")
  }

  @Test func setAssignsValuesAndBindingsUnderACondition() throws {
    let old = "var rating: Int?; var label: String?; var title: String?; var sold: Bool = false"
    let json =
      "{\n  \"books\": [\n    {\"title\": \"T\", \"sold\": true},\n    {\"rating\": 3, \"sold\": false}\n  ]\n}\n"
    let (text, _, changes) = try result(
      json, old, old, #"{"set":"Book.rating","value":5,"where":"sold"}"#, #"{"set":"Book.label","binding":"title"}"#)
    #expect(
      text
        == "{\n  \"books\": [\n    {\"title\": \"T\", \"sold\": true, \"rating\": 5, \"label\": \"T\"},\n    {\"rating\": 3, \"sold\": false}\n  ]\n}\n"
    )
    #expect(changes.map(\.count) == [1, 1])
    #expect(try result(json, old, old, #"{"set":"Book.title","value":null}"#).text.contains("title") == false)
    #expect(try error(json, old, old, #"{"set":"Book.rating","value":"many"}"#)?.kind == .malformed)
    let other = try error(json, old, old, #"{"set":"Book.label","binding":"directory>name"}"#)
    #expect(other?.kind == .configuration && other?.message.contains("not 'directory'") == true)
  }

  @Test func removeKeepsAPropertyThatSomeObjectsHave() throws {
    let (text, bench, changes) = try result(
      #"{"books":[{"a":1,"b":{"a":2}},{"b":3,"a":"long"},{"a":null}],"a":4}"#, "var a: Int = 0; var b: Int?",
      "var b: Int?", #"{"remove":"Book.a","where":"b"}"#)
    #expect(text == #"{"books":[{"b":{"a":2}},{"b":3},{"a":null}],"a":4}"#)
    #expect(changes[0].count == 2 && changes[0].lost == 2 && changes[0].examples == ["1", "\"long\""])
    #expect(bench.type("Book", "a") == nil)
    let kept = try result(
      #"{"books":[{"a":1,"b":1},{"a":2}]}"#, "var a: Int = 0; var b: Int?", "",
      #"{"remove":"Book.a","where":"b"}"#)
    #expect(kept.bench.type("Book", "a") == "Int?")
  }

  @Test func convertUsesTypesAndMaps() throws {
    let (text, bench, changes) = try result(
      #"{"books":[{"price":"1.50"},{"price":"free"},{"price":"?"}]}"#, "var price: String", "var price: Double",
      #"{"convert":"Book.price","to":"Double","map":{"free":0},"otherwise":-1}"#)
    #expect(text == #"{"books":[{"price":1.50},{"price":0},{"price":-1}]}"#)
    #expect(changes[0].count == 3 && changes[0].lost == 1 && changes[0].examples == [#""?""#])
    #expect(bench.type("Book", "price") == "Double")
    #expect(
      try result(
        #"{"books":[{"tags":[ 1, 2 ]}]}"#, "var tags: [Int] = []", "var tags: Set<String> = []",
        #"{"convert":"Book.tags","to":"Set<String>"}"#
      ).text == #"{"books":[{"tags":[ "1", "2" ]}]}"#)
    let refused = try error(
      #"{"books":[{"price":"?"}]}"#, "var price: String", "var price: Double",
      #"{"convert":"Book.price","to":"Double"}"#)
    #expect(refused?.kind == .malformed && refused?.message.contains(#""?" cannot be converted to Double"#) == true)
  }

  @Test func splitAndMergeAreInverse() throws {
    let (text, bench, _) = try result(
      #"{"books":[{"name":"Ada King Noel"},{"name":"Bo"},{}]}"#, "var name: String?",
      "var first: String?; var last: String?", #"{"split":"Book.name","to":["first","last"],"at":" "}"#)
    #expect(text == #"{"books":[{"first":"Ada","last":"King Noel"},{"first":"Bo","last":""},{}]}"#)
    #expect(bench.type("Book", "name") == nil && bench.type("Book", "last") == "String?")
    let merged = try result(
      #"{"books":[{"first":"Ada","last":"King"},{"last":"Bo","first":null},{}]}"#,
      "var first: String?; var last: String?", "var name: String?",
      #"{"merge":["Book.first","last"],"to":"name","with":" "}"#)
    #expect(merged.text == #"{"books":[{"name":"Ada King"},{"name":"Bo"},{}]}"#)
    #expect(
      try error(
        #"{"books":[{"name":1}]}"#, "var name: Int", "var a: String?; var b: String?",
        #"{"split":"Book.name","to":["a","b"],"at":"é"}"#)?.kind == .malformed)
  }

  @Test(arguments: [
    (#"{"rename":"Book.titel","to":"b"}"#, "Book has no property 'titel'"),
    (#"{"move":"Book.title","to":"Book.nothing"}"#, "Book has no property 'nothing'"),
    (#"{"remove":"Book.id"}"#, "no step can change"), (#"{"rename":"Book.title","to":"id"}"#, "no step can change"),
    (#"{"remove":"ModelRef.refKey"}"#, "class of the framework"), (#"{"rename":"Book","to":"Shop"}"#, "already"),
    (#"{"move":"Book.title","to":"Book.title"}"#, "itself"),
    (#"{"convert":"Book.title","to":"Nope"}"#, "no such type"),
    (#"{"extract":"Shop.books"}"#, "no stand-in class"), (#"{"inline":"Shop.books"}"#, "is not a stand-in"),
  ])
  func impossibleNamesAndIDsAreRefused(_ step: String, _ words: String) throws {
    let refused = try error(#"{"books":[{"title":"T"}]}"#, "var title: String?", "var title: String?", step)
    #expect(
      refused?.kind == .configuration && refused?.message.contains(words) == true, "\(String(describing: refused))")
  }
}
