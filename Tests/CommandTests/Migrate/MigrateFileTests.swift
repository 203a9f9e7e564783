import Glibc
import TestSupport
import Testing

/// Migrations that are saved as files.
@Suite struct MigrateFileTests {
  private func new(_ shop: FormedShop, _ words: String...) throws -> String {
    try shop.shop.okit(["migrate", "new"] + words).line
  }

  @Test func answersInAMigrationFileNeedNoFlags() throws {
    let shop = try FormedShop.recorded(.age)
    try shop.redefine(FormedShop.name, FormedShop.title)
    let dry = try shop.okit("migrate", "new", "titles", "--rename", "Book.name=title", "-n")
    #expect(dry.errors == "would write okit/migrations/0001-titles.json\n")
    #expect(!Files.exists(shop.shop.root + "/okit/migrations"))
    #expect(try new(shop, "titles", "--rename", "Book.name=title") == "okit/migrations/0001-titles.json")
    let path = shop.shop.root + "/okit/migrations/0001-titles.json"
    #expect(
      try shop.shop.machine.run("jq", "-c", "[.version, .steps, .allowLoss, (.models | keys)]", path).line
        == #"[1,[{"rename":"Book.name","to":"title"}],null,["default"]]"#)
    #expect(try shop.okit("migrate", "status", status: 1).errors == "0001-titles is pending\n")
    #expect(try new(shop, "empty", "--json").contains("0002-empty"))
    let output = try shop.okit("migrate", "apply")
    #expect(output.errors.hasPrefix("migrated 1 model with 0001-titles, 0002-empty\n"), "\(output.errors)")
    #expect(try shop.jq("[.books[] | has(\"title\")] | all", "default.json") == "true")
    let history = try shop.okit("migrate", "history").lines.last ?? ""
    #expect(history.contains("apply  0001-titles, 0002-empty  1 model, 2 changes  before-migrate-"), "\(history)")
    #expect(try shop.okit("migrate", "status").errors == "")
  }

  @Test func answersAboutUnknownNamesAreRefused() throws {
    let shop = try FormedShop.recorded(.plain)
    for words in [
      ["--rename", "Boook.name=title"], ["--allow-loss", "Book.subtitle"], ["--rename", "other:=more:"],
      ["--rename", "Book.name"], ["--rename", "=x"],
    ] { try shop.shop.okit(["migrate", "new", "x"] + words, status: 64) }
    for name in ["a/b", "", "a b", ".."] { try shop.shop.okit(["migrate", "new", name], status: 64) }
    #expect(!Files.exists(shop.shop.root + "/okit/migrations"))
  }

  @Test func migrationsCanBeAppliedInParts() throws {
    let shop = try FormedShop.recorded(.okitCBC)
    let before = try shop.tree()
    try shop.redefine(FormedShop.name, "var title: String = \"\"\n  var type: BookType")
    _ = try new(shop, "titles", "--rename", "Book.name=title")
    try shop.redefine("var title: String = \"\"\n  var type: BookType", FormedShop.title)
    _ = try new(shop, "pages")
    try shop.okit("migrate", "apply", "--to", "3", status: 66)
    try shop.okit("migrate", "apply", "--to", "1")
    let first = try shop.jq(".books[0] | [has(\"title\"), has(\"pages\")]", "default.json")
    #expect(first == "[true,false]")
    #expect(try shop.okit("migrate", "status", status: 1).errors == "0002-pages is pending\n")
    let middle = try shop.tree().without { $0.hasPrefix("okit/migrations") }
    try shop.okit("migrate", "apply")
    #expect(try shop.jq(".books[0] | [has(\"title\"), has(\"pages\")]", "default.json") == "[true,true]")
    try shop.okit("migrate", "rollback", "--to", "1", "--yes")
    #expect(try shop.tree().without { $0.hasPrefix("okit/migrations") }.differences(from: middle) == [])
    try shop.okit("migrate", "apply")
    try shop.okit("migrate", "rollback", "--to", "0", "--yes")
    #expect(try shop.tree().without { $0.hasPrefix("okit/migrations") }.differences(from: before) == [])
  }

