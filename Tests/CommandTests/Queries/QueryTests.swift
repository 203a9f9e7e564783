import Foundation
import TestSupport
import Testing

@Suite struct QueryTests {
  @Test(arguments: ["--csv", "--tsv", "--lines", "--json"]) func rowsArePrintedWhileTheQueryRuns(_ format: String)
    throws
  {
    let store = try Store(books: 3)
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x, 'a text' AS text FROM c"
    // The end of the pipe ends the query.
    let output = try store.machine.shell(
      "timeout 60 \"$okit\" query \"\(endless)\" \(format) | head -c 200000 | wc -c", in: store.root)
    #expect(output.line == "200000")
  }

  /// Finds four rows at once, and the next one after minutes.
  private static let slow = """
    WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM a WHERE x < 3000000000) \
    SELECT x FROM a WHERE x < 5 OR x = 2999999999
    """

  @Test(arguments: [
    ("--csv", "head -n 2", "x\n1\n"), ("--tsv", "head -n 2", "x\n1\n"), ("--lines", "head -n 1", "{\"x\":1}\n"),
    ("--json", "head -c 8", "[{\"x\":1}"),
  ])
  func aRowIsPrintedBeforeTheNextOneIsFound(_ format: String, _ head: String, _ expected: String) throws {
    let store = try Store(books: 3)
    let line = "timeout 60 \"$okit\" query \"\(Self.slow)\" \(format)"
    #expect(try store.machine.shell("\(line) | \(head)", in: store.root).text == expected)
  }

  @Test(arguments: [
    ("--csv", "x\n1\n2\n3\n4\n"), ("--lines", "{\"x\":1}\n{\"x\":2}\n{\"x\":3}\n{\"x\":4}\n"),
    ("--json", "[{\"x\":1},{\"x\":2},{\"x\":3},{\"x\":4}"),
  ])
  func aSignalLosesNoRowsThatWereFound(_ format: String, _ expected: String) throws {
    let store = try Store(books: 3)
    let line = "timeout 5 \"$okit\" query \"\(Self.slow)\" \(format); true"
    #expect(try store.machine.shell(line, in: store.root).text == expected)
  }

  @Test(arguments: [
    ("--csv", "x\n1\n2\n"), ("--tsv", "x\n1\n2\n"), ("--lines", "{\"x\":1}\n{\"x\":2}\n"),
    ("--json", "[{\"x\":1},{\"x\":2}\n"),
  ])
  func theRowsBeforeAnErrorArePrinted(_ format: String, _ expected: String) throws {
    let store = try Store(books: 3)
    let query = """
      WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM a WHERE x < 5) \
      SELECT abs(iif(x = 3, -9223372036854775807 - 1, x)) AS x FROM a
      """
    let output = try store.machine.shell("\"$okit\" query \"\(query)\" \(format) 2>&1", status: 65, in: store.root)
    #expect(output.text.hasPrefix(expected + "okit: error: integer overflow"), "\(output.text)")
  }

  @Test(arguments: ["--csv", "--tsv", "--lines", "--json"]) func rowsAreTheSameWithALimitOfTime(_ format: String) throws
  {
    let store = try Store(books: 30)
    for sql in ["SELECT * FROM Book ORDER BY price, id", "SELECT id FROM Book WHERE id = 'x'"] {
      let now = try store.okit("query", sql, format)
      #expect(try now.bytes == store.okit("query", sql, format, "--timeout", "60s").bytes)
    }
    #expect(try store.okit("query", "SELECT id FROM Book WHERE 0", "--json").line == "[]")
  }

