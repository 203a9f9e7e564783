import TestSupport
import Testing

/// `set` with refused values, many values in one step, and lines as `get` prints them.
@Suite struct SetTests {
  @Test(arguments: FormedShop.Form.allCases) func refusedValuesChangeNothing(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let refused: [(words: [String], status: Int32, error: String)] = [
      (["books[0]/price", "cheap"], 65, "is not a valid number"),
      (["books[0]/price", "1,5"], 65, "is not a valid number"),
      (["books[0]/price", "01"], 65, "is not a valid number"), (["books[0]/price", " 1"], 65, "is not a valid number"),
      (["books[0]/price", ""], 65, "is not a valid number"), (["books[0]/price", "NaN"], 65, "is not a valid number"),
      (["books[0]/copies", "1.5"], 65, "copies"), (["books[0]/copies", "99999999999999999999"], 65, "copies"),
      (["books[0]/marked", "maybe"], 65, "true or false"), (["books[0]/marked", "True"], 65, "true or false"),
      (["books[0]/date", "soon"], 65, "is a date"), (["books[0]/date", "2026-02-30"], 65, "is a date"),
      (["books[0]/date", "2026-01-31T25:00"], 65, "is a date"), (["books[0]/type", "leather"], 65, "paperback"),
      (["books[0]/dates", #"[{"date":"never"}]"#], 65, "dates"), (["books[0]/dates", "[1]"], 65, "dates"),
      (["books[0]/dates", "[{}]"], 65, "date"), (["books[0]/dates", "{}"], 65, "dates"),
      (["books[0]/dates", "[{"], 65, "not valid JSON"), (["books[0]/icon", #"{"label":"x"}"#], 65, "icon"),
      (["books[0]", #"{"name":"x"}"#], 65, "Book"), (["books[0]/name", "{}", "--type", "json"], 65, "name"),
      (["books[0]/price", "12", "--type", "string"], 65, "price"),
      (["books[0]/marked", "--type", "null"], 65, "needs a value"),
      (["books[0]", "--type", "null"], 65, "needs a value"),
      (["books", "--type", "null"], 65, "needs a value"),
      (["--type", "null", "books[0]/comment", "books[1]/comment"], 64, "--type null takes one path and no value"),
      (["--type", "null", "books[0]/comment", ""], 64, "--type null takes one path and no value"),
      ([".", "[]"], 65, "must be an object"), ([".", "--type", "null"], 64, "a model"),
      (["books[0]/id", ""], 65, "an id"), (["books[0]/author", "NOBODY"], 66, "no entity has the id 'NOBODY'"),
      (["books[0]/nme", "x"], 66, "did you mean 'name'?"),
      (["books[4]/name", "x"], 66, "'okit add'"), (["books[4]", #"{"name":"x"}"#], 66, "'okit add'"),
      (["books[name=none]/name", "x"], 66, "no match for"), (["nobody:name", "x"], 66, "no such model: 'nobody'"),
      (["@NOBODY/name", "x"], 66, "no entity has the id 'NOBODY'"), (["books[0]/comment/x", "x"], 66, ""),
      (["directory/name", "x"], 66, "write directory:"), (["settings:nothing", "x"], 66, "no property 'nothing'"),
      (["books[*]/marked", "true"], 64, "matches 4 values"), (["genres[name=]/name", "x"], 66, ""),
      (["books.@count", "3"], 64, "is computed"), (["!books[0]/marked", "true"], 64, "is computed"),
      (["#true", "x"], 64, "is computed"), (["books[0]/name/initial", "x"], 64, "is computed"),
      (["books[0]/author/ref", "{}"], 64, "stored elsewhere"), (["directory:groups[0]/group", "{}"], 64, ""),
      (["books[0", "x"], 64, "']'"), (["", "x"], 64, ""), (["name"], 64, "missing value"), ([], 64, "missing path"),
      (["name", "x", "--type", "text"], 64, "--type"), (["name", "-", "books[0]/name", "-"], 64, "standard input"),
      (["name", "x", "--from", "/dev/null"], 64, "--from"),
      (["books[0]/icon/id", "OTHER"], 64, "is named after it"),
      (["directory:groups[0]/id", "OTHER"], 64, "is named after it"),
      (["@FANTASY/id", "OTHER"], 64, "'FANTASY'"),
      (["genres", "[]"], 64, "still referenced"), (["books[0]/id", "FANTASY"], 73, "'FANTASY' already"),
      (["genres[0]/id", "5AFFB229-7631-4992-B0CE-583505C6AF07"], 73, "already"),
      (["genres[2]", #"{"id":"FANTASY","name":"x"}"#], 73, "'FANTASY' already"),
      (["authors", #"[{"id":"A","name":"x"},{"id":"A","name":"y"}]"#], 73, "'A' already"),
    ]
    for (words, status, error) in refused { try shop.refuses(["set"] + words, status: status, error) }
  }

  @Test func aKeyThatIsGivenTwiceIsRefused() throws {
    let shop = try FormedShop(.plain)
    try shop.write(#"{"list":[{"a":1}],"object":{}}"#.utf8, "free.json")
    let error = "is given more than once"
    let twice = #"{"name":"A","\u006eame":"B"}"#
    for words in [
      ["add", "books", twice], ["add", "books", twice, "--type", "json"],
      ["add", "genres", "[\(twice)]", "--type", "json"],
      ["add", "books", #"{"dates":[{"date":1,"date":2}]}"#], ["add", "free:list", twice],
      ["add", "free:object", twice],
      ["add", "free:object/new", twice], ["set", "books[0]/dates", #"[{"date":1,"date":2}]"#],
      ["set", "free:object", twice],
      ["set", "free:list", "[\(twice)]"], ["set", "free:object", twice, "--type", "json"],
    ] { try shop.refuses(words, status: 65, "okit: error: the key ") }
    for (words, line) in [
      (["add", "books", "--from", "-"], twice), (["add", "free:list", "--from", "-"], twice),
      (["set", "--from", "-"], #"{"path":"free:object","value":\#(twice)}"#),
      (["set", "--from", "-"], #"{"path":"name","value":"A","value":"B"}"#),
    ] {
      try shop.refuses(words, status: 65, "standard input:1: the key ", input: Array(line.utf8))
      try shop.refuses(words, status: 65, error, input: Array(line.utf8))
    }
    // The text of a string is not JSON.
    try shop.okit("set", "books[0]/name", twice)
    #expect(try shop.okit("get", "books[0]/name").line == twice)
  }

  @Test func anErrorShowsThePlace() throws {
    let shop = try FormedShop(.plain)
    let output = try shop.okit("set", "name", "Shop", "books[0]/nme", "x", status: 66)
    #expect(
      output.errors == """
        okit: error: no property 'nme'
          books[0]/nme
                   ^^^
        okit: hint: did you mean 'name'?

        """)
  }

  @Test(arguments: FormedShop.Form.allCases) func eachEditSeesEarlierEdits(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let wanted = try shop.jq(
      #".name = "B" | .books[0].name = "Emma" | .books[0].copies = 9 | .genres[2].id = "DREAD" | .books[3].genre.refKey = "DREAD" | .genres[2].name = "Dread" | .books[0].dates = [{"date": 7}]"#,
      "default.json")
    let changed = try shop.changes {
      try shop.okit(
        "set", "name", "A", "books[0]/name", "Emma", "books[name=Emma]/copies", "9", "name", "B",
        "books[3]/genre/refKey", "", "genres[2]/id", "DREAD", "books[3]/genre", "DREAD", "books[3]/genre/ref/name",
        "Dread",
        "books[0]/dates", #"[{"date":6}]"#, "books[0]/dates[0]/date", "2001-01-01T00:00:07Z")
    }
    #expect(changed == ["okit/data/default.json differs"])
    #expect(try shop.jq(".", "default.json") == wanted)
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func severalFilesChangeTogetherOrNotAtAll(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let words = ["set", "name", "A", "directory:authors[0]/name", "B", "directory:groups[0]/group/name", "C"]
    try shop.refuses(words + ["books[0]/price", "cheap"], status: 65, "is not a valid number")
    try shop.refuses(words + ["books[9]/price", "1"], status: 66, "")
    try shop.onlySays(words)
    let changed = try shop.changes {
      let report = try shop.shop.okit(words + ["--json"])
      #expect(
        report.line == """
          {"changes":[{"model":"default","path":"default:name","id":"451ABD81-F1D6-4ED6-97F5-E837D70820FE"},\
          {"model":"directory","path":"directory:authors[0]/name","id":"B774EB52-48DB-40AF-B215-8370D269A9A5"},\
          {"model":"directory","path":"directory:groups[0]/group/name","id":"7E62AA0A-1DF9-4D78-9C65-39382B0537E6"}],\
          "synced":[{"model":"directory","path":"directory:groups[0]/name","id":"10A3D6B2-AA05-411A-B271-5945795E8229"}],\
          "removedFiles":[],"clearedReferences":0,"removedEntities":0,"kept":null,"dryRun":false}
          """)
    }
    #expect(
      changed == [
        "okit/data/default.json differs", "okit/data/directory.json differs",
        "okit/data/directory/10A3D6B2-AA05-411A-B271-5945795E8229.json differs",
      ])
    #expect(
      try shop.okit("get", "name", "directory:authors[0]/name", "directory:groups[0]/group/name").lines == [
        "A", "B", "C",
      ])
  }

  @Test func severalMatchesAreSetWithAll() throws {
    let shop = try FormedShop(.age)
    let wanted = try shop.jq(#".books[].marked = true | (.books[] | select(.price < 9)).copies = 5"#, "default.json")
    try shop.okit(
      "set", "--all", "books[*]/marked", "true", "books[type=0]/copies", "5", "books[price=8.5]/copies", "5")
    try shop.okit("set", "books[0]/copies", "3")
    #expect(try shop.jq(".", "default.json") == wanted)
    let none = try shop.changes { try shop.okit("set", "--all", "books[*]/marked", "true", "books[0]/copies", "3") }
    #expect(none == [], "what is so already is not written again")
  }

  @Test func entitiesAreFoundWithoutADefaultModel() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("data"))
    try machine.write(#"{"id":"ONE","list":[{"id":"A","name":"a"}]}"#, "data/one.json")
    try machine.write(#"{"id":"TWO","list":[{"id":"B","name":"b"}]}"#, "data/two.json")
    let root = machine.path("w")
    try machine.okit("init", root, "--data", machine.path("data"))
    try machine.okit("set", "@B/name", "new", in: root)
    #expect(try machine.okit("get", "@A/name", "@B/name", in: root).lines == ["a", "new"])
    #expect(try Files.text(root + "/okit/data/two.json") == #"{"id":"TWO","list":[{"id":"B","name":"new"}]}"#)
    for (word, path, value) in [
      ("set", "two:list[0]/id", "A"), ("add", "one:list", #"{"id":"B"}"#), ("add", "one:list", #"{"id":"A"}"#),
    ] {
      #expect(
        try machine.okit(word, path, value, status: 73, in: root).errors.contains("an entity with the id"))
    }
    try machine.okit("get", "@C/name", status: 66, in: root)
  }

  // MARK: - Lines

  private static let everything = [
    "books[*]/name", "books[*]/price", "books[*]/date", "books[*]/type", "books[*]/author", "books[*]/comment",
    "books[*]/dates", "directory:groups[*]/group/authors[*]/name", "directory:groups[*]/name",
    "settings:timeouts[*]/name",
    "@FANTASY/name", "books[0]/genre/ref/name",
  ]

  @Test(arguments: FormedShop.Form.allCases) func linesThatWerePrintedChangeNothing(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let lines = try shop.shop.okit(["get", "--lines"] + Self.everything).bytes
    #expect(try shop.changes { try shop.okit("set", "--from", "-", input: lines) } == [])
    let file = shop.shop.machine.path("lines")
    try Files.write(lines, to: file)
    #expect(try shop.changes { try shop.okit("set", "--from", file) } == [])
  }

  @Test(arguments: FormedShop.Form.allCases) func editedLinesChangeOnlyTheirValues(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    var wanted = try FormedShop.replacing(":9.99,", with: ":10.99,", in: shop.text("default.json"))
    wanted = try FormedShop.replacing(":12,", with: ":13,", in: wanted)
    let partial = try FormedShop.replacing("Guest 1", with: "Visitor 1", in: shop.text(Self.second))
    let changed = try shop.changes {
      try shop.shop.machine.shell(
        """
        "$okit" get --lines \(Self.everything.map { "'\($0)'" }.joined(separator: " ")) |
          sed -e 's/9\\.99/10.99/' -e 's/:12}/:13}/' -e 's/Guest 1/Visitor 1/' | "$okit" set --from -
        """, in: shop.shop.root)
    }
    #expect(changed == ["okit/data/default.json differs", "okit/data/\(Self.second) differs"])
    #expect(try shop.text("default.json") == wanted)
    #expect(try shop.text(Self.second) == partial)
  }

  private static let second = "directory/4F426DCB-B394-4B36-BB2D-420F0F88080B.json"

  @Test func linesAreRefusedIfTheirEntityHasMoved() throws {
    let shop = try FormedShop(.age)
    let printed = try shop.okit("get", "--lines", "books[*]/copies")
    let lines = try shop.shop.machine.run("jq", "-c", ".value *= 10", input: printed.bytes).text
    try shop.okit("move", "books[3]", "books[0]")
    try shop.refuses(["set", "--from", "-"], status: 75, "standard input:1:", input: Array(lines.utf8))
    try shop.okit("move", "books[0]", "books[3]")
    let wanted = try shop.jq(".books[].copies *= 10", "default.json")
    try shop.okit("set", "--from", "-", input: Array(lines.utf8))
    #expect(try shop.jq(".", "default.json") == wanted)
  }

  @Test func linesNeedOnlyPathAndValue() throws {
    let shop = try FormedShop(.plain)
    let lines = """
      {"path":"name","value":"One"}

      {"value":"Le Guin","path":"authors[0]/name","model":"directory","more":[]}\r
      \t {"path":"books[0]/comment","value":"x"}
      {"path":"books[0]/comment","value":null}
      {"path":"books[0]/date","value":"2026-01-31"}
      {"path":"books[0]/name","value":12}
      """
    let wanted = try shop.jq(
      #".name = "One" | .books[0].date = 791510400 | .books[0].name = "12""#, "default.json")
    try shop.okit("set", "--from", "-", input: Array(lines.utf8))
    #expect(try shop.jq(".", "default.json") == wanted)
    #expect(try shop.jq(".authors[0].name", "directory.json") == #""Le Guin""#)
    #expect(try shop.changes { try shop.okit("set", "--from", "-") } == [])
  }

  @Test func aLineThatIsWrongIsNamed() throws {
    let shop = try FormedShop(.plain)
    let good = #"{"path":"name","value":"x"}"# + "\n\n"
    for (line, status, error) in [
      ("nonsense", 65, "not valid JSON"), (#"{"path":"name"}"#, 65, "no path and value"),
      ("[]", 65, "no path and value"),
      (#"{"path":7,"value":7}"#, 65, "no path and value"), (#"{"path":"books[","value":7}"#, 64, "']'"),
      (#"{"path":"books[0]/price","value":"x"}"#, 65, "price"), (#"{"path":"books[0]/nme","value":7}"#, 66, "nme"),
      (#"{"path":"name","model":"../x","value":"x"}"#, 65, ""),
      (#"{"path":"name","model":"no","value":"x"}"#, 66, "no"),
      (#"{"path":"name","id":"OTHER","value":"x"}"#, 75, "is no longer 'OTHER'"),
      (#"{"path":null,"value":"x"}"#, 64, "is computed"),
      (#"{"path":"books[*]/name","value":"x"}"#, 64, "matches 4"),
    ] as [(String, Int32, String)] {
      let input = Array((good + line + "\n" + good).utf8)
      try shop.refuses(["set", "--from", "-"], status: status, "standard input:3: ", input: input)
      try shop.refuses(["set", "--from", "-"], status: status, error, input: input)
    }
    try shop.refuses(["set", "--from", "/nowhere"], status: 74, "/nowhere")
  }

  @Test(arguments: [FormedShop.Form.plain, .okitCBC]) func thousandsOfLinesAreOneStep(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let authors = (0..<1000).map { #"{"id":"A\#($0)","name":"Author \#($0)"}"# }.joined(separator: ",")
    try shop.okit("set", "authors", "[\(authors)]", "--type", "json", status: 64)
    try shop.okit("set", "directory:authors", "[\(authors)]")
    let wanted = try shop.jq(".authors |= map(.name += \" the Elder\")", "directory.json")
    var changed: [String] = []
    let lines = try shop.okit("get", "--lines", "directory:authors[*]/name").text.replacing(
      "\"}", with: " the Elder\"}")
    changed = try shop.changes { try shop.okit("set", "--from", "-", input: Array(lines.utf8)) }
    #expect(changed == ["okit/data/directory.json differs"])
    #expect(try shop.jq(".", "directory.json") == wanted)
    let broken = try FormedShop.replacing("authors[998]/name", with: "authors[1998]/name", in: lines)
    try shop.refuses(["set", "--from", "-"], status: 75, "standard input:999:", input: Array(broken.utf8))
  }
}