  @Test func anEditedMigrationIsReportedUntilItIsAccepted() throws {
    let shop = try FormedShop.recorded(.plain)
    _ = try new(shop, "first")
    try shop.okit("migrate", "apply")
    let path = shop.shop.root + "/okit/migrations/0001-first.json"
    try Files.write(#"{"version":1,"steps":[{"remove":"Book.comment"}]}"#, to: path)
    let status = try shop.okit("migrate", "status", status: 1)
    #expect(
      status.errors == """
        okit: warning: 0001-first was edited after it was applied; run 'okit migrate accept 0001-first' to accept the edit

        """)
    let refused = try shop.okit("migrate", "apply", status: 78)
    #expect(
      refused.errors == """
        okit: error: the migration 0001-first was edited after it was applied
        okit: hint: undo the edit, or run 'okit migrate accept 0001-first' to accept it

        """)
    try shop.okit("migrate", "accept", "0009-other", status: 66)
    #expect(try shop.okit("migrate", "accept", "first", "-n").errors == "would accept 0001-first\n")
    #expect(try shop.okit("migrate", "accept", "first").errors == "accepted 0001-first\n")
    for words in [["migrate", "accept", "first"], ["migrate", "accept", "first", "-n"]] {
      let again = try shop.okit(words)
      #expect(again.errors == "nothing to do: 0001-first was not edited since it was applied or accepted\n")
    }
    try shop.okit("migrate", "status")
    try shop.okit("migrate", "apply")
    let history = try shop.okit("migrate", "history").lines.last ?? ""
    #expect(history.contains("accept  0001-first"), "\(history)")
  }

  @Test func aProgramChangesEntities() throws {
    let shop = try FormedShop.recorded(.age)
    let before = try shop.tree()
    let books = try shop.jq("[.books[].copies]", "default.json")
    let folder = shop.shop.root + "/okit/migrations"
    try Files.makeFolder(folder)
    try Files.write(
      #"{"version":1,"steps":[{"run":"more","class":"Book"}]}"#, to: folder + "/0001-more.json")
    try Files.write("#!/bin/sh\njq -c '.new | .copies += 1'\n", to: folder + "/more", mode: 0o755)
    for place in [shop.shop.root, shop.shop.root + "/okit", folder] { chmod(place, 0o755) }
    try shop.okit("migrate", "plan")
    try shop.okit("migrate", "apply")
    #expect(try shop.jq("[.books[].copies - 1]", "default.json") == books)
    try shop.okit("migrate", "rollback", "--yes")
    #expect(try shop.tree().without { $0.hasPrefix("okit/migrations") }.differences(from: before) == [])
    try Files.write("#!/bin/sh\ncat > /dev/null; echo nonsense\n", to: folder + "/more", mode: 0o755)
    try shop.refuses(["migrate", "apply"], status: 65, "the output of 'more'")
    chmod(folder + "/more", 0o777)
    try shop.refuses(["migrate", "apply"], status: 78, "okit/migrations/more")
    try Files.remove(folder + "/more")
    try shop.refuses(["migrate", "apply"], status: 78, "no such program: 'okit/migrations/more'")
  }

  @Test func newerDataIsReadAndNotChanged() throws {
    let shop = try FormedShop.recorded(.age)
    try shop.redefine(FormedShop.name, FormedShop.title)
    try shop.okit("migrate", "apply", "--rename", "Book.name=title")
    try shop.redefine(FormedShop.title, FormedShop.name)
    for words in [["set", "books[0]/copies", "5"], ["encrypt", "default"], ["migrate", "apply"]] {
      let changed = try shop.changes {
        let output = try shop.shop.okit(words, status: 78)
        #expect(output.errors.contains("is newer than its definitions"), "\(words): \(output.errors)")
      }
      #expect(changed == [])
    }
    #expect(try shop.okit("get", "books.@count").line.isEmpty == false)
    #expect(try shop.okit("migrate", "status", status: 1).text.contains("newer"))
    try shop.okit("backup", "create", "b", "-r", shop.shop.recipient)
    try shop.okit("migrate", "rollback", "--yes")
    try shop.okit("set", "books[0]/copies", "5")
  }
}
