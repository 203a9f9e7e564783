import TestSupport
import Testing

/// Migrating data to changed definitions.
@Suite struct MigrateTests {
  private static let rename = ["--rename", "Book.name=title"]

  @Test(arguments: FormedShop.Form.allCases)
  func aMigrationAppliesAndRollsBack(_ form: FormedShop.Form) throws {
    let shop = try FormedShop.recorded(form)
    let (before, books) = (try shop.tree(), try shop.jq(".books", "default.json"))
    #expect(
      try shop.okit("migrate", "status").lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "MODEL CLASS STATE", "default Shop agrees", "directory Directory agrees", "settings ModelSettings agrees",
      ])
    try shop.redefine(FormedShop.name, FormedShop.title)
    #expect(try shop.okit("migrate", "status", status: 1).text.contains("default    Shop           pending"))
    let output = try shop.shop.okit(["migrate", "apply"] + Self.rename)
    let backup = try #require(shop.kept("migrate").first)
    #expect(output.errors == "migrated 1 model\nprevious data kept as backup \(backup)\n" && output.text == "")
    #expect(try shop.jq("[.books[] | .name = .title | del(.title, .pages)]", "default.json") == books)
    #expect(try shop.jq("[.books[].pages] | unique", "default.json") == "[7]")
    #expect(try shop.okit("check").text == "")
    try shop.okit("migrate", "status")
    #expect(try shop.okit("migrate", "apply").errors == "nothing to do: the data matches the definitions\n")
    if form != .plain {
      let title = try shop.jq(".books[0].title", "default.json").replacing("\"", with: "")
      #expect(try shop.shop.machine.files(below: [shop.shop.root], with: [title]) == [])
    }
    try shop.okit("migrate", "rollback", "--yes")
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("migrate", "status", "-q", status: 1)
  }

  @Test func statusNeedsNoKey() throws {
    let shop = try FormedShop.recorded(.age)
    try Files.remove(shop.shop.machine.path("config"))
    try shop.okit("migrate", "status")
    try shop.redefine(FormedShop.name, FormedShop.title)
    let json = try shop.shop.okit(["migrate", "status", "--json"], status: 1).bytes
    func jq(_ filter: String) throws -> String { try shop.shop.machine.run("jq", "-c", filter, input: json).line }
    #expect(
      try jq("[.models[] | [.name, .class, .state, .migration]]") == """
        [["default","Shop","pending",0],["directory","Directory","agrees",0],["settings","ModelSettings","agrees",0]]
        """)
    #expect(try jq("[.pending, .edited, .missing]") == "[[],[],[]]")
    #expect(try shop.okit("migrate", "apply", "--rename", "Book.name=title", status: 77).bytes == [])
  }

  @Test func aPlanIsATableOrJSON() throws {
    let shop = try FormedShop.recorded(.age)
    try shop.redefine(FormedShop.name, FormedShop.title)
    try shop.redefine(FormedShop.comment, "")
    let (before, count) = (try shop.shop.tree(), try shop.jq(".books | length", "default.json"))
    let options = Self.rename + ["--allow-loss", "Book.comment"]
    let lost = try shop.jq("[.books[] | select(.comment)] | length", "default.json")
    let table = try shop.shop.okit(["migrate", "plan"] + options).lines.map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(table.first == "MODEL BY CHANGE WHAT TO COUNT LOST EXAMPLES")
    #expect(table.contains("default definitions renamed Book.name title \(count)"), "\(table)")
    #expect(table.contains("default definitions added Book.pages Int = 7 \(count)"), "\(table)")
    #expect(table.contains { $0.hasPrefix("default definitions removed Book.comment \(lost)") }, "\(table)")
    let json = try shop.shop.okit(["migrate", "plan", "--json"] + options).bytes
    func jq(_ filter: String) throws -> String { try shop.shop.machine.run("jq", "-c", filter, input: json).line }
    #expect(try jq("[.migrations, .decisions]") == "[[],[]]")
    #expect(
      try jq(#"[.models[0].changes[] | select(.kind == "renamed") | [.migration, .subject, .detail, .count, .lost]]"#)
        == #"[[null,"Book.name","title",\#(count),0]]"#)
    #expect(try jq(".models[0].changes | map(.kind) | sort") == #"["added","removed","renamed"]"#)
    #expect(try shop.shop.tree().differences(from: before) == [])
  }

  @Test func openQuestionsExitWith78AndNameTheFlags() throws {
    let shop = try FormedShop.recorded(.age)
    try shop.redefine(FormedShop.name, FormedShop.title)
    let gone = "Book.name was removed and title was added: was it renamed?"
    let hint = "okit: hint: use --rename Book.name=title, or --allow-loss Book.name\n"
    for words in [["apply"], ["apply", "-n"], ["plan", "-q"], ["apply", "--no-input"]] {
      let before = try shop.shop.tree()
      let output = try shop.shop.okit(["migrate"] + words, status: 78)
      #expect(output.errors == "okit: error: \(gone)\n\(hint)", "\(words): \(output.errors)")
      #expect(try shop.shop.tree().differences(from: before) == [])
    }
    let json = try shop.shop.okit(["migrate", "plan", "--json"], status: 78).bytes
    #expect(
      try shop.shop.machine.run("jq", "-c", ".decisions", input: json).line
        == #"[{"kind":"rename","subject":"Book.name","candidates":["title"],"options":["--rename Book.name=title","--allow-loss Book.name"]}]"#
    )
    try shop.redefine(FormedShop.title, FormedShop.name)
    try shop.redefine("  var name: String = \"\"\n  var type: BookType", "  var type: BookType")
    let count = try shop.jq(".books | length", "default.json")
    let output = try shop.okit("migrate", "apply", status: 78)
    #expect(
      output.errors.hasPrefix("okit: error: \(count) values of Book.name would be dropped (\""), "\(output.errors)")
    #expect(output.errors.hasSuffix("okit: hint: use --allow-loss Book.name to drop them\n"), "\(output.errors)")
    try shop.okit("migrate", "apply", "--allow-loss", "Book.name")
    #expect(try shop.jq("[.books[] | has(\"name\")] | any", "default.json") == "false")
  }

  @Test func renamesAreAskedForOnATerminal() throws {
    let shop = try FormedShop.recorded(.age)
    try shop.redefine(FormedShop.name, FormedShop.title)
    let before = try shop.shop.tree()
    let refused = try Terminal(shop.shop.machine, ["okit", "migrate", "apply"], in: shop.shop.root)
    try refused.answer(("Was Book.name renamed to title?", "n"))
    #expect(try refused.end() == .status(78))
    #expect(refused.transcript.contains("--rename Book.name=title, or --allow-loss Book.name"))
    #expect(try shop.shop.tree().differences(from: before) == [])
    let silent = try Terminal(shop.shop.machine, ["okit", "migrate", "apply", "--no-input"], in: shop.shop.root)
    #expect(try silent.end() == .status(78))
    let terminal = try Terminal(shop.shop.machine, ["okit", "migrate", "apply"], in: shop.shop.root)
    try terminal.answer(("Was Book.name renamed to title?", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try shop.jq("[.books[] | has(\"title\")] | all", "default.json") == "true")
  }

  @Test func aDryRunReportsTheMigrationAndChangesNothing() throws {
    let shop = try FormedShop.recorded(.okitCBC)
    try shop.redefine(FormedShop.name, FormedShop.title)
    let log = shop.shop.machine.path("log")
    for event in ["before-migrate", "after-migrate"] { try shop.shop.hook(event, "cat >> '\(log)'; echo >> '\(log)'") }
    let before = try shop.shop.tree()
    let output = try shop.shop.okit(["migrate", "apply", "--dry-run"] + Self.rename)
    #expect(output.text.contains("renamed") && output.errors == "would migrate 1 model\n")
    let json = try shop.shop.okit(["migrate", "apply", "-n", "--json"] + Self.rename).bytes
    #expect(try shop.shop.machine.run("jq", "-c", "[.dryRun, .backup]", input: json).line == "[true,null]")
    #expect(try shop.shop.tree().differences(from: before) == [] && !Files.exists(log))
    let done = try shop.shop.okit(["migrate", "apply", "--json"] + Self.rename).bytes
    let backup = try #require(shop.kept("migrate").first)
    #expect(
      try shop.shop.machine.run("jq", "-c", "[.dryRun, .backup]", input: done).line == "[false,\"\(backup)\"]")
    func hookInput(_ event: String, _ more: String) -> String {
      #"{"event":"\#(event)","workspace":"\#(shop.shop.root)","action":"apply","migrations":[]\#(more)}"#
    }
    #expect(
      try shop.shop.machine.run("jq", "-c", ".", log).lines
        == [hookInput("before-migrate", ""), hookInput("after-migrate", #","backup":"\#(backup)""#)])
  }

  @Test func damagedDefinitionsAndUnfitDataAreReported() throws {
    let shop = try FormedShop.recorded(.plain)
    try shop.redefine(FormedShop.name, "var (a, b) = 1\n" + FormedShop.name)
    let changed = try shop.changes {
      let output = try shop.okit("migrate", "apply", status: 78)
      #expect(output.bytes == [])
      let lines = output.errors.split(separator: "\n")
      let fault = "\(shop.shop.root)/okit/model/Bookshop.swift:27:7"
      #expect(lines.first?.hasPrefix("okit: warning: \(fault): ") == true, "\(output.errors)")
      #expect(lines.dropFirst().first?.hasPrefix("okit: error: \(fault): ") == true, "\(output.errors)")
    }
    #expect(changed == [])
    try shop.redefine("var (a, b) = 1\n" + FormedShop.name, FormedShop.title)
    try shop.edit("directory.json", "\"groups\":", "\"groups\":1,\"x\":")
    try shop.redefine(
      "  var authors: [Author] = []\n  var groups", "  var rooms: Int = 1\n  var authors: [Author] = []\n  var groups")
    try shop.refuses(["migrate", "apply"] + Self.rename, status: 65, "okit/data/directory.json")
  }

  @Test(arguments: ["status", "plan", "apply", "rollback", "history", "new", "accept"])
  func helpHasValidExamples(_ command: String) throws {
    let help = try Machine().okit("migrate", command, "--help").text
    #expect(help.contains("EXAMPLES:") && help.contains("okit migrate \(command)"), "\(help)")
    // No example causes a usage error, whatever else it needs.
    let shop = try Bookshop()
    for line in help.split(separator: "\n") where line.contains("  okit migrate \(command)") {
      let words = line.split(separator: " ").prefix { !$0.hasPrefix("#") }.map(String.init)
      let example = Array(words.dropFirst().prefix { $0 != "||" })
      let output = try shop.machine.launch([Machine.okit] + example, [], [:], shop.root)
      #expect(
        !output.errors.contains("unknown option") && !output.errors.contains("USAGE"), "\(line): \(output.errors)")
    }
  }
}
