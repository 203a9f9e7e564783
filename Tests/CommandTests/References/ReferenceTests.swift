import TestSupport
import Testing

/// References of the Bookshop in every form, compared with the output of jq for the plain documents.
@Suite struct ReferenceTests {
  private static let guest = "5AFFB229-7631-4992-B0CE-583505C6AF07"
  private static let murakami = "923A7369-94E3-4F91-9A61-DBE22E44158B"
  private static let group = "directory/10A3D6B2-AA05-411A-B271-5945795E8229.json"

  /// A jq filter for the references of a document, with their paths in `model`.
  private static func filter(_ model: String) -> String {
    """
    def text: map(if type == "number" then "[\\(.)]" else "/" + . end) | add | .[1:];
    . as $root | [paths(type == "object" and has("refKey")) | . as $p
    | ["\(model):" + ($p | text), ($root | getpath($p).refKey), ($root | getpath($p).id)]] | sort
    """
  }

  @Test(arguments: FormedShop.Form.allCases) func referencesAreListedWithTheirTargets(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try shop.edit("default.json", #""refKey":"\#(Self.murakami)""#, #""refKey":"\#(Self.guest)""#)
    try shop.edit("default.json", #""refKey":"HORROR""#, #""refKey":"NOWHERE""#)
    let listed = try shop.jq(
      "[.references[] | [.path, .refKey, .id]] | sort", ofOKit: "ref", "list", "default", "--json")
    #expect(try listed == shop.jq(Self.filter("default"), "default.json"))
    let settings = try shop.jq(
      "[.references[] | [.path, .refKey, .id]] | sort", ofOKit: "ref", "list", "settings", "--json")
    #expect(try settings == shop.jq(Self.filter("settings"), "settings.json"))

    // Each target is the entity with the id.
    let targets = try shop.jq(
      "[.references[].target | select(. != null) | [.id, .name]] | sort", ofOKit: "ref", "list", "--json")
    let wanted = try shop.shop.machine.run(
      "jq", "-c", "-s",
      """
      ([.[] | .. | objects | select(has("id"))] | INDEX(.id)) as $entities
      | [.[] | .. | objects | select(has("refKey")) | $entities[.refKey] | select(. != null) | [.id, .name]] | sort
      """,
      input: shop.lines(["default.json", "directory.json", "settings.json", Self.group]))
    #expect(targets == wanted.line)

    let lines = try shop.okit("ref", "list").lines
    #expect(lines.contains { $0.contains("directory:groups[0]/group/authors[0]  Author") && $0.hasSuffix("Guest 0") })
    #expect(lines.contains { $0.contains("default:books[3]/genre") && $0.contains("? @NOWHERE") })
  }

  @Test(arguments: FormedShop.Form.allCases) func referencesAreResolved(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try shop.edit("default.json", #""refKey":"\#(Self.murakami)""#, #""refKey":"\#(Self.guest)""#)
    let author = try shop.jq(".authors[0]", "default.json")
    #expect(try shop.jq(".value", ofOKit: "ref", "resolve", "books[0]/author", "--json") == author)
    #expect(try shop.okit("ref", "resolve", "books[0]/author").lines.first == "default:authors[0]")
    #expect(try shop.jq(".", ofOKit: "get", "books[0]/author/ref") == author)
    #expect(try shop.okit("get", "books[2]/author/ref/name").line == "Guest 0")
    let inPartial = try shop.okit("ref", "resolve", "books[2]/author").lines
    #expect(inPartial.first == "directory:groups[0]/group/authors[0]")

    try shop.edit("default.json", #""refKey":"HORROR""#, #""refKey":"NOWHERE""#)
    let nowhere = try shop.okit("ref", "resolve", "books[3]/genre", status: 66)
    #expect(nowhere.errors.contains("no entity has the id 'NOWHERE'"))
    #expect(try shop.okit("get", "books[3]/genre/ref").text == "\n")
    try shop.okit("ref", "resolve", "books[0]/name", status: 64)
    try shop.okit("ref", "resolve", "books[0]", status: 64)
    try shop.okit("ref", "resolve", "books[9]/author", status: 66)
  }

  @Test(arguments: FormedShop.Form.allCases) func referencesAreFoundByTheirTarget(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try shop.edit("default.json", #""refKey":"\#(Self.murakami)""#, #""refKey":"\#(Self.guest)""#)
    let wanted = try shop.jq(
      #"[.books | to_entries[] | select(.value.genre.refKey == "SCIENCE_FICTION") | "default:books[\(.key)]"]"#,
      "default.json")
    for name in ["SCIENCE_FICTION", "@SCIENCE_FICTION", "genres[1]"] {
      #expect(try shop.jq("[.references[].owner]", ofOKit: "ref", "who", name, "--json") == wanted, "\(name)")
    }
    for name in [Self.guest, "directory:groups[0]/group/authors[0]"] {
      let owners = try shop.jq("[.references[].path]", ofOKit: "ref", "who", name, "--json")
      #expect(owners == #"["default:books[2]/author"]"#, "\(name)")
    }
    #expect(try shop.okit("ref", "who", "books[0]").text == "")
    try shop.okit("ref", "who", "NOBODY", status: 66)
    try shop.okit("ref", "who", "@NOBODY", status: 66)
    try shop.okit("ref", "who", "books[0]/dates[0]", status: 64)
  }

  @Test func lockedModelsAreReportedAsSkipped() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("encrypt", "default", "--cipher", "age", "-q")
    let noKeys = ["XDG_CONFIG_HOME": shop.shop.machine.path("nowhere")]
    let list = try shop.shop.okit("ref", "list", "--json", status: 77, with: noKeys)
    #expect(list.errors.contains("skipped model default"))
    #expect(list.text.contains(#""unread":["default"]"#))
    #expect(list.text.contains(#""path":"settings:protectionTimeout""#))
    try shop.shop.okit("ref", "list", "default", status: 77, with: noKeys)
    for words in [["ref", "who", "FANTASY"], ["ref", "who", "@FANTASY"]] {
      let who = try shop.shop.machine.okit(words, status: 77, with: noKeys, in: shop.shop.root)
      #expect(who.errors.contains("default"))
    }
    #expect(try shop.shop.okit("ref", "who", "5", status: 77, with: noKeys).errors.contains("skipped model default"))
    try shop.edit("settings.json", #""refKey":"5""#, #""refKey":"FANTASY""#)
    for words in [["ref", "resolve", "settings:protectionTimeout"], ["get", "settings:protectionTimeout/ref/name"]] {
      let locked = try shop.shop.machine.okit(words, status: 77, with: noKeys, in: shop.shop.root)
      #expect(locked.errors.contains("cannot open 'default'"))
      #expect(locked.text == "")
    }
    #expect(try shop.okit("get", "settings:protectionTimeout/ref/name").line == "Fantasy")
  }
}
