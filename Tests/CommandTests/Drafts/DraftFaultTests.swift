import Glibc
import TestSupport
import Testing

/// Texts that cannot be stored, and editors that fail.
@Suite struct DraftFaultTests {
  /// A change of the text, the status, and a piece of the message.
  @Test(arguments: [
    ("s/\"price\": 9.99,/\"price\": \"cheap\",/", 65, "default-books-0.jsonc:17: invalid value for 'price'"),
    ("s/\"price\": 9.99,/\"price\": 9.99/", 65, "the text is not valid JSON: expected ',' or '}'"),
    ("s/\"price\": 9.99,/\"price\": 9.99, \"cost\": 1,/", 66, "Book has no property 'cost'"),
    ("s/\"price\": 9.99,/\"price\": 1, \"price\": 2,/", 65, "the key 'price' is given more than once"),
    ("s/\"genre\": \"Science Fiction\"/\"genre\": \"Cooking\"/", 66, "no entity has the id or name 'Cooking'"),
    ("/\"marked\"/d", 65, "'marked' of Book is required"),
    ("s/\"type\": \"0\"/\"type\": \"leather\"/", 65, "'leather' is not a case of BookType"),
    ("s/\"date\": 462567262.25/\"date\": \"soon\"/", 65, "'soon' is not a valid date"),
    ("s/\"date\": 462567262.25/\"date\": 20260131/", 65, "is ambiguous"),
    ("s,\"icon\": \".*\",\"icon\": \"@/no/such/file\",", 74, "/no/such/file: No such file or directory"),
    ("s,\"icon\": \".*\",\"icon\": \"cover.png\",", 65, "does not begin with @"),
    (
      "s/\"id\": \"907A70C3-1012-4037-B64C-E4228C38FB29\"/\"id\": \"FANTASY\"/", 73,
      "an entity with the id 'FANTASY' already exists"
    ),
    ("s/\"copies\": 3/\"copies\": 1e99/", 65, "'copies'"),
  ])
  func aFaultIsReportedAndTheTextKept(_ script: String, _ status: Int32, _ message: String) throws {
    let shop = try FormedShop(.age)
    let before = try shop.shop.tree()
    let output = try shop.editText("books[0]", "sed -i '\(script)' \"$1\"", status: status)
    #expect(output.errors.contains(message), "\(output.errors)")
    #expect(try shop.shop.tree().differences(from: before) == [])
    let text = try #require(shop.texts().first)
    #expect(output.errors.contains("hint: the text is kept in \(text); run 'okit edit 'books[0]' --continue'"))
    // The person corrects it.
    try shop.editText("books[0]", "cp \(shop.machine.path("whole")) \"$1\"", "--continue", status: 1)
    try shop.editText("books[0]", ": > \"$1\"", "--continue", status: 1)
    #expect(try shop.texts() == [])
  }