  /// A program that loads the plain data of a ``Store`` into a SQLite database of its own, and prints the rows of queries as JSON.
  private static let python = """
    import json, sqlite3, sys
    data = json.load(open(sys.argv[1]))
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE Book(id TEXT, name TEXT, kind TEXT, price REAL, copies INTEGER, marked INTEGER, added INTEGER, author TEXT, tags TEXT, comment TEXT, stock_shelf TEXT, stock_row INTEGER, position INTEGER)")
    db.execute("CREATE TABLE Author(id TEXT, name TEXT, position INTEGER)")
    for n, b in enumerate(data["books"]):
      db.execute("INSERT INTO Book VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", (b["id"], b["name"], b["kind"], b["price"], b["copies"], b["marked"], b["added"], b["author"]["refKey"] or None, json.dumps(b["tags"]), b.get("comment"), b["stock"]["shelf"], b["stock"]["row"], n))
    for n, a in enumerate(data["authors"]):
      db.execute("INSERT INTO Author VALUES (?,?,?)", (a["id"], a["name"], n))
    db.row_factory = sqlite3.Row
    for sql in sys.argv[2:]:
      print(json.dumps([dict(r) for r in db.execute(sql)], ensure_ascii=False))
    """

  private static let queries = [
    "SELECT id, name, price, copies, marked, comment FROM Book ORDER BY position",
    "SELECT kind, count(*) AS n, sum(copies) AS copies, max(price) AS top FROM Book GROUP BY kind ORDER BY kind",
    "SELECT b.id, a.name FROM Book b LEFT JOIN Author a ON a.id = b.author ORDER BY b.position",
    "SELECT a.name, count(b.id) AS books FROM Author a LEFT JOIN Book b ON b.author = a.id GROUP BY a.id ORDER BY a.id",
    "SELECT id FROM Book WHERE author IS NOT NULL AND author NOT IN (SELECT id FROM Author) ORDER BY id",
    "SELECT stock_shelf, stock_row, count(*) AS n FROM Book GROUP BY 1, 2 HAVING n > 1 ORDER BY 1, 2",
    "SELECT id, rank() OVER (PARTITION BY kind ORDER BY price DESC, id) AS place FROM Book ORDER BY id",
    "SELECT name, count(*) AS n FROM Book GROUP BY name HAVING n > 1 ORDER BY name",
    "SELECT b.id, t.value AS tag FROM Book b, json_each(b.tags) t ORDER BY b.position, t.key",
    "SELECT id FROM Book WHERE price = 9.5 OR copies BETWEEN 1 AND 2 ORDER BY id",
    "SELECT id FROM Book WHERE name LIKE 'book%' UNION SELECT id FROM Author ORDER BY 1",
    "SELECT x.id, y.id AS other FROM Book x JOIN Book y ON x.name = y.name AND x.id < y.id ORDER BY 1, 2",
    "SELECT id FROM Book WHERE id IN ('B1', 'B3', 'nowhere') ORDER BY id",
    "SELECT count(*) AS n FROM Book WHERE comment IS NULL",
    "SELECT id FROM Book WHERE comment = '' ORDER BY id",
  ]

  @Test(arguments: Store.Form.readable) func answersAreThoseOfALoadedDatabase(_ form: Store.Form) throws {
    let store = try Store(form)
    let expected = try store.machine.launch(["python3", "-c", Self.python, store.json] + Self.queries, [], [:], nil)
      .ending(with: 0, ["python3"]).lines
    #expect(expected.count == Self.queries.count)
    for (query, expected) in zip(Self.queries, expected) {
      let answer = try store.read("query", query, "--json").bytes
      // jq gives numbers one notation.
      let one = try store.machine.run("jq", "-Sc", ".", input: answer).text
      let other = try store.machine.run("jq", "-Sc", ".", input: Array(expected.utf8)).text
      #expect(one == other, "\(query)")
    }
  }

