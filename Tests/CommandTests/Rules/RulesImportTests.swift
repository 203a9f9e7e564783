import TestSupport
import Testing

/// The rules that `okit rules import` takes from the Bookshop's screens, and files that it refuses.
@Suite struct RulesImportTests {
  private func shop() throws -> Bookshop {
    let machine = try Machine()
    return try Bookshop(
      machine, data: Fixture.example + "/data", definitions: Fixture.definitions,
      key: Fixture.example + "/cryptinfo.json")
  }

  @Test func theScreensOfTheBookshopHaveTheseRules() throws {
    let shop = try shop()
    try Files.copy(Fixture.storyboard, to: shop.root + "/Main.storyboard")
    let output = try shop.okit("rules", "import", "Main.storyboard")
    #expect(
      output.text == #"""
        CLASS          PROPERTY           RULE                                       PLACE
        Author         name               minLength 1                                Main.storyboard:1210
        Book           author             x-okit-candidates "/authors"               Main.storyboard:495
        Book           authors            x-okit-candidates "directory:/authors"     Main.storyboard:592
        Book           copies             minimum 0                                  Main.storyboard:295
        Book           copies             maximum 10                                 Main.storyboard:295
        Book           date               x-okit-minimum "1450-01-01T00:00:00+0000"  Main.storyboard:244
        Book           date               x-okit-maximum "2026-01-31"                Main.storyboard:244
        Book           genre              x-okit-candidates "/genres"                Main.storyboard:317
        Book           name               minLength 1                                Main.storyboard:147
        Book           price              minimum 0                                  Main.storyboard:279
        Book           price              maximum 100                                Main.storyboard:279
        Delivery       date               x-okit-minimum "2020-01-02T00:00:00Z"      Main.storyboard:865
        Genre          id                 readOnly true                              Main.storyboard:1083
        Genre          name               minLength 1                                Main.storyboard:1064
        Group          color              pattern "^[ -~]*$"                         Main.storyboard:1396
        GroupPartial   name               minLength 1                                Main.storyboard:1364
        ModelSettings  protectionTimeout  x-okit-candidates "timeouts"               Main.storyboard:1758
        Shop           id                 readOnly true                              Main.storyboard:947

        """#)
    #expect(
      output.errors == """
        okit: warning: Main.storyboard:865: maxDatePath: '%never' is a text for translation; skipped
        okit: warning: Main.storyboard:1412: the segments of Group.status store indices, which no case of GroupStatus has; skipped
        okit: warning: Main.storyboard:1646: readOnly of ModelSettings.protection depends on the data; skipped
        wrote okit/rules/Author.json, okit/rules/Book.json, okit/rules/Delivery.json, \
        okit/rules/Genre.json, okit/rules/Group.json, okit/rules/GroupPartial.json, okit/rules/ModelSettings.json, okit/rules/Shop.json

        """)
    #expect(try shop.okit("rules", "check").errors == "no mistakes in the rules of 8 classes\n")
    #expect(try shop.okit("check").errors.hasPrefix("no problems"))
    let again = try shop.okit("rules", "import", "Main.storyboard")
    #expect(again.text == "" && again.errors.hasSuffix("18 rules were there already\nnothing to write\n"))
  }

  @Test func theFilesAreWrittenForPeople() throws {
    let shop = try shop()
    try shop.okit("rules", "import", Fixture.storyboard, "-q")
    func rules(_ name: String) throws -> String { try Files.text(shop.root + "/okit/rules/\(name).json") }
    try #expect(
      rules("Book") == """
        {
          "properties": {
            "name": {
              "minLength": 1
            },
            "date": {
              "x-okit-minimum": "1450-01-01T00:00:00+0000",
              "x-okit-maximum": "2026-01-31"
            },
            "price": {
              "minimum": 0,
              "maximum": 100
            },
            "copies": {
              "minimum": 0,
              "maximum": 10
            },
            "genre": {
              "x-okit-candidates": "/genres"
            },
            "author": {
              "x-okit-candidates": "/authors"
            },
            "authors": {
              "x-okit-candidates": "directory:/authors"
            }
          }
        }

        """)
    try #expect(
      rules("Genre") == """
        {
          "properties": {
            "name": {
              "minLength": 1
            },
            "id": {
              "readOnly": true
            }
          }
        }

        """)
    try #expect(
      rules("ModelSettings") == """
        {
          "properties": {
            "protectionTimeout": {
              "x-okit-candidates": "timeouts"
            }
          }
        }

        """)
    try #expect(shop.jq("tojson", shop.root + "/okit/rules/Author.json") == #"{"properties":{"name":{"minLength":1}}}"#)
    try #expect(
      shop.jq("tojson", shop.root + "/okit/rules/Delivery.json")
        == #"{"properties":{"date":{"x-okit-minimum":"2020-01-02T00:00:00Z"}}}"#)
    try #expect(
      shop.jq("tojson", shop.root + "/okit/rules/Group.json") == #"{"properties":{"color":{"pattern":"^[ -~]*$"}}}"#)
    try #expect(
      shop.jq("tojson", shop.root + "/okit/rules/GroupPartial.json") == #"{"properties":{"name":{"minLength":1}}}"#)
    try #expect(shop.jq("tojson", shop.root + "/okit/rules/Shop.json") == #"{"properties":{"id":{"readOnly":true}}}"#)
  }

  @Test func theImportedRulesAreObeyed() throws {
    let shop = try shop()
    try shop.okit("rules", "import", Fixture.storyboard, "-q")
    try shop.okit("set", "books[0]/price", "101", status: 65)
    try shop.okit("set", "books[0]/price", "99")
    try shop.okit("set", "books[0]/genre/refKey", "NONE", status: 65)
    try shop.okit("set", "books[0]/genre/refKey", "HORROR")
    try shop.okit("set", "books[0]/name", "", status: 65)
  }

  @Test func existingRulesAreKeptUnlessReplaced() throws {
    let shop = try shop()
    let rules = shop.root + "/okit/rules/Book.json"
    let text = "{ \"properties\": { \"price\": { \"maximum\": 50 } } }\n"
    try Files.write(text, to: rules)
    let output = try shop.okit("rules", "import", Fixture.storyboard)
    #expect(output.errors.contains("Book.price should be maximum 100, but okit/rules/Book.json:1:30 says 50"))
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
      "(printf '<document type=\"x.Storyboard.XIB\">'; yes '<a b=\"c\"/>' | head -c 100000000) > \"$path\"",
      with: ["path": path])
    let output = try shop.okit("rules", "import", "x.storyboard", status: 65)
    #expect(output.errors.contains("x.storyboard: larger than 32 MB"))
  }

  @Test func aMissingFileIsAnError() throws {
    let shop = try shop()
    let output = try shop.okit("rules", "import", "x.storyboard", status: 74)
    #expect(output.errors.contains("x.storyboard"))
    try shop.okit("rules", "import", status: 64)
  }

  @Test(.enabled(if: NoXML.isPossible, "the tested okit needs libxml2 itself, or a namespace cannot be made here"))
  func withoutLibxml2ItIsUnsupported() throws {
    let shop = try shop()
    let output = try shop.machine.launch(
      NoXML.namespace + [Machine.okit, "rules", "import", Fixture.storyboard], [], [:], shop.root)
    #expect(output.end == .status(69))
    #expect(output.errors.contains("the libxml2 library is not installed (Debian package libxml2)"))
  }
}
