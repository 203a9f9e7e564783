import Testing

/// The app's own Swift files.
@Suite struct ModelDefinitionTests {
  @Test func initRecordsWhatTheAppRegisters() throws {
    let shop = try Bookshop(keys: false)
    let machine = shop.machine
    try machine.okit("init", "second", "--data", Fixture.data, "--definitions", Fixture.definitions)
    let configuration = machine.path("second/okit/okit.json")
    #expect(
      try shop.jq(".models | tojson", configuration)
        == #"{"default":{"class":"Shop","kind":"encrypted"},"directory":{"class":"Directory","kind":"plain"},"#
        + #""settings":{"class":"ModelSettings","kind":"settings"}}"#)
    #expect(try shop.jq(".definitions[0]", configuration) == Fixture.definitions)
    #expect(
      try machine.okit("model", "list", in: machine.path("second")).lines.dropFirst() == [
        "default    Shop           encrypted  okit-cbc  yes", "directory  Directory      plain      json      yes",
        "settings   ModelSettings  settings   json      yes",
      ])
  }

  @Test func initStopsAtBrokenDefinitions() throws {
    let machine = try Machine()
    try machine.write("class Shop: Model, Codable {\n  var (a, b) = (1, 2)\n}\n", "Shop.swift")
    let output = try machine.okit("init", "shop", "--definitions", "Shop.swift", status: 65)
    #expect(output.errors.hasPrefix("okit: error: \(machine.path("Shop.swift")):2:"))
    #expect(output.errors.contains("\n  var (a, b) = (1, 2)\n"))
    #expect(output.errors.contains("^"))
    try machine.okit("init", "shop", "--definitions", "Nothing.swift", status: 78)
    #expect(try !Files.nameTexts(machine.folder).contains("shop"))
  }

  @Test func aModelIsShownWithTypesDefaultsAndNotes() throws {
    let shop = try Bookshop(keys: false)
    try shop.define()
    let text = try shop.okit("model", "show", "default").text
    for line in [
      "Shop: ModelEncrypted  — The shop with all its books, the default model.",
      "├── books: [Book] = []  — In the order of the shelves.",
      "│   ├── type: BookType = .paperback (paperback \"0\", hardcover \"1\", electronic \"2\")",
      "│   ├── price: Double = 0  — In euros.",
      "│   │   └── date: Date = Date()",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) is not in:\n\(text)")
    }
    let json = try shop.machine.write(shop.okit("model", "show", "directory", "--json").text, "directory.json")
    #expect(try shop.jq(".model, .class, .inferred", json) == "directory\nDirectory\nfalse")
    #expect(try shop.jq(#".classes[] | select(.name == "GroupPartial").entity"#, json) == "Group")
    try shop.okit("model", "show", "nothing", status: 66)
  }

  @Test func wordsOfOtherToolsGetOurs() throws {
    let shop = try Bookshop(keys: false)
    #expect(try shop.okit("model", "rm", "directory", status: 64).errors.contains("model delete"))
    #expect(try shop.okit("model", "new", "x", status: 64).errors.contains("model create"))
  }
}
