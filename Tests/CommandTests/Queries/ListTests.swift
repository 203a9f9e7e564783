import Foundation
import TestSupport
import Testing

@Suite struct ListTests {
  @Test(arguments: Store.Form.present) func rowsAreFilteredAndSortedLikeJq(_ form: Store.Form) throws {
    let store = try Store(form)
    let expected = try store.jq(
      #".books|map(select(.copies<4))|sort_by(-.price,.name)|.[]|[.name,(.price|tostring),.id]|@tsv"#)
    let lines = try store.okit(
      "list", "books", "--where", "copies<4", "--sort-desc", "price", "--sort", "name", "-c", "name", "-c", "price",
      "-c",
      "id", "--tsv"
    ).lines
    #expect(lines[0] == "name\tprice\tid")
    // jq prints numbers in its own way.
    func names(_ lines: some Sequence<String>) -> [String] {
      lines.map { line in
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        return "\(cells[0]) \(cells[2])"
      }
    }
    #expect(names(lines.dropFirst()) == names(expected))
  }

  @Test func manyRowsAreFilteredAndSortedLikeJq() throws {
    let store = try Store(books: 20_000)
    let columns = ["-c", "id", "-c", "comment", "-c", "marked"]
    // jq puts missing values first.
    for (options, filter) in [
      (["--sort", "price", "--sort", "name", "--sort-desc", "id"], "sort_by(.id)|reverse|sort_by(.price,.name)"),
      (
        ["--where", "copies!=3&&(marked=true||!(price>9.5))", "--sort-desc", "name"],
        "map(select(.copies!=3 and (.marked or (.price>9.5|not))))|to_entries|sort_by(.key)|map(.value)|group_by(.name)|reverse|flatten(1)"
      ),
      (["--where", "name=Dune&&author/refKey=A3"], #"map(select(.name=="Dune" and .author.refKey=="A3"))"#),
      (["--where", "comment=dune"], #"map(select(.comment=="dune"))"#),
      (
        ["--where", "comment!=dune", "--limit", "7", "--offset", "2000"],
        #"map(select(.comment!=null and .comment!="dune"))|.[2000:2007]"#
      ),
    ] {
      let expected = try store.jq(#".books|\#(filter)|.[]|[.id,.comment,.marked]|@tsv"#)
      let lines = try store.okit(["list", "books"] + options + columns + ["--tsv"]).lines
      #expect(lines.dropFirst().elementsEqual(expected), "\(options)")
    }
  }

  @Test(arguments: [
    "copies>2", "copies=3.0", "copies!=1e0", "!(copies<2)", "name=Dune", "name!=Dune", "name>M", "kind=audio",
    "kind!=2",
    "added>2020-03-01", "comment=dune||copies=0", "comment=null", "stock/row>=1&&stock/shelf=S1", "name~dune",
    "copies in (1,3)", "price>{copies}", "marked=true",
  ])
  func conditionsOfListsAreThoseOfPaths(_ condition: String) throws {
    let store = try Store(books: 300)
    let listed = try store.okit("list", "books", "--where", condition, "-c", "id", "--tsv").lines.dropFirst()
    #expect(try listed.elementsEqual(store.okit("get", "books[\(condition)]/id").lines))
    #expect(!listed.isEmpty)
  }

  @Test func theHeadingOfGroupsIsDistinctFromThoseOfTheClass() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(
      #"{"id":"S","cars":[{"id":"c1","name":"Fiat","group":"small"}]}"#, to: machine.path("w/okit/data/default.json"))
    #expect(
      try machine.okit("-C", machine.path("w"), "list", "cars", "--group", "group", "--csv").text
        == "group_2,name,group,id\nsmall,Fiat,small,c1\n")
  }

  @Test(arguments: [20, 39, 60]) func rowsFitANarrowTerminal(_ width: Int) throws {
    let store = try Store(books: 12)
    let terminal = try Terminal(
      store.machine, ["okit", "list", "books", "-c", "name", "-c", "added", "-c", "price", "--color", "never"],
      in: store.root, with: ["COLUMNS": "\(width)"])
    #expect(try terminal.end() == .status(0))
    let lines = terminal.transcript.split(separator: "\r\n")
    #expect(lines.count >= 12)
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
  }

  @Test func sortingIsStableAndPutsMissingValuesLast() throws {
    let store = try Store()
    let present = try store.jq("[.books[]|select(.comment!=null)]|sort_by(.comment)|.[].id")
    let absent = try store.jq(".books[]|select(.comment==null)|.id")
    func ids(_ options: String...) throws -> [String] {
      Array(try store.okit(["list", "books", "-c", "id", "--tsv"] + options).lines.dropFirst())
    }
    #expect(try ids("--sort", "comment") == present + absent)
    let descending = try ids("--sort-desc", "comment")
    #expect(Array(descending.suffix(absent.count)) == absent)
    #expect(Set(descending.prefix(present.count)) == Set(present))
    #expect(try ids("--sort-desc", "copies", "--sort", "id") == store.jq("[.books[]]|sort_by(-.copies,.id)|.[].id"))
    #expect(try ids("--sort", "id", "--sort-desc", "copies") == store.jq("[.books[]]|sort_by(.id)|.[].id"))
    #expect(
      try ids("--sort", "id", "--limit", "3", "--offset", "2") == store.jq("[.books[]]|sort_by(.id)|.[2:5]|.[].id"))
  }

  @Test func naturalOrderIsThatOfPeople() throws {
    let store = try Store()
    let names = try store.okit(
      "list", "books", "--where", "name^=Book", "-c", "name", "--sort", "name", "--natural", "--tsv"
    ).lines
    let firstTen = try #require(names.firstIndex(of: "Book 10"))
    #expect(names[firstTen...].allSatisfy { $0 == "Book 10" })
    #expect(names.dropFirst().first == "Book 9")
    let all = try store.okit("list", "books", "-c", "name", "--sort", "name", "--natural", "--tsv").lines
    #expect(try #require(all.firstIndex(of: "Ångström")) < #require(all.firstIndex(of: "Zorro")))
  }

  @Test func csvIsReadByPython() throws {
    let store = try Store()
    let csv = try store.okit("list", "books", "--csv").bytes
    let program = """
      import csv, json, sys
      print(json.dumps(list(csv.DictReader(sys.stdin.read().splitlines(keepends=True)))))
      """
    let read = try store.machine.run("python3", "-c", program, input: csv).text
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(read.utf8)) as? [[String: String]])
    let names = try store.machine.run("jq", "-c", "[.books[].name]", store.json).text
    #expect(try JSONDecoder().decode([String].self, from: Data(names.utf8)) == rows.map { $0["name"] ?? "-" })
    #expect(Array(csv.prefix(60).prefix { $0 != 10 }) == Array("name,kind,price,copies,marked,added,comment,id".utf8))
    #expect(rows.map { $0["kind"] ?? "" }.allSatisfy { ["paperback", "hardcover", "audio"].contains($0) })
  }