  @Test func rowsHaveTheirPlaces() throws {
    let store = try Store(books: 3)
    #expect(
      try store.okit(
        "query", "SELECT path, model, parent, property, position FROM Book WHERE id = 'B1'", "--csv"
      ).text == "path,model,parent,property,position\ndefault:books[1],default,default:.,books,1\n")
    #expect(
      try store.okit("query", "SELECT path, parent, property, position FROM Shop", "--csv").text
        == "path,parent,property,position\ndefault:.,,,\n")
    let path = try store.okit("query", "SELECT path FROM Author WHERE id = 'A3'", "--tsv").lines[1]
    #expect(try store.okit("get", "\(path)/name").text == "Author 3\n")
    #expect(try store.okit("query", "SELECT count(*) FROM Book WHERE parent = 'default:.'", "--tsv").lines[1] == "3")
    #expect(
      try store.okit("query", "SELECT name FROM Author WHERE path = 'default:authors[2]'", "--tsv").lines[1]
        == "Author 2")
  }

  @Test func valuesHaveTheirTypes() throws {
    let store = try Store(books: 2)
    try store.okit(
      "set", "books[0]/added", "2026-01-31T08:30:00.5Z", "books[0]/marked", "true", "books[0]/price", "0.1")
    let types = "SELECT added, marked, price, typeof(price) AS p, tags, typeof(copies) AS c FROM Book WHERE id = 'B0'"
    let row = try store.machine.run(
      "jq", "-c", ".[0]|del(.tags)", input: store.okit("query", types, "--json").bytes
    ).text
    #expect(
      row == #"{"added":"2026-01-31T08:30:00.5Z","marked":1,"price":0.1,"p":"real","c":"integer"}"# + "\n")
    let kinds = "SELECT k.name FROM Book b JOIN Kind k ON k.value = b.kind ORDER BY b.position"
    #expect(
      try Array(store.okit("query", kinds, "--tsv").lines.dropFirst())
        == Array(store.okit("list", "books", "-c", "kind", "--tsv").lines.dropFirst()))
  }

  @Test func parametersAreValues() throws {
    let store = try Store(books: 5)
    let query = "SELECT id FROM Book WHERE id = :id AND position < :limit LIMIT :n"
    #expect(
      try store.okit("query", query, "-p", "id=B1", "-p", "limit=2", "-p", "n=3", "--tsv").text == "id\nB1\n")
    #expect(
      try store.okit("query", "SELECT :t AS t", "-p", "t=' OR 1=1; --", "--tsv").text == "t\n' OR 1=1; --\n")
    #expect(
      try store.okit("query", query, "-p", "id=B1", status: 64).errors
        == "okit: error: the parameter 'limit' has no value\nokit: hint: give it with -p limit=VALUE\n")
    #expect(
      try store.okit("query", "SELECT :a", "-p", "a=1", "-p", "b=2", status: 64).errors
        == "okit: error: the query has no parameter 'b'\nokit: hint: known names: a\n")
    #expect(try store.okit("query", "SELECT ?", status: 64).errors.contains("a parameter of the query has no name"))
    #expect(try store.okit("query", "SELECT 1", "-p", "x", status: 64).errors.contains("not a name and a value"))
    #expect(try store.okit("query", "SELECT :a", "-p", "a=1", "-p", "a=2", status: 64).errors.contains("given twice"))
    #expect(try store.okit("query", "SELECT :a + @a AS s", "-p", "a=2", "--tsv").text == "s\n4\n")
    // Numbers are numbers, also where SQLite does not convert.
    for (value, type) in [
      ("7", "integer"), ("1.5", "real"), ("6.50", "real"), ("1e1", "real"), ("2.0", "real"), (" 7", "text"),
      ("\u{FEFF}7", "text"), ("007", "text"), ("", "text"),
      ("true", "text"), ("1.2345678901234567890123", "text"), (#""6.50""#, "text"),
    ] {
      #expect(
        try store.okit("query", "SELECT typeof(:v) AS t", "-p", "v=" + value, "--csv").lines[1] == type, "\(value)")
    }
    #expect(try store.okit("query", "SELECT 5 / :d AS q", "-p", "d=2.0", "--csv").lines[1] == "2.5")
    let limit = "SELECT count(*) AS n FROM Book WHERE position * 1.0 < :m"
    #expect(try store.okit("query", limit, "-p", "m=2.00", "--csv").lines[1] == "2")
    #expect(
      try store.okit("query", "SELECT count(*) AS n FROM Book HAVING count(*) > :n", "-p", "n=3", "--tsv").lines[1]
        == "5")
  }

  @Test func queriesOnlyRead() throws {
    let store = try Store(books: 2)
    let before = try store.machine.run("sha256sum", store.json).text
    for query in [
      "INSERT INTO Book(id) VALUES ('x')", "UPDATE Book SET name = 'x'", "DELETE FROM Book", "CREATE TABLE t(x)",
      "ATTACH '\(store.machine.path("x.db"))' AS x", "PRAGMA table_list", "SELECT load_extension('x')",
      "VACUUM INTO '\(store.machine.path("x.db"))'", "SELECT * FROM pragma_module_list", "REINDEX", "DROP TABLE Book",
      "ALTER TABLE Book RENAME TO x", "UPDATE sqlite_master SET sql = ''",
    ] {
      #expect(
        try store.okit("query", query, status: 64).errors.hasPrefix("okit: error: a query can only read\n"), "\(query)")
    }
    #expect(try store.machine.run("sha256sum", store.json).text == before)
    #expect(!FileManager.default.fileExists(atPath: store.machine.path("x.db")))
  }

  @Test func errorsShowTheirPlace() throws {
    let store = try Store(books: 2)
    #expect(
      try store.okit("query", "SELECT naem FROM Book", status: 64).errors == """
        okit: error: no such column: naem
          SELECT naem FROM Book
                 ^
        okit: hint: did you mean 'name'?

        """)
    #expect(try store.okit("query", "SELECT * FROM Bok", status: 64).errors.contains("did you mean 'Book'?"))
    #expect(try store.okit("query", "SELECT 1; SELECT 2", status: 64).errors.contains("only one statement"))
    #expect(try store.okit("query", "/* nothing */", status: 64).errors.contains("the query is empty"))
    #expect(try store.okit("query", "SELECT 1; SELEC 2", status: 64).errors.contains("only one statement"))
    #expect(try store.okit("query", "SELECT 1; -- one\n /* and only */", "--tsv").lines == ["1", "1"])
    #expect(try store.okit("query", status: 64, input: Array("SELECT 1;\0SELECT 2".utf8)).errors.contains("NUL"))
    #expect(try store.okit("query", "SELECT b.naem FROM Book b", status: 64).errors.contains("did you mean 'name'?"))
    #expect(try store.okit("query", "SELECT abs(-9223372036854775808)", status: 65).errors.contains("overflow"))
    #expect(try store.okit("query", "SELECT 1 AS a, 2 AS a", "--json", status: 64).errors.contains("named 'a'"))
    #expect(try store.okit("query", "SELECT 1 AS a, 2 AS a", "--csv").text == "a,a\n1,2\n")
    #expect(
      try store.okit("query", "SELECT 1", "--csv", "--json", status: 64).errors.contains("cannot be used together"))
    #expect(try store.okit("query", "--schema", "SELECT 1", status: 64).errors.contains("--schema cannot be used"))
  }

  @Test func timeAndMemoryAreLimited() throws {
    let store = try Store(books: 2)
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"
    #expect(
      try store.okit("query", endless, "--timeout", "100ms", status: 75).errors
        == "okit: error: the query takes longer than 100ms\n")
    #expect(
      try store.okit("query", "SELECT zeroblob(2000000000)", status: 74).errors
        == "okit: error: the query needs more than 1 GB of memory\n")
    // One function can run for minutes.
    let slow = "SELECT instr(hex(zeroblob(5000000)), hex(zeroblob(2000000)) || '1')"
    #expect(
      try store.okit("query", slow, "--timeout", "100ms", status: 75).errors
        == "okit: error: the query takes longer than 100ms\n")
  }

  @Test func aQueryIsReadFromStandardInput() throws {
    let store = try Store(books: 2)
    #expect(
      try store.okit("query", "--tsv", input: Array("SELECT id\nFROM Book -- all\n;\n".utf8)).text == "id\nB0\nB1\n")
    #expect(try store.okit("query", "-", "--tsv", input: Array("SELECT 1 AS a".utf8)).text == "a\n1\n")
    #expect(try store.okit("query", status: 64, input: []).errors.contains("the query is empty"))
    #expect(try store.okit("query", status: 65, input: [0xFF]).errors.contains("not valid UTF-8"))
  }

  @Test func formatsAreThoseOfLists() throws {
    let store = try Store(books: 1)
    let query = #"SELECT 'a,"b' AS t, 1.5 AS n, NULL AS none, x'00ff' AS bytes"#
    #expect(try store.okit("query", query, "--csv").text == "t,n,none,bytes\n\"a,\"\"b\",1.5,,AP8=\n")
    #expect(
      try store.okit("query", query, "--lines").text == #"{"t":"a,\"b","n":1.5,"none":null,"bytes":"AP8="}"# + "\n")
    #expect(
      try store.okit("query", query, "--json").text == #"[{"t":"a,\"b","n":1.5,"none":null,"bytes":"AP8="}]"# + "\n")
    #expect(
      try store.okit("query", query, "--markdown").text
        == "| t | n | none | bytes |\n| --- | ---: | ---: | --- |\n| a,\"b | 1.5 |  | AP8= |\n")
    #expect(try store.okit("query", "SELECT 1 WHERE 0").errors == "no rows\n")
  }

  @Test func datesHaveTheOrderOfTheirTimes() throws {
    let store = try Store(books: 4)
    let dates = [
      "2026-01-31T08:30:00Z", "2026-01-31T08:30:00.5Z", "2026-01-31T08:30:00.25Z", "2026-01-31T08:29:59.999Z",
    ]
    for (number, date) in dates.enumerated() { try store.okit("set", "books[\(number)]/added", date) }
    func ids(_ rest: String) throws -> [String] {
      Array(try store.okit("query", "SELECT id FROM Book \(rest)", "--tsv").lines.dropFirst())
    }
    #expect(try ids("ORDER BY added") == ["B3", "B0", "B2", "B1"])
    #expect(try ids("WHERE added >= '2026-01-31T08:30:00Z' ORDER BY id") == ["B0", "B1", "B2"])
    #expect(try ids("WHERE added = '2026-01-31T08:30:00'") == ["B0"])
    #expect(try ids("WHERE added < '2026-01-31T08:30:00.25Z' ORDER BY id") == ["B0", "B3"])
    #expect(
      try store.okit("query", "SELECT max(added) AS m FROM Book", "--tsv").lines[1] == "2026-01-31T08:30:00.5Z")
  }

  @Test func lookupsFindWhatASearchFinds() throws {
    let store = try Store(books: 12)
    for id in ["007", "5"] { try store.okit("add", "authors", #"{"id":"\#(id)","name":"Author \#(id)"}"#) }
    try store.okit("set", "books[0]/copies", "7", "books[1]/copies", "5")
    let file = store.machine.path("store.db")
    try store.okit("export", "--format", "sqlite", "-o", file)
    for condition in [
      "a.id = b.copies", "a.id = b.author", "a.id IN (SELECT copies FROM Book)", "a.id = CAST(b.copies AS INTEGER)",
      "a.id = b.copies + 0.0", "a.id = b.author OR a.id = '5'", "a.id = NULL", "a.id IS NULL", "a.id = x'35'",
      "a.id IN ('A2', 5)", "a.id = b.author COLLATE NOCASE", "a.parent = 'default:.'", "a.path = 'default:authors[2]'",
    ] {
      let query = "SELECT b.id AS book, a.id AS author FROM Book b LEFT JOIN Author a ON \(condition) ORDER BY 1, 2"
      // The file has the same rows in tables of SQLite itself.
      let loaded = try store.machine.run("python3", "-c", TableExportTests.python, file, query).bytes
      #expect(
        try store.machine.run("jq", "-c", ".", input: store.okit("query", query, "--json").bytes).text
          == store.machine.run("jq", "-c", ".", input: loaded).text, "\(condition)")
    }
  }

  @Test func namesThatAreWordsOfSQLAreQuoted() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.makeFolder(machine.path("w/okit/model"))
    try machine.write(
      """
      class Shop: Model, Codable { var id: String!; var orders: [Order] = []; var trees: [Tree] = [] }
      class Order: ModelEntity, Codable { var id: String!; var group: String = "" }
      class Tree: ModelEntity, Codable { var id: String!; var branch: Branch?; var trees: [Tree] = [] }
      struct Branch: Codable { var length: Int = 0; var branches: [Branch] = []; var longest: Leaf? }
      struct Leaf: Codable { var branch: [Branch]? }
      func start() { Model.register(Shop.self) }
      """, "w/okit/model/Shop.swift")
    try Files.write(
      #"{"id":"S","orders":[{"id":"o","group":"g"}],"trees":[{"id":"t","branch":{"length":3,"branches":[{"length":1,"branches":[]}]},"trees":[{"id":"u","trees":[]}]}]}"#,
      to: machine.path("w/okit/data/default.json"))
    func okit(_ query: String, status: Int32 = 0) throws -> Output {
      try machine.okit("-C", machine.path("w"), "query", query, "--tsv", status: status)
    }
    #expect(try okit("SELECT * FROM Order", status: 64).errors.contains(#"write the name as "Order""#))
    #expect(try okit(#"SELECT "group" FROM "Order""#).lines == ["group", "g"])
    // Classes that contain themselves.
    #expect(try okit("SELECT a.id, b.id AS inner FROM Tree a JOIN Tree b ON b.parent = a.path").lines[1] == "t\tu")
    #expect(try okit("SELECT branch_length, branch_branches ->> '$[0].length' AS b FROM Tree").lines[1] == "3\t1")
  }

  @Test func aTableOfALockedModelIsNotEmpty() throws {
    let shop = try Bookshop(
      Machine(), data: Fixture.data, definitions: Fixture.definitions, key: Fixture.key)
    let keyless = ["XDG_CONFIG_HOME": "/nonexistent"]
    let both = "SELECT (SELECT count(*) FROM Book) AS b, (SELECT count(*) FROM Directory) AS d"
    let books = try shop.okit("get", "books.@count").line
    #expect(try shop.okit("query", both, "--tsv").lines[1] == "\(books)\t1")
    #expect(
      try shop.okit("query", both, status: 77, with: keyless).errors
        .contains("cannot find the rows of Book in the readable models, and cannot open 'default'"))
    #expect(try shop.okit("query", "SELECT count(*) AS d FROM Directory", "--tsv", with: keyless).lines[1] == "1")
    // Partials are rows with the stand-in as their parent.
    let partials = #"SELECT g.name, p.path FROM "Group" g JOIN GroupPartial p ON g.parent = p.path ORDER BY p.path"#
    #expect(
      try shop.okit("query", partials, "--tsv").lines.dropFirst().map { $0.split(separator: "\t")[1] }
        == (0..<(Int(shop.okit("get", "directory:groups.@count").line) ?? 0)).map { "directory:groups[\($0)]" })
  }

  @Test func aMissingFileOfAPartialIsNoticed() throws {
    let shop = try Bookshop()
    try shop.define()
    let file = try #require(Files.names(in: shop.root + "/okit/data/directory").first)
    try Files.remove(shop.root + "/okit/data/directory/" + file)
    let output = try shop.okit("query", #"SELECT count(*) FROM "Group""#, "--tsv")
    #expect(output.lines[1] == "2")
    #expect(output.errors.contains("warning: the file of the partial 'directory:groups["))
    // No other table lacks rows.
    #expect(try shop.okit("query", "SELECT count(*) FROM GroupPartial", "--tsv").errors == "")
  }

  @Test func thePastIsReadLikeThePresent() throws {
    let store = try Store(.age, books: 4)
    try store.okit("backup", "create", "b", "-r", store.recipient)
    try store.okit("remove", "books[*]", "--all")
    #expect(try store.okit("query", "SELECT count(*) FROM Book", "--tsv").lines[1] == "0")
    #expect(try store.okit("query", "SELECT count(*) FROM Book", "--tsv", "--at", "b").lines[1] == "4")
  }

  @Test func aLockedModelIsNotSilentlyEmpty() throws {
    let store = try Store(.age, books: 4)
    let output = try store.okit(
      "query", "SELECT count(*) FROM Book", status: 77, with: ["XDG_CONFIG_HOME": "/nonexistent"])
    #expect(output.errors.contains("cannot open 'default'"))
    #expect(
      try store.okit("query", "SELECT 1 AS one", "--tsv", with: ["XDG_CONFIG_HOME": "/nonexistent"]).text == "one\n1\n")
  }

  @Test func withoutDefinitionsTablesFollowTheData() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(
      #"{"id":"S","cars":[{"id":"c1","name":"Fiat","doors":3,"maker":{"id":"r","refKey":"m"}},{"id":"c2","name":"Audi","maker":{"id":"s","refKey":""}}],"makers":[{"id":"m","name":"F"}]}"#,
      to: machine.path("w/okit/data/default.json"))
    #expect(
      try machine.okit(
        "-C", machine.path("w"), "query",
        "SELECT c.name, c.doors, m.name AS maker FROM Car c LEFT JOIN Maker m ON m.id = c.maker ORDER BY 1", "--csv"
      ).text == "name,doors,maker\nAudi,,\nFiat,3,F\n")
  }

  @Test func longDecimalsWithoutDefinitionsAreExact() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(
      #"{"id":"S","parts":[{"id":"a","size":12345678901234567890.25},{"id":"b","size":9},{"id":"c","size":0.1}]}"#,
      to: machine.path("w/okit/data/default.json"))
    #expect(
      try machine.okit(
        "-C", machine.path("w"), "query", "SELECT id, size FROM Part WHERE size > 1 ORDER BY size", "--csv"
      )
      .text == "id,size\nb,9\na,12345678901234567890.25\n")
  }

  /// SQLite keeps names that begin with sqlite_ for its own tables.
  @Test func tablesWithReservedNamesGetAPrefix() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(#"{"id":"S","sqlite_seq":[{"id":"c1"}]}"#, to: machine.path("w/okit/data/default.json"))
    let classes = """
      class Shop: Model, Codable { var id: String!; var sqlite_seq: [sqlite_seq] = [] }
      class sqlite_seq: ModelEntity, Codable { var id: String! }
      func start() { Model.register(Shop.self) }
      """
    try Files.makeFolder(machine.path("w/okit/model"))
    try Files.write(classes, to: machine.path("w/okit/model/Shop.swift"))
    #expect(
      try machine.okit("-C", machine.path("w"), "query", "SELECT id FROM okit_sqlite_seq", "--tsv").text == "id\nc1\n")
    try machine.okit("-C", machine.path("w"), "export", "--format", "sqlite", "-o", machine.path("x.db"))
    let select = [TableExportTests.python, machine.path("x.db"), "SELECT id FROM okit_sqlite_seq"]
    #expect(try machine.run("python3", "-c", select[0], select[1], select[2]).text == #"[{"id": "c1"}]"# + "\n")
  }
}
