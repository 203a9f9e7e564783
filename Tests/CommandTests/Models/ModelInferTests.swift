import TestSupport
import Testing

/// Definitions inferred from the Bookshop's data, and read again.
@Suite struct ModelInferTests {
  @Test func withoutDefinitionsAModelIsListedAndShownByItsData() throws {
    let shop = try Bookshop()
    let list = try shop.okit("model", "list")
    #expect(
      list.lines == [
        "MODEL      CLASS  KIND  STORED    DEFINED", "default    -      -     okit-cbc  no",
        "directory  -      -     json      no", "settings   -      -     json      no",
      ])
    let show = try shop.okit("model", "show", "directory")
    #expect(
      show.text == """
        Directory: Model
        ├── id: String!
        ├── authors: [Author] = []
        │   ├── id: String!
        │   └── name: String = ""
        └── groups: [GroupPartial] = []
            ├── id: String!
            ├── name: String = ""
            ├── color: String = ""
            └── group: Group, in a separate file
                ├── id: String!
                ├── name: String = ""
                ├── authors: [Author] = []
                ├── color: String = ""
                └── status: String = ""

        """)
    #expect(show.errors.contains("directory has no definition; inferred this from its data"))
  }

  @Test func inferredDefinitionsAreReadAsWritten() throws {
    let shop = try Bookshop()
    let printed = try shop.okit("model", "infer", "--all").text
    let before = try shop.tree()
    let dry = try shop.okit("model", "infer", "--all", "--write", "--dry-run")
    #expect(dry.errors == "would write okit/model/Models.swift\n")
    #expect(try shop.tree().differences(from: before) == [])
    let written = try shop.okit("model", "infer", "--all", "--write")
    #expect(written.text == "okit/model/Models.swift\n")
    #expect(try Files.text(shop.root + "/okit/model/Models.swift") == printed)
    #expect(
      try shop.jq(".models | tojson", shop.configuration)
        == #"{"default":{"class":"DefaultModel","kind":"encrypted"},"directory":{"class":"Directory","kind":"plain"},"#
        + #""settings":{"class":"ModelSettings","kind":"settings"}}"#)
    let list = try shop.okit("model", "list")
    #expect(
      list.lines.dropFirst() == [
        "default    DefaultModel   encrypted  okit-cbc  yes", "directory  Directory      plain      json      yes",
        "settings   ModelSettings  settings   json      yes",
      ])
    let show = try shop.okit("model", "show", "default")
    #expect(show.errors == "")
    #expect(show.lines.contains("└── genres: [Genre] = []"))
    #expect(try shop.okit("model", "infer", "--all").text == printed)
    try shop.okit("model", "infer", "default", "--write", status: 73)
  }

  @Test func theClassOfOneModelCanBeNamed() throws {
    let shop = try Bookshop()
    let text = try shop.okit("model", "infer", "default", "--class", "Shop").text
    #expect(text.contains("final class Shop: ModelEncrypted, Codable {"))
    #expect(text.contains("  Model.register(Shop.self)\n"))
    try shop.okit("model", "infer", "--all", "--class", "Shop", status: 64)
    try shop.okit("model", "infer", "default", "--class", "1", status: 64)
    try shop.okit("model", "infer", "nothing", status: 66)
  }

  @Test func anEncryptedModelNeedsItsKey() throws {
    let shop = try Bookshop(keys: false)
    try shop.okit("model", "infer", "default", status: 77)
    try shop.okit("model", "show", "default", status: 77)
    try shop.okit("model", "schema", "default", status: 77)
    try shop.okit("model", "infer", "directory")
  }
}