  @Test func allFaultsStandAboveTheirLines() throws {
    let shop = try FormedShop(.plain)
    let copy = shop.machine.path("second")
    try shop.machine.useEditor(
      """
      if test -e \(copy).made; then cp "$1" \(copy); sed -i 's/"cheap"/1/; s/"Cooking"/"Horror"/' "$1"
      else touch \(copy).made; sed -i 's/9.99/"cheap"/; s/Science Fiction/Cooking/' "$1"; fi
      """)
    let terminal = try Terminal(shop.machine, ["okit", "edit", "books[0]"], in: shop.root)
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    let text = try Files.text(copy)
    #expect(
      text.contains(
        "  // okit: error: invalid value for 'price': \"cheap\" is not a valid Double\n  \"price\": \"cheap\",\n"),
      "\(text)")
    #expect(text.contains("  // okit: error: no entity has the id or name 'Cooking'\n"))
    #expect(try shop.okit("get", "books[0]/price", "books[0]/genre/ref/name").lines == ["1", "Horror"])
    #expect(try shop.texts() == [])
  }

  /// Each broken rule stands above the value in the text of one entity, of several, and of a new one.
  @Test(arguments: [
    (["edit", "books[0]"], "  "), (["edit", "books[*]"], "    "), (["add", "books", "--edit"], "  "),
  ])
  func brokenRulesStandAboveTheirLines(_ words: [String], _ margin: String) throws {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.root + "/okit/rules")
    let rules = #"{"properties":{"price":{"minimum":0},"copies":{"maximum":10}}}"#
    try Files.write(rules, to: shop.root + "/okit/rules/Book.json")
    let copy = shop.machine.path("second")
    try shop.machine.useEditor(
      """
      if test -e \(copy).made; then cp "$1" \(copy); : > "$1"
      else
        touch \(copy).made
        sed -i '0,/"price": [0-9.]*/s//"price": -3/; 0,/"copies": [0-9]*/s//"copies": 50/' "$1"
      fi
      """)
    let terminal = try Terminal(shop.machine, ["okit"] + words, in: shop.root)
    #expect(try terminal.end() == .status(1), "\(terminal.transcript)")
    let lines = try Files.text(copy).split(separator: "\n")
    for (value, message) in [("\"price\": -3", "-3 is less than 0"), ("\"copies\": 50", "50 is greater than 10")] {
      let index = try #require(lines.firstIndex { $0.contains(value) })
      // A hint follows the message.
      let remark = lines[index - 2]
      #expect(remark.hasPrefix(margin + "// okit: error: ") && remark.contains(message), "\(lines)")
    }
  }

  @Test func theSameFaultyTextEndsTheEdit() throws {
    let shop = try FormedShop(.plain)
    try shop.machine.useEditor(#"echo x >> "\#(shop.machine.path("runs"))"; sed -i 's/9.99/"cheap"/' "$1""#)
    let terminal = try Terminal(shop.machine, ["okit", "edit", "books[0]"], in: shop.root)
    #expect(try terminal.end() == .status(65))
    #expect(try Files.text(shop.machine.path("runs")) == "x\nx\n")
    #expect(terminal.transcript.contains("the text is kept in "))
  }

  @Test func aPersonDecidesAboutAnUnfinishedText() throws {
    let shop = try FormedShop(.plain)
    try shop.editText("books[0]", #"sed -i 's/9.99/"cheap"/' "$1""#, status: 65)
    let refused = try shop.editText("books[0]", "true", "--no-input", status: 78)
    #expect(refused.errors.contains("hint: use --continue to edit it again, or --discard to start without it"))
    var terminal = try Terminal(shop.machine, ["okit", "edit", "books[0]"], in: shop.root)
    try terminal.answer(("Continue with this text? [y/N] ", "n"), ("Discard it and start again? [y/N] ", "n"))
    #expect(try terminal.end() == .status(1))
    #expect(try shop.texts().count == 1)
    try shop.machine.useEditor(#"sed -i 's/"cheap"/3/' "$1""#)
    terminal = try Terminal(shop.machine, ["okit", "edit", "books[0]"], in: shop.root)
    try terminal.answer(("Continue with this text? [y/N] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try shop.okit("get", "books[0]/price").line == "3")
    #expect(try shop.editText("books[0]", "true", "--continue", status: 66).errors.contains("no unfinished edit"))
    // An edit of another path is another edit.
    try shop.editText("books[0]", #"sed -i 's/3,/"cheap",/' "$1""#, status: 65)
    try shop.editText("books[1]", "true")
    try shop.editText("books[0]", "true", "--discard")
    #expect(try shop.texts() == [])
  }

  @Test(arguments: [
    ("exit 3", 1, "failed, so nothing was changed"), (": > \"$1\"", 1, "canceled: the text is empty"),
    ("echo '// nothing' > \"$1\"", 1, "canceled: the text is empty"), ("rm \"$1\"", 1, "canceled: the text is empty"),
    ("exit 127", 78, "cannot run the editor"),
  ])
  func anEditorThatLeavesNothingCancels(_ script: String, _ status: Int32, _ message: String) throws {
    let shop = try FormedShop(.plain)
    let before = try shop.shop.tree()
    #expect(try shop.editText("books[0]", script, status: status).errors.contains(message))
    #expect(try shop.shop.tree().differences(from: before) == [])
    #expect(try shop.texts() == [])
  }

  @Test func anEditorThatFailsAfterAChangeLeavesItsText() throws {
    let shop = try FormedShop(.plain)
    let output = try shop.editText("books[0]", #"sed -i 's/9.99/1/' "$1"; exit 1"#, status: 1)
    #expect(try output.errors.contains("the text is kept in \(#require(shop.texts().first))"))
    try shop.editText("books[0]", "true", "--continue")
    #expect(try shop.okit("get", "books[0]/price").line == "1")
  }

  @Test func theEditorIsChosenLikeByGit() throws {
    let shop = try FormedShop(.plain)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    func status(_ variables: [String: String]) throws -> Int32? {
      let output = try shop.machine.launch([Machine.okit, "edit", "name"], [], variables, shop.root)
      if case .status(let status) = output.end { return status } else { return nil }
    }
    #expect(try status(["VISUAL": "true", "EDITOR": "false", "TERM": "xterm"]) == 0)
    #expect(try status(["VISUAL": "true", "EDITOR": "false", "TERM": "dumb"]) == 1)
    #expect(try status(["VISUAL": "false", "EDITOR": "true"]) == 0)
    #expect(try status(["EDITOR": "A=1 true --option 'a b'"]) == 0)
    #expect(try status([:]) == 78)
    #expect(try status(["TERM": "xterm", "PATH": "/nonexistent"]) == 78)
  }

  @Test func pathsThatCannotBeEditedAreRefusedFirst() throws {
    let shop = try FormedShop(.plain)
    for (path, status) in [("books[9]", 66), ("books[0]/nosuch", 66), ("name/initial", 64), ("#x", 64)]
      as [(String, Int32)]
    {
      try shop.editText(path, "touch \(shop.machine.path("ran"))", status: status)
    }
    #expect(!Files.exists(shop.machine.path("ran")))
  }
}