  @Test func anAbsentValueIsAnEmptyFieldAndAnEmptyTextIsQuoted() throws {
    let store = try Store(books: 2)
    try store.okit("set", "books[0]/comment", "")
    try store.okit("set", "books[1]/comment", "--type", "null")
    try store.okit("set", "books[0]/name", " edge", "books[1]/name", "a,b")
    #expect(
      try store.okit("list", "books", "-c", "id", "-c", "comment", "-c", "name", "--csv").text
        == "id,comment,name\nB0,\"\",\" edge\"\nB1,,\"a,b\"\n")
    #expect(try store.okit("list", "books", "-c", "comment", "--csv").text == "comment\n\"\"\n\n")
  }

  @Test func jsonHasTheStoredValues() throws {
    let store = try Store()
    let expected = try store.machine.run(
      "jq", "-c", "[.books[]|{id,price,added,Shelf:.stock.shelf,comment}]", store.json
    ).text
    let printed = try store.okit(
      "list", "books", "-c", "id", "-c", "price", "-c", "added", "-c", "Shelf=stock/shelf", "-c", "comment", "--json"
    ).bytes
    #expect(try store.machine.run("jq", "-c", ".", input: printed).text == expected)
  }

  @Test func linesAreWhatSetReads() throws {
    let store = try Store()
    let lines = try store.okit(
      "list", "books", "--where", "price>9", "-c", "copies", "-c", "author/ref/name", "--lines"
    ).bytes
    let expected = try store.machine.run("jq", "-c", "[.books[]|if .price>9 then 77 else .copies end]", store.json).text
    let changed = try store.machine.run("jq", "-c", #"select(.path|endswith("copies"))|.value=77"#, input: lines).bytes
    try store.okit("set", "--from", "-", input: changed)
    #expect(try store.machine.run("jq", "-c", "[.books[].copies]", store.data + "/default.json").text == expected)
  }

  @Test func linesSayHowManyValuesCannotBeSet() throws {
    let store = try Store(books: 3)
    let output = try store.okit("list", "books", "-c", "id", "-c", "price/round2", "--lines")
    #expect(output.lines.count == 3)
    #expect(output.errors == "okit: warning: left out 3 values that cannot be set\n")
  }

  /// A workspace without definitions.
  private func list(_ cars: String, _ options: String..., status: Int32 = 0) throws -> Output {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(#"{"id":"S","cars":[\#(cars)]}"#, to: machine.path("w/okit/data/default.json"))
    return try machine.okit(["-C", machine.path("w"), "list", "cars"] + options, status: status)
  }

  @Test func equalNumbersAreOneGroup() throws {
    let cars = [
      "1e2", "100", "100.0", "0", "-0", "1e400", "10e399", "123456789012345678901234567890123456789",
      "123456789012345678901234567890123456788",
    ].enumerated().map { #"{"id":"c\#($0)","n":\#($1)}"# }.joined(separator: ",")
    #expect(
      try list(cars, "--group", "n", "-c", "id", "--tsv").lines == [
        "group\tid", "1e2\tc0", "1e2\tc1", "1e2\tc2", "0\tc3", "0\tc4", "1e400\tc5", "1e400\tc6",
        "123456789012345678901234567890123456789\tc7", "123456789012345678901234567890123456788\tc8",
      ])
  }

  @Test func referencesAreSortedAndGroupedByTheirTargets() throws {
    let store = try Store()
    // jq puts references to nothing first.
    let expected = try store.jq(
      #".books|map(select(.author.refKey!=""))+map(select(.author.refKey==""))|[.[]|.author.refKey|if .=="" then "~" else . end] as $k|to_entries|sort_by($k[.key])|.[].value.id"#
    )
    let sorted = try store.okit("list", "books", "--sort", "author", "-c", "id", "--tsv").lines.dropFirst()
    let byKey = try store.okit(
      "list", "books", "--sort", "author/refKey", "--where", "author!=null", "-c", "id", "--tsv"
    )
    .lines.dropFirst()
    #expect(sorted.prefix(byKey.count).elementsEqual(byKey) && expected.count == sorted.count)
    let groups = try store.okit("list", "books", "--group", "author", "--group-sort", "--count", "--json").bytes
    #expect(
      try store.machine.run("jq", "-c", "map([.group,.count])", input: groups).line
        == store.jq(
          #"[.books|group_by(.author.refKey)[]|[.[0].author.refKey,length]]|map(select(.[0]!=""))+map(select(.[0]=="")|[null,.[1]])|tojson"#
        )[0])
  }

  @Test func allRowsCountForTheColumns() throws {
    let cars = (0..<300).map { #"{"id":"c\#($0)"\#($0 == 250 ? #","late":"x""# : "")}"# }.joined(separator: ",")
    #expect(try list(cars, "--csv").lines[251] == "x,c250")
  }

  @Test func rowsOfSeveralKindsHaveLinesAndCells() throws {
    let cars = #"{"name":"a"},{"title":"b"},1"#
    #expect(try list(cars, "--csv").text == "name,title\na,\n,b\n,\n")
    let lines = try list(cars, "--lines").lines.map { $0.filter { $0 != " " } }
    #expect(lines.count == 4)
    #expect(lines.first == #"{"model":"default","path":"default:cars[0]/name","id":null,"value":"a"}"#)
    #expect(lines.last == #"{"model":"default","path":"default:cars[1]/title","id":null,"value":"b"}"#)
  }

  @Test func groupsAreSortedLikeADictionary() throws {
    let cars = ["Zebra", "apple", "Book 10", "Book 9"].map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
    let options = ["--group", "name", "--group-sort", "-c", "name", "--count", "--json"]
    func names(_ more: String...) throws -> String {
      let machine = try Machine()
      try Files.makeFolder(machine.path("w/okit/data"))
      try Files.write(#"{"id":"S","cars":[\#(cars)]}"#, to: machine.path("w/okit/data/default.json"))
      let groups = try machine.okit(["-C", machine.path("w"), "list", "cars"] + options + more).bytes
      return try machine.run("jq", "-c", "map(.group)", input: groups).line
    }
    #expect(try names() == #"["Book 10","Book 9","Zebra","apple"]"#)
    #expect(try names("--natural") == #"["apple","Book 9","Book 10","Zebra"]"#)
  }

  /// Only the cells differ: JSON has raw values, and a person reads the names of cases.
  @Test func allFormatsHaveTheSameRows() throws {
    let store = try Store()
    let audio = try store.jq(#".books[]|select(.kind=="2")|.id"#)
    #expect(!audio.isEmpty)
    let search = ["list", "books", "-c", "id", "-c", "kind", "--search", "audio"]
    #expect(try store.okit(search + ["--csv"]).lines == ["id,kind"] + audio.map { "\($0),audio" })
    #expect(try store.machine.run("jq", "-r", ".[]|.id", input: store.okit(search + ["--json"]).bytes).lines == audio)
    #expect(try store.okit(search + ["--count", "--json"]).text.contains("\(audio.count)"))
    #expect(try store.okit(search + ["--lines"]).lines.count == 2 * audio.count)
    // Sorted by their names: audio, hardcover, paperback.
    let groups = ["list", "books", "--group", "kind", "--group-sort", "-c", "id"]
    let json = try store.okit(groups + ["--json"]).bytes
    #expect(try store.machine.run("jq", "-c", "map(.group)", input: json).line == #"["2","1","0"]"#)
    #expect(
      try store.machine.run("jq", "-r", ".[].rows[].id", input: json).lines
        == store.okit(groups + ["--tsv"]).lines.dropFirst().map { String($0.split(separator: "\t")[1]) })
    let index = ["list", "books", "--index", "-c", "kind", "-c", "id"]
    #expect(
      try store.machine.run("jq", "-c", "map(.group)", input: store.okit(index + ["--json"]).bytes).line
        == #"["A","H","P"]"#)
  }

  @Test func headingsCanHaveAnySigns() throws {
    let store = try Store(books: 2)
    let columns = ["Price (EUR)=price", "Unit/Price=price", "p;q;r=id", "a\tb=name", "[x]=copies"]
    for first in columns {
      // The first heading decides what readers take the text for.
      let options = ([first] + columns.filter { $0 != first }).flatMap { ["-c", $0] }
      let csv = try store.okit(["list", "books"] + options + ["--csv"]).bytes
      let map = [
        "--map", "Price (EUR)=", "--map", "Unit/Price=price", "--map", "p;q;r=id", "--map", "a\tb=name", "--map",
        "[x]=copies",
      ]
      let output = try store.machine.okit(
        ["import", "-", "--into", "books", "--key", "id"] + map, input: csv, in: store.root)
      #expect(output.errors.hasPrefix("nothing to change, 2 unchanged"), "\(output.errors)")
    }
  }

  @Test func withoutDefinitionsAnInnerValueCanBeMissing() throws {
    let cars =
      #"{"id":"c1","sub":{"y":2}},{"id":"c2","sub":{"x":1,"in":{"z":3}}},{"id":"c3"},{"id":"c4","sub":{"in":{}}}"#
    #expect(
      try list(cars, "-c", "id", "-c", "sub/x", "-c", "sub/in/z", "--csv").text
        == "id,sub/x,sub/in/z\nc1,,\nc2,1,3\nc3,,\nc4,,\n")
    #expect(try list(cars, "-c", "id", "--sort", "sub/x", "--tsv").lines == ["id", "c2", "c1", "c3", "c4"])
    #expect(try list(cars, "-c", "id", "--where", "sub/x=null", "--tsv").lines == ["id", "c1", "c3", "c4"])
    #expect(try list(cars, "-c", "sub/nothing", status: 66).errors.contains("no property 'nothing'"))
  }

  @Test func groupsHaveTheirRows() throws {
    let store = try Store()
    let counts = try store.machine.run(
      "jq", "-c", ".books|group_by(.stock.shelf)|map({group:.[0].stock.shelf,count:length})", store.json
    ).text
    func list(_ options: String...) throws -> [UInt8] {
      try store.okit(["list", "books", "--group", "stock/shelf", "--group-sort"] + options).bytes
    }
    #expect(try store.machine.run("jq", "-c", ".", input: list("--count", "--json")).text == counts)
    let rows = try store.machine.run(
      "jq", "-c", ".books|group_by(.stock.shelf)|map({group:.[0].stock.shelf,rows:map({id})})", store.json
    ).text
    #expect(try store.machine.run("jq", "-c", ".", input: list("-c", "id", "--json")).text == rows)
    let csv = try store.machine.run(
      "jq", "-r", ".books|group_by(.stock.shelf)|.[][]|[.stock.shelf,.id]|@tsv", store.json
    ).lines
    #expect(
      try store.okit("list", "books", "--group", "stock/shelf", "--group-sort", "-c", "id", "--tsv").lines == [
        "group\tid"
      ] + csv)
    let named = try store.okit(
      "list", "books", "--group", "stock/shelf", "--group-name", "stock/row", "-c", "id", "--count"
    ).lines
    #expect(named.count == 4, "rows of one name are one group: \(named)")
  }

  @Test func lettersAreFolded() throws {
    let store = try Store()
    let groups = try store.okit("list", "books", "--index", "-c", "name", "--count").lines.dropFirst().map {
      $0.prefix { $0 != " " }
    }
    #expect(groups == ["#", "A", "B", "D", "E", "S", "T", "U", "Z"])
  }

  @Test func searchFollowsTheFrameworksRules() throws {
    let store = try Store(books: 3)
    try store.okit("set", "books[0]/name", "Bookshop", "books[1]/name", "Straße", "books[2]/name", "!?")
    func ids(_ text: String, _ options: String...) throws -> String {
      try store.okit(["list", "books", "-c", "id", "--search", text, "--search-in", "name", "--tsv"] + options).lines
        .dropFirst().joined(separator: " ")
    }
    #expect(try ids("book shop") == "B0")
    #expect(try ids("BOKSHOP") == "B0")
    #expect(try ids("strasse") == "B1")
    #expect(try ids("STRASE") == "B1")
    #expect(try ids("!?") == "B2")
    #expect(try ids("xyz") == "")
  }

  @Test func aClassIsListedFromAllModels() throws {
    let shop = try FormedShop(.plain)
    let authors = try shop.okit("list", "--class", "Author", "-c", "name", "-c", "modelName", "--tsv").lines.dropFirst()
    let stored = try ["default", "directory"].flatMap { name in
      try shop.machine.run("jq", "-r", "[.authors[]?.name]|.[]", shop.data + "/\(name).json").lines.map {
        "\($0)\t\(name)"
      }
    }
    #expect(Set(stored).isSubset(of: Set(authors)))
    #expect(authors.contains { $0.hasPrefix("Guest 0\tdirectory") }, "entities of partials: \(authors)")
    try shop.okit("list", "--class", "Nothing", status: 66)
  }

  @Test func columnsFitTheTerminal() throws {
    let store = try Store()
    try store.okit("set", "books[0]/name", "海辺のカフカ with a long name that does not fit at all into forty columns")
    // The width comes from COLUMNS.
    let terminal = try Terminal(
      store.machine, ["okit", "list", "books", "--limit", "3"], in: store.root, with: ["COLUMNS": "50"])
    #expect(try terminal.end() == .status(0))
    let output = terminal.transcript
    for line in output.split(separator: "\r\n") where !line.hasPrefix("\u{1B}") {
      #expect(line.unicodeScalars.count <= 50, "\(line)")
    }
    #expect(output.contains("NAME"))
    #expect(!output.contains("COMMENT"))
  }

  @Test(arguments: [
    (["list"], 64, "give a path or --class"), (["list", "books", "--class", "Book"], 64, "give a path or --class"),
    (["list", "name"], 66, "no property 'name'"), (["list", "id"], 64, "'id' is not an array"),
    (["list", "books", "--csv", "--json"], 64, "cannot be used together"),
    (["list", "books", "--limit", "-1"], 64, "cannot be negative"),
    (["list", "books", "-c", "nme"], 66, "no property 'nme'"),
    (["list", "books", "-c", "name", "-c", "name"], 64, "two columns"),
    (["list", "books", "--where", "price"], 64, "missing comparison"),
    (["list", "books", "--sort", "a["], 64, "'[' without ']'"),
    (["list", "books", "--group-name", "name"], 64, "needs --group"),
    (["list", "books", "--index", "-c", "group=name"], 64, "'group' is the heading of the groups"),
    (["list", "books", "--lines", "--index"], 64, "groups"),
  ])
  func wrongUseIsRefused(_ words: [String], _ status: Int32, _ message: String) throws {
    let store = try Store(books: 2)
    let output = try store.okit(words, status: status)
    #expect(output.errors.contains(message), "\(output.errors)")
    #expect(output.bytes == [])
  }

  @Test func rowsCanBeScalarsAndDictionaries() throws {
    let shop = try Bookshop()
    try Files.write(
      #"{"id":"X","tags":["b","a"],"more":[["c"],["d"]],"shelves":{"top":{"id":"S1","name":"Top"},"low":{"id":"S2","name":"Low"}},"none":[]}"#,
      to: shop.data + "/loose.json")
    #expect(try shop.okit("list", "loose:tags", "--sort", ".", "--tsv").text == "value\na\nb\n")
    #expect(try shop.okit("list", "loose:shelves", "--tsv").text == "name\tid\nTop\tS1\nLow\tS2\n")
    #expect(try shop.okit("list", "loose:more[*]", "--tsv").text == "value\nc\nd\n")
    #expect(try shop.okit("list", "loose:none", "--count").text == "0\n")
    #expect(try shop.okit("list", "loose:none").text == "")
    #expect(try shop.okit("list", "loose:none", "--json").text == "[]\n")
  }

  @Test func rowsOfDifferentClassesHaveTheirOwnValues() throws {
    let machine = try Machine()
    let root = try machine.workspace(
      """
      class Shop: Model { var id: String!; var related: [ModelRef] = []; var books: [Book] = []; var people: [Person] = [] }
      class Book: ModelEntity, Codable { var id: String!; var name = ""; var when: Date = Date() }
      class Person: ModelEntity, Codable { var id: String!; var name = ""; var when = 0 }
      func start() { Model.register(Shop.self, name: "shop") }
      """,
      [
        "shop": #"""
        {"id":"S","related":[{"id":"1","refKey":"B"},{"id":"2","refKey":"P"}],"books":[{"id":"B","name":"Emma","when":0}],
         "people":[{"id":"P","name":"Ann","when":0}]}
        """#
      ])
    #expect(
      try machine.okit("list", "related[*]/ref", "-c", "name", "-c", "when", "--tsv", in: root).text
        == "name\twhen\nEmma\t2001-01-01T00:00:00Z\nAnn\t0\n")
    #expect(
      try machine.okit("list", "related[*]/ref", "--where", "when=0", "-c", "name", "--tsv", in: root).text
        == "name\nEmma\nAnn\n")
    #expect(try machine.okit("list", "related[*]/ref", "--tsv", in: root).lines.count == 3)
  }

  @Test func defaultColumnsMayBeMissingInSomeRows() throws {
    let shop = try Bookshop()
    try Files.write(
      #"{"id":"X","users":{"a":{"id":"U1","name":"A","mail":"a@x"},"b":{"id":"U2","name":"B"}},"shops":[{"books":[{"name":"x"}]},{"books":[{"name":"y","price":1}]}],"none":[]}"#,
      to: shop.data + "/loose.json")
    #expect(try shop.okit("list", "loose:users", "--tsv").text == "name\tmail\tid\nA\ta@x\tU1\nB\t\tU2\n")
    #expect(try shop.okit("list", "loose:shops[*]/books", "--tsv").text == "name\tprice\nx\t\ny\t1\n")
    #expect(try shop.okit("list", "loose:users", "-c", "mail", status: 66).errors.contains("no property 'mail'"))
  }

  @Test func anEmptyArrayHasTheColumnsOfItsClass() throws {
    let store = try Store(books: 0)
    #expect(try store.okit("list", "books", "--csv").text == "name,kind,price,copies,marked,added,comment,id\n")
  }

  @Test func aSkippedModelIsReportedOnceAndEndsNoProgram() throws {
    let store = try Store(.age, books: 2)
    try Files.write(#"{"id":"O","books":[{"id":"X","name":"open"}]}"#, to: store.data + "/other.json")
    try Files.makeFolder(store.root + "/okit/functions")
    try Files.write("#!/bin/sh\necho shown\n", to: store.root + "/okit/functions/shown", mode: 0o700)
    try Files.write(
      Store.classes.replacing(
        "name: \"default\")", with: "name: \"default\"); Model.register(Shop.self, name: \"other\")"),
      to: store.machine.path("Shop.swift"))
    let output = try store.okit(
      "list", "--class", "Book", "--run", "-c", "name", "-c", "shown", "--tsv", status: 77,
      with: ["XDG_CONFIG_HOME": "/nonexistent"])
    #expect(output.text == "name\tshown\nopen\tshown\n")
    #expect(output.errors.split(separator: "\n").filter { $0.contains("skipped model default") }.count == 1)
  }

  @Test func entitiesThatMayBeInALockedModelAreNotMissing() throws {
    let store = try Store(.age, books: 2)
    let output = try store.okit("list", "--class", "Book", status: 77, with: ["XDG_CONFIG_HOME": "/nonexistent"])
    #expect(output.errors.contains("cannot find entities of the class 'Book' in the readable models"))
  }

  @Test func controlCharactersAreShownOnATerminal() throws {
    let store = try Store(books: 1)
    try store.okit("set", "books[0]/name", "bell\u{7} and \u{1B}[31m")
    for format in ["--csv", "--tsv", "--markdown"] {
      let terminal = try Terminal(store.machine, ["okit", "list", "books", "-c", "name", format], in: store.root)
      #expect(try terminal.end() == .status(0))
      #expect(!terminal.transcript.contains("\u{7}") && !terminal.transcript.contains("\u{1B}[31m"), "\(format)")
    }
    #expect(try store.okit("list", "books", "-c", "name", "--tsv").text.contains("\u{7}"))
  }

  @Test func linesRelativeToAPathNameItsModel() throws {
    let shop = try FormedShop(.plain)
    let lines = try shop.okit("get", "--in", "directory:authors[0]", "--lines", "name", "/authors[0]/name").lines
    #expect(lines.count == 2)
    for line in lines {
      #expect(line.hasPrefix(#"{"model":"directory","path":"directory:authors[0]/name""#), "\(line)")
    }
  }

  @Test func casesAreNamedForPeopleAndRawInJSON() throws {
    let store = try Store(books: 1)
    try store.okit("set", "books[0]/kind", "hardcover", "books[0]/tags", #"["x","y"]"#)
    #expect(
      try store.okit("list", "books", "-c", "kind", "-c", "Tags=tags[*]", "--csv").text
        == "kind,Tags\nhardcover,\"x, y\"\n")
    #expect(
      try store.okit("list", "books", "-c", "kind", "-c", "Tags=tags[*]", "--json").text
        == "[{\"kind\":\"1\",\"Tags\":[\"x\",\"y\"]}]\n")
    #expect(
      try store.okit("list", "books", "--group", "kind", "--count").lines == ["GROUP      COUNT", "hardcover      1"])
    #expect(try store.okit("list", "books", "-c", "kind", "--search", "hard cover", "--count").line == "1")
    #expect(
      try store.okit("list", "books[price>900]", "--csv").line == "name,kind,price,copies,marked,added,comment,id")
  }

  @Test func anAbsentGroupHasNoName() throws {
    let store = try Store(books: 2)
    try store.okit("set", "books[0]/comment", "", "books[1]/comment", "--type", "null", status: 64)
    try store.okit("set", "books[0]/comment", "")
    try store.okit("set", "books[1]/comment", "--type", "null")
    #expect(
      try store.okit("list", "books", "--group", "comment", "-c", "id", "--csv").text == "group,id\n\"\",B0\n,B1\n")
    #expect(
      try store.okit("list", "books", "--group", "comment", "--count", "--json").text
        == "[{\"group\":\"\",\"count\":1},{\"group\":null,\"count\":1}]\n")
  }

  @Test func hugeLimitsAreAllowed() throws {
    let store = try Store(books: 3)
    let huge = String(Int.max)
    #expect(
      try store.okit("list", "books", "-c", "id", "--limit", huge, "--offset", "1", "--tsv").text == "id\nB1\nB2\n")
    #expect(try store.okit("list", "books", "-c", "id", "--limit", "1", "--offset", huge, "--tsv").text == "id\n")
  }

  @Test func thePastCanBeListed() throws {
    let store = try Store(.age)
    let before = try store.okit("list", "books", "--csv").text
    try store.okit("backup", "create", "old", "-r", store.recipient)
    try store.okit("set", "--all", "books[*]/price", "1")
    #expect(try store.okit("list", "books", "--csv").text != before)
    #expect(try store.okit("list", "books", "--csv", "--at", "old").text == before)
    #expect(try store.okit("search", "author 3", "--at", "old").lines == ["default:authors[3]/name: Author 3"])
  }

  @Test func getReadsRelativeToAPath() throws {
    let store = try Store()
    let pairs = try store.jq(".books[]|select(.copies>2)|.name|tojson")
    #expect(try store.okit("get", "--in", "books[copies>2]", "name", "--raw").lines == pairs)
    #expect(
      try store.machine.run(
        "jq", "-c", ".", input: store.okit("get", "--in", "books[copies>2]", "id", "copies", "--json").bytes
      ).text
        == store.machine.run("jq", "-c", "[.books[]|select(.copies>2)|[.id,.copies]]", store.json).text)
    #expect(try store.okit("get", "--in", "books[0]", "id", "/authors[0]/id").text == "B0\nA0\n")
    #expect(try store.okit("get", "--in", "books[0]", "id", "--json").text == "\"B0\"\n")
    try store.okit("get", "-e", "--in", "books[copies>99]", "id", status: 1)
  }
}
