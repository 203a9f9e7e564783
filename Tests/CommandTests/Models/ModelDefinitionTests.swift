import TestSupport
import Testing

/// The app's own Swift files.
@Suite struct ModelDefinitionTests {
  @Test func initRecordsRegisteredModels() throws {
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

  @Test func initWarnsOfUnknownSyntaxAndFailsWithoutDefinitions() throws {
    let machine = try Machine()
    let source = "class Shop: Model, Codable {\n  var (a, b) = 1\n}\nfunc start() { Model.register(Shop.self) }\n"
    try machine.write(source, "Shop.swift")
    let output = try machine.okit("init", "shop", "--definitions", "Shop.swift")
    #expect(output.errors.contains("okit: warning: \(machine.path("Shop.swift")):2:7: cannot understand this tuple"))
    #expect(output.errors.contains("; okit ignores Shop\n"))
    // Commands that need the class fail and show the line.
    let shop = machine.path("shop")
    try machine.write("{}", "shop/okit/data/default.json")
    let refused = try machine.okit("model", "show", "default", status: 78, in: shop)
    #expect(refused.errors.contains("okit: error: \(machine.path("Shop.swift")):2:7: cannot understand this tuple"))
    #expect(refused.errors.contains("\n  var (a, b) = 1\n      ^\n"))
    try machine.okit("init", "other", "--definitions", "Nothing.swift", status: 78)
    #expect(try !Files.names(in: machine.folder).contains("other"))
  }

  @Test func aFileWithAnOpenParenthesisIsIgnoredAsAWhole() throws {
    let machine = try Machine()
    try machine.write("class A: Model {\n  var x = (1\n}\nclass B: Model { var y = 1 }\n", "Shop.swift")
    let output = try machine.okit("init", "shop", "--definitions", "Shop.swift")
    #expect(output.errors.contains("; okit ignores the types in this file\n"), "\(output.errors)")
  }

  @Test(arguments: [[], ["-n"], ["--json"], ["-q"], ["-n", "--json"]])
  func initReportsThatNoModelClassExists(_ options: [String]) throws {
    let machine = try Machine()
    try machine.write("struct A: Codable { var x = 1 }\nenum B: String, Codable { case c }\n", "Types.swift")
    let output = try machine.okit(["init", "shop", "--definitions", "Types.swift"] + options)
    #expect(output.errors.contains("okit: warning: found no model class in 1 Swift file (2 types)\n"))
    #expect(
      output.errors.contains("okit: hint: add the files that declare classes derived from Model"), "\(output.errors)")
  }

  @Test func initReportsModelsWithoutAFile() throws {
    let machine = try Machine()
    try machine.write(
      """
      class Cache: ModelTransient, Codable { var id: String! }
      func f() { Model.register(Cache.self, name: "cache") }
      """, "Types.swift")
    let output = try machine.okit("init", "shop", "--definitions", "Types.swift")
    #expect(output.errors.contains("cache (transient, no file)") && !output.errors.contains("(?)"), "\(output.errors)")
  }

  @Test(arguments: [
    "class Thing: ModelEntity, Codable {\n  var list = [1, 2, 3].map { $0 * 2 }\n}\n",
    "class Base: ModelEntity, Codable {\n  var list = [1].map { $0 }\n}\nclass Thing: Base {}\n",
  ])
  func createRefusesAModelThatUsesAnUnreadableClass(_ source: String) throws {
    let machine = try Machine()
    let shop = machine.path("shop")
    let model = "class Shop: Model, Codable {\n  var name = \"\"\n  var thing: Thing?\n}\n"
    try machine.write(model + source, "Shop.swift")
    try machine.okit("init", "shop", "--definitions", "Shop.swift")
    let refused = try machine.okit("model", "create", "default", "--class", "Shop", status: 78, in: shop)
    #expect(refused.errors.contains("cannot infer the type of 'list' from its value"))
    #expect(try !Files.names(in: shop + "/okit/data").contains("default.json"))
    #expect(try !Files.names(in: shop + "/okit/model").contains("applied.json"))
    try machine.write(model + "class Thing: ModelEntity, Codable {}\n", "Shop.swift")
    try machine.okit("model", "create", "default", "--class", "Shop", in: shop)
    try machine.okit("set", "name", "x", in: shop)
  }

  /// Earlier versions created models whose classes use an unknown class.
  @Test func aRecordWithAnUnknownClassKeepsTheModelUsable() throws {
    let machine = try Machine()
    let shop = machine.path("shop")
    let source = "class Shop: Model, Codable {\n  var name = \"\"\n  var thing: Thing?\n}\n"
    try machine.write(source + "class Thing: ModelEntity, Codable {}\n", "Shop.swift")
    try machine.okit("init", "shop", "--definitions", "Shop.swift")
    try machine.okit("model", "create", "default", "--class", "Shop", in: shop)
    let applied = shop + "/okit/model/applied.json"
    let text = try Files.text(applied)
    let cut = text.replacing(#""type": "Thing?""#, with: #""type": {"optional": {"object": "Thing"}}"#)
      .replacing(#""Thing": {"#, with: #""Other": {"#)
    try machine.write(cut, "shop/okit/model/applied.json")
    try machine.okit("set", "name", "x", in: shop)
    try machine.okit("add", "thing", "{}", in: shop)
    try machine.okit("check", in: shop)
  }

  @Test func aModelIsShownWithTypesDefaultsAndNotes() throws {
    let shop = try Bookshop(keys: false)
    try shop.define()
    let text = try shop.okit("model", "show", "default").text
    for line in [
      "Shop: ModelEncrypted  — The shop with all its books, the default model.",
      "├── books: [Book] = []  — Sorted by shelf.",
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

  @Test func commandNamesOfOtherToolsGetSuggestions() throws {
    let shop = try Bookshop(keys: false)
    #expect(try shop.okit("model", "rm", "directory", status: 64).errors.contains("model delete"))
    #expect(try shop.okit("model", "new", "x", status: 64).errors.contains("model create"))
  }
}
