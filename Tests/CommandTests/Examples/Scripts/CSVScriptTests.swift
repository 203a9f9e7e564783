import TestSupport
import Testing

/// `csv-export` and `csv-edit`: from a model to a table and back.
@Suite struct CSVScriptTests {
  private static let ids = [
    "907A70C3-1012-4037-B64C-E4228C38FB29", "3F98E277-4CBD-47AD-9C90-A9587403E430",
    "9BE4BCFC-49B6-4A08-B2E6-CC3ABABCED20", "13DEEF86-AB10-41D0-B646-E1F40A097C97",
  ]

  private let scene: ExampleScene

  init() throws {
    scene = try ExampleScene()
    scene.usePrograms(of: "scripts")
  }

  private func run(_ words: String..., status: Int32 = 0, input: String = "") throws -> Output {
    let output = try scene.machine.launch(words, Array(input.utf8), [:], scene.shop.root)
    output.check(.status(status), words, #_sourceLocation)
    return output
  }

  private func edit(_ csv: String, status: Int32 = 0) throws -> Output {
    try run("csv-edit", "books[*]", status: status, input: csv)
  }

  /// The rows as Python's csv module reads them, as JSON.
  private func rows(_ csv: [UInt8]) throws -> String {
    let program = """
      import csv, io, json, sys
      print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode(), newline=""), strict=True)), ensure_ascii=False))
      """
    return try scene.machine.run("python3", "-c", program, input: csv, with: ["PYTHONIOENCODING": "utf-8"]).line
  }

  @Test func anyPathCanBeAColumn() throws {
    let output = try run("csv-export", "books[*]", "name", "price", "genre", "comment", "marked", "author/ref/name")
    #expect(
      try rows(output.bytes) == """
        [["id", "name", "price", "genre", "comment", "marked", "author/ref/name"], \
        ["\(Self.ids[0])", "The Dispossessed", "9.99", "SCIENCE_FICTION", "", "true", "Ursula K. Le Guin"], \
        ["\(Self.ids[1])", "Solaris", "8.5", "SCIENCE_FICTION", "Read \\"Summa\\" next\\nline two", "false", "Stanisław Lem"], \
        ["\(Self.ids[2])", "Kafka on the Shore – 海辺のカフカ", "12", "FANTASY", "", "false", "村上春樹"], \
        ["\(Self.ids[3])", "Frankenstein", "5.25", "HORROR", "", "false", "Mary Shelley"]]
        """)
    let some = try run("csv-export", "books[copies=0]", "copies")
    #expect(some.text == "\"id\",\"copies\"\n\"\(Self.ids[2])\",0\n")
  }

  @Test func aWrongPathIsAnErrorWithoutATable() throws {
    let output = try run("csv-export", "books[*]", "prise", status: 66)
    #expect(output.text == "")
    #expect(output.errors.contains("did you mean 'price'?"))
  }

  @Test func exportedCellsChangeNothing() throws {
    let csv = try run(
      "csv-export", "books[*]", "name", "price", "genre", "comment", "marked", "dates", "author/ref/name")
    let before = try scene.shop.tree()
    #expect(try edit(csv.text).errors == "no differences\n")
    #expect(try scene.shop.tree().differences(from: before) == [])
  }

  @Test func changedCellsAreSetInTheirType() throws {
    // As spreadsheets write it: a byte order mark, optional quotes, CR LF, trailing zeros, another order.
    let csv = #"""
      \#u{feff}id,name,price,copies,genre,comment,marked,author/ref/name\#r
      \#(Self.ids[3]),"Frankenstein, or ""The Modern Prometheus""",5.250,8,HORROR,"two
      lines",TRUE,Mary W. Shelley\#r
      \#(Self.ids[0]),The Dispossessed,10,3,FANTASY,007,false,Ursula K. Le Guin\#r

      """#
    #expect(try edit(csv.replacing("TRUE", with: "true")).errors == "set 9 values\n")
    #expect(
      try scene.document(".books[3] | [.name, .price, .copies, .genre.refKey, .comment, .marked] | tojson")
        == #"["Frankenstein, or \"The Modern Prometheus\"",5.25,8,"HORROR","two\nlines",true]"#)
    #expect(
      try scene.document(".books[0] | [.name, .price, .copies, .genre.refKey, .comment, .marked] | tojson")
        == #"["The Dispossessed",10,3,"FANTASY","007",false]"#)
    #expect(try scene.value("books[3]/author/ref/name") == "Mary W. Shelley")
    #expect(try scene.document(".books[1:3][].price") == "8.5\n12")
    try scene.shop.okit("check")
    // An invalid truth value is refused, and with it the whole table.
    #expect(try edit(csv.replacing("10,3", with: "11,3"), status: 65).errors.contains("TRUE"))
    #expect(try scene.document(".books[0].price") == "10")
  }

  @Test func anEmptyCellClearsAValue() throws {
    #expect(try edit("id,comment,name\n\(Self.ids[1]),,Solaris\n\(Self.ids[0]),,\n").errors == "set 2 values\n")
    #expect(try scene.document(".books[0].name, .books[1].comment") == "\n")
  }

  @Test func aDryRunChangesNothing() throws {
    let before = try scene.shop.tree()
    let csv = "id,price\n\(Self.ids[0]),1\n"
    #expect(try run("csv-edit", "-n", "books[*]", input: csv).errors == "would have set @\(Self.ids[0])/price\n")
    #expect(try scene.shop.tree().differences(from: before) == [])
    try scene.write(csv, "books.csv")
    #expect(try run("csv-edit", "books[*]", "books.csv").errors == "set @\(Self.ids[0])/price\n")
    #expect(try scene.document(".books[0].price") == "1")
  }

  @Test(arguments: [
    ("", "id first"), ("name,id\nEmma,1\n", "id first"), ("id,price\n@,1,2\n", "does not have 2 cells"),
    ("id,price\n@,\"1\n", "not closed"), ("id,price\n@,a\"b\"\n", "not valid CSV"),
    ("id,price\nNOBODY,1\n", "no element has the id NOBODY"),
    ("id,price\n@,1\nNOBODY,1\n", "no element has the id NOBODY"), ("id,price\n@,dear\n", "not a valid Double"),
  ]) func aMalformedTableIsRefusedWhole(csv: String, message: String) throws {
    let before = try scene.shop.tree()
    let output = try edit(csv.replacing("@", with: Self.ids[0]), status: 65)
    #expect(output.errors.contains(message))
    #expect(try scene.shop.tree().differences(from: before) == [])
  }

  @Test func anUnknownColumnIsAnError() throws {
    #expect(try edit("id,prise\n\(Self.ids[0]),1\n", status: 66).errors.contains("did you mean 'price'?"))
  }
}
