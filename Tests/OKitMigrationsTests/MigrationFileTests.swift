import Definitions
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationFileTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.empty()
  }

  private func write(_ name: String, _ text: String = #"{"version":1,"steps":[]}"#) throws {
    try Files.write(text, to: scene.root + "/okit/migrations/" + name)
  }

  private func files() throws -> MigrationFiles { try MigrationFiles(scene.workspace()) }

  private func parse(_ text: String) throws -> MigrationFile {
    try MigrationFile(MigrationName("0001-a"), parsing: JSONBytes(Array(text.utf8)))
  }

  private static let steps = [
    #"{"rename":"Book.title","to":"name"}"#, #"{"rename":"Book","to":"Publication"}"#, #"{"rename":"a:","to":"b:"}"#,
    #"{"move":"Book.a","to":"Book.b.c","where":"x"}"#, #"{"copy":"Book.a","to":"Book.b"}"#,
    #"{"set":"Book.a","value":{"x":[1.0,null]}}"#, #"{"set":"Book.a","binding":"authors[0]/name","where":"!a"}"#,
    #"{"remove":"Book.a","where":"x"}"#, #"{"convert":"Book.a","to":"Double","map":{"free":0},"otherwise":null}"#,
    #"{"split":"Book.a","to":["b","c"],"at":" "}"#, #"{"merge":["Book.a","b"],"to":"c","with":""}"#,
    #"{"extract":"Book.a","keep":["name"]}"#, #"{"extract":"Book.a"}"#, #"{"inline":"Book.a"}"#,
    #"{"run":"reprice","class":"Book"}"#,
  ]

  @Test func filesAreListedByNumber() throws {
    #expect(try files().files.isEmpty)
    for name in ["0010-b.json", "0002-a.json", "10000-c.json", "reprice", ".hidden.json"] { try write(name) }
    #expect(try files().files.map(\.name) == ["0002-a", "0010-b", "10000-c"])
    #expect(try files().file(named: "a")?.number == 2 && files().file(named: "10000-c")?.number == 10_000)
    #expect(try files().file(named: "x")?.number == nil)
  }

  @Test(arguments: [
    "a.json", "001-a.json", "0000-a.json", "0001-.json", "0001-a b.json", "0001-a\u{200b}.json",
    "99999999999999999999-a.json", "0001-" + String(repeating: "a", count: 101) + ".json",
  ])
  func wrongNamesAreRefused(_ name: String) throws {
    try write(name)
    #expect(failure { _ = try files() }?.kind == .configuration)
  }

  @Test func linksFoldersAndDuplicateNumbersAreRefused() throws {
    try write("0001-a.json")
    try write("00001-b.json")
    #expect(failure { _ = try files() }?.message.contains("the same number") == true)
    try Files.remove(scene.root + "/okit/migrations/00001-b.json")
    try Files.link(scene.root + "/okit/migrations/0002-b.json", to: "0001-a.json")
    #expect(failure { _ = try files() }?.kind == .configuration)
    try Files.remove(scene.root + "/okit/migrations/0002-b.json")
    try write("0002-b.json/x")
    #expect(failure { _ = try files() }?.kind == .configuration)
  }

  @Test(arguments: steps)
  func messagesShowAStepAsItIsWritten(_ step: String) throws {
    let file = try parse("{\"version\":1,\"steps\":[\(step)],\"allowLoss\":[\"Book.a\"]}")
    #expect(file.steps.map(\.description) == [step] && file.losses == ["Book.a"])
  }

  @Test func aFileMayGiveAModelANameThatANewModelCannotHave() throws {
    let file = try parse(#"{"version":1,"steps":[{"rename":"a:","to":"b\u0009c:"}]}"#)
    #expect(file.newName(of: try ModelName("a")) == (try ModelName("b\tc")))
  }

  @Test func messagesShowTheMembersOfAStepInOneOrderAndSpelling() throws {
    let file = try parse(#"{"version":1,"steps":[{ "to" : "Int", "map":{}, "convert":"Book.\u0061" }]}"#)
    #expect(file.steps.map(\.description) == [#"{"convert":"Book.a","to":"Int"}"#])
    let long = String(repeating: "a", count: 200)
    let shown = try parse(#"{"version":1,"steps":[{"inline":"Book.\#(long)"}]}"#).steps[0].description
    #expect(shown.count == 101 && shown.hasSuffix("a…"))
  }

  @Test func aFileIsWrittenWithALineForEachMember() throws {
    let bytes = MigrationFile.text(renames: [.init(subject: "Book.title", name: "name")], losses: ["Book.a"])
    let lines = [
      "{", #"  "version": 1,"#, #"  "steps": ["#, "    {", #"      "rename": "Book.title","#, #"      "to": "name""#,
      "    }",
      "  ],", #"  "allowLoss": ["#, #"    "Book.a""#, "  ]", "}", "",
    ]
    #expect(String(decoding: bytes, as: UTF8.self) == lines.joined(separator: "\n"))
  }

  @Test(arguments: [
    (#"{"version":1,"steps":[{"rename":"Book.a"}]}"#, ":1:23: 'rename' needs 'to'"),
    (#"{"version":1,"steps":[{"rename":"a/b:","to":"c:"}]}"#, "'a/b' is not a valid model name: it contains a slash"),
    (
      #"{"version":1,"steps":[{"rename":"a:","to":"c"}]}"#,
      "the new name of a model must end in a colon, as in 'catalog:'"
    ), (#"{"version":1,"steps":[{"rename":"a:","to":".c:"}]}"#, "'.c' is not a valid model name: it begins with a dot"),
    ("{\"version\":1,\n\"steps\":[{\"nope\":1}]}", ":2:18: unknown step 'nope'"),
    (#"{"version":1,"steps":[{"remove":"Book.a","x":1}]}"#, "no member 'x'"),
    (#"{"version":1,"steps":[{"remove":"Book"}]}"#, "not a property"),
    (#"{"version":1,"steps":[{"remove":1}]}"#, "not a string"),
    (#"{"version":1,"steps":[{"remove":"A.b","inline":"A.c"}]}"#, "one action"),
    (#"{"version":1,"steps":{}}"#, "not an array"),
    (#"{"version":1,"steps":[{"remove":"A.b","where":"a["}]}"#, "not a valid condition"),
    (#"{"version":1,"steps":[{"remove":"A.b","remove":"A.b"}]}"#, "one action"),
    (#"{"version":1,"steps":[{"set":"A.b","value":1,"binding":"x"}]}"#, "either"),
    (#"{"version":1,"steps":[{"convert":"A.b"}]}"#, "needs 'to'"),
    (#"{"version":1,"steps":[{"convert":"A.b","to":"["}]}"#, "not a type"),
    (#"{"version":1,"steps":[{"split":"A.b","to":["c"],"at":" "}]}"#, "at least 2"),
    (#"{"version":1,"steps":[{"split":"A.b","to":["c","d"],"at":""}]}"#, "empty"),
    (#"{"version":1,"steps":[{"run":"../x","class":"A"}]}"#, "program name"), (#"{"version":2}"#, "newer okit"),
    (#"{"steps":[]}"#, "missing version"), ("[]", "not an object"), ("{", "0001-a.json:1:2"),
    (#"{"version":1,"x":1}"#, "no member 'x'"),
    (#"{"version":1,"allowLoss":["Book"]}"#, "not a property"),
    (#"{"version":1,"models":{"":{}}}"#, "valid model name"),
  ])
  func errorsNameTheirPosition(_ text: String, _ words: String) throws {
    let refused = failure { _ = try parse(text) }
    #expect(
      refused?.kind == .configuration && refused?.message.contains(words) == true, "\(String(describing: refused))")
  }

  @Test func aChecksumIgnoresTheSpelling() throws {
    let one = try parse(#"{"version":1,"steps":[{"set":"A.b","value":"\u00e9\/"}],"allowLoss":[]}"#)
    let same = try parse("{ \"steps\" : [ { \"value\":\"é/\", \"set\":\"A.b\" } ],\n\"allowLoss\":[],\"version\":1 }")
    let other = try parse(#"{"version":1,"steps":[{"set":"A.b","value":"e\u0301/"}],"allowLoss":[]}"#)
    #expect(one.checksum == same.checksum && one.checksum != other.checksum)
    let deep = String(repeating: "[", count: 9_000) + String(repeating: "]", count: 9_000)
    #expect(CanonicalJSON.bytes(of: try JSONDocument(parsing: deep).root) == Array(deep.utf8))
  }

  @Test func newNamesCanBeTyped() throws {
    #expect(try MigrationName(number: 7, name: "titel-é").text == "0007-titel-é")
    #expect(try MigrationName(number: 12_345, name: "x").text == "12345-x")
    for name in ["", "a b", "a/b", ".a", "a\n", "\u{2028}", String(repeating: "a", count: 101)] {
      #expect(kind { _ = try MigrationName(number: 1, name: name) } == .usage, "\(name)")
    }
  }
}
