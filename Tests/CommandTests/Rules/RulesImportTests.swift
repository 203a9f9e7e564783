import TestSupport
import Testing

/// The rules that `okit rules import` takes from the Bookshop's screens, and files that it refuses.
@Suite struct RulesImportTests {
  private func shop() throws -> Bookshop {
    let machine = try Machine()
    return try Bookshop(
      machine, data: Fixture.example + "/data", definitions: Fixture.definitions, key: Fixture.example + "/cryptinfo.json")
  }

  @Test func theScreensOfTheBookshopHaveTheseRules() throws {
    let shop = try shop()
    try Files.copy(Fixture.storyboard, to: shop.root + "/Main.storyboard")
    let output = try shop.okit("rules", "import", "Main.storyboard")
    #expect(
      output.lines == [
        "TODO"
      ])
    #expect(output.errors == "TODO")
    let files = try FileTree(shop.root + "/okit/rules")
    #expect(files.entries.count == 8)
    #expect(try shop.okit("rules", "check").errors.contains("no mistakes"))
    #expect(try shop.okit("rules", "import", "Main.storyboard").errors.contains("nothing to write"))
    try shop.okit("undo")
    #expect(!Files.exists(shop.root + "/okit/rules/Book.json"))
  }

  @Test func theImportedRulesAreObeyed() throws {
    let shop = try shop()
    try shop.okit("rules", "import", Fixture.storyboard, "-q")
    try shop.okit("set", "books[0]/price", "101", status: 65)
    try shop.okit("set", "books[0]/price", "99")
    try shop.okit("set", "books[0]/genre/refKey", "NONE", status: 65)
    try shop.okit("set", "books[0]/genre/refKey", "WESTERNS")
    try shop.okit("set", "books[0]/name", "", status: 65)
    try shop.okit("set", "genres[0]/id", "OTHER", status: 65)
  }

  @Test func existingRulesAreKeptUnlessReplaced() throws {
    let shop = try shop()
    let rules = shop.root + "/okit/rules/Book.json"
    let text = "{ \"properties\": { \"price\": { \"maximum\": 50 } } }\n"
    try Files.write(text, to: rules)
    let output = try shop.okit("rules", "import", Fixture.storyboard)
    #expect(output.errors.contains("Book.price should be maximum 100, but okit/rules/Book.json:1:31 says 50"))
    #expect(try Files.text(rules).contains("\"maximum\": 50"))
    try shop.okit("rules", "import", Fixture.storyboard, "--replace")
    #expect(try Files.text(rules).contains("\"maximum\": 100"))
  }

  @Test(arguments: [
    ("", "not well-formed XML: the file is incomplete"), ("{}", "not well-formed XML"),
    ("<a/>", "not a storyboard of iOS screens"),
    ("<!DOCTYPE d [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><document>&x;</document>", "document type declaration"),
  ])
  func otherFilesAreRefused(_ text: String, _ message: String) throws {
    let shop = try shop()
    try Files.write(text, to: shop.root + "/x.storyboard")
    let output = try shop.okit("rules", "import", "x.storyboard", status: 65)
    #expect(output.errors.hasPrefix("okit: error: x.storyboard") && output.errors.contains(message), "\(output.errors)")
    #expect(!Files.exists(shop.root + "/okit/rules"))
  }

  @Test func aLargeFileIsRefusedInLittleMemory() throws {
    let shop = try shop()
    let path = shop.root + "/x.storyboard"
    try shop.machine.shell(
      "(printf '<document type=\"x.Storyboard.XIB\">'; yes '<a b=\"c\"/>' | head -c 100000000) > \"$path\"", with: ["path": path])
    let output = try shop.okit("rules", "import", "x.storyboard", status: 65)
    #expect(output.errors.contains("x.storyboard: larger than 32 MB"))
  }

  @Test func aMissingFileIsAnError() throws {
    let shop = try shop()
    let output = try shop.okit("rules", "import", "x.storyboard", status: 74)
    #expect(output.errors.contains("x.storyboard"))
    try shop.okit("rules", "import", status: 64)
  }

  @Test(.enabled(if: NoXML.isPossible, "a namespace of its own cannot be made here"))
  func withoutLibxml2ItIsUnsupported() throws {
    let shop = try shop()
    let output = try shop.machine.launch(
      NoXML.namespace + [Machine.okit, "rules", "import", Fixture.storyboard], [], [:], shop.root)
    #expect(output.end == .status(69))
    #expect(output.errors.contains("the libxml2 library is not installed (Debian package libxml2)"))
  }
}
