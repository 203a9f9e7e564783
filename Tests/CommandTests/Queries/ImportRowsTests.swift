import Foundation
import TestSupport
import Testing

/// `okit import --into` changes the elements of an array as the rows of a table say.
@Suite struct ImportRowsTests {
  /// The stored file of the model, as it is.
  private func stored(_ store: Store) throws -> [UInt8] { try Files.read(store.data + "/default.json") }

  /// The output of jq for the current model.
  private func jq(_ store: Store, _ filter: String) throws -> String {
    try store.machine.run("jq", "-c", filter, input: store.okit("get", ".").bytes).line
  }

  private func steps(_ store: some CommandWorkspace) throws -> Int {
    try store.okit("log", "--json").text.components(separatedBy: "\"step\"").count - 1
  }

  /// Writes rows with Python's csv module: `edit` is a statement that changes the row `r` of the books that okit lists.
  private func rows(_ store: Store, _ edit: String, _ options: String = "") throws -> String {
    let program = """
      import csv, sys
      rows = list(csv.DictReader(open(sys.argv[1], newline='')))
      w = csv.DictWriter(open(sys.argv[2], 'w', newline=''), rows[0].keys()\(options))
      w.writeheader()
      for n, r in enumerate(rows):
          \(edit)
          w.writerow(r)
      """
    let (old, new) = (store.machine.path("old.csv"), store.machine.path("new.csv"))
    try Files.write(store.okit("list", "books", "--csv").bytes, to: old)
    try store.machine.run("python3", "-c", program, old, new)
    return new
  }

  // MARK: - Quotes

  @Test func aTextInQuotesThatCanBeMeantOtherwiseIsAWarning() throws {
    let store = try Store(books: 3)
    let rows = "id\tname\nB0\tplain\nB1\t\"Dune\"\nB2\t\"Ubik\"\n"
    let output = try store.okit("import", "-", "--into", "books", "--key", "id", input: Array(rows.utf8))
    #expect(
      output.errors.hasPrefix(
        "okit: warning: standard input:3:4: '\"Dune\"' is stored with its quotes; "
          + "if the quotes only enclose the text, put the headings in quotes, too\n"), "\(output.errors)")
    #expect(output.errors.components(separatedBy: "quotes, too").count == 2)
    #expect(try jq(store, ".books[1:]|map(.name)") == #"["\"Dune\"","\"Ubik\""]"#)
    // okit writes such texts so that they are not taken for others.
    let list = try store.okit("list", "books", "-c", "id", "-c", "name", "--tsv").bytes
    #expect(String(decoding: list, as: UTF8.self).contains("B1\t\\\"Dune\"\n"))
    let again = try store.okit("import", "-", "--into", "books", "--key", "id", input: list)
    #expect(again.errors == "nothing to change, 3 unchanged\n")
  }

  @Test func aKeyInQuotesIsRefused() throws {
    let store = try Store(books: 3)
    let before = try stored(store)
    let rows = "id\tname\n\"B1\"\tDune\n"
    let output = try store.okit("import", "-", "--into", "books", "--key", "id", status: 65, input: Array(rows.utf8))
    #expect(output.errors.contains("standard input:2:1: the key '\"B1\"' has quotes around it\n"), "\(output.errors)")
    #expect(output.errors.contains("put the headings in quotes"))
    #expect(try stored(store) == before)
    let quoted = "\"id\"\t\"name\"\n\"B1\"\t\"Dune\"\n"
    try store.okit("import", "-", "--into", "books", "--key", "id", input: Array(quoted.utf8))
    #expect(try jq(store, ".books[1].name") == "\"Dune\"")
  }

  // MARK: - Round trips

  @Test(arguments: Store.Form.present, ["--csv", "--tsv", "--json"])
  func whatWasListedChangesNothing(_ form: Store.Form, _ format: String) throws {
    let store = try Store(form)
    let (bytes, count) = (try stored(store), try steps(store))
    for columns in [[], ["id", "author", "author/refKey", "tags", "stock", "stock/shelf", "stock/row", "added"]] {
      let list = try store.okit(["list", "books", format] + columns.flatMap { ["-c", $0] }).bytes
      let output = try store.okit("import", "-", "--into", "books", "--key", "id", input: list)
      #expect(output.errors == "nothing to change, 40 unchanged\n")
      #expect(output.bytes == [])
    }
    #expect(try stored(store) == bytes)
    #expect(try steps(store) == count)
  }

  @Test(arguments: FormedShop.Form.allCases) func allArraysOfTheBookshopComeBack(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let (before, count) = (try FileTree(shop.data), try steps(shop))
    let arrays = [
      "books", "genres", "authors", "directory:authors", "directory:groups", "directory:groups[0]/group/authors",
    ]
    for (array, key) in arrays.map({ ($0, "id") }) + [("books[0]/dates", "date"), ("settings:timeouts", "id")] {
      for format in ["--csv", "--tsv", "--json"] {
        let list = try shop.okit("list", array, format).bytes
        let output = try shop.okit("import", "-", "--into", array, "--key", key, input: list)
        #expect(output.errors.hasPrefix("nothing to change, "), "\(array) \(format): \(output.errors)")
      }
    }
    #expect(try FileTree(shop.data).differences(from: before) == [])
    #expect(try steps(shop) == count)
  }

  // MARK: - Changes

  @Test func aColumnThatStaysDoesNotUndoAnotherOne() throws {
    let store = try Store(books: 3)
    try store.okit("set", "books[0]/author/refKey", "A1", "books[0]/stock/row", "1")
    let list = try store.okit(
      "list", "books", "-c", "id", "-c", "author/refKey", "-c", "author", "-c", "stock/row", "-c", "stock", "--json"
    ).bytes
    let edited = try store.machine.run(
      "jq", "-c", #".[0]["author/refKey"]="A2"|.[0]["stock/row"]=7"#, input: list
    ).bytes
    let output = try store.okit("import", "-", "--into", "books", "--key", "id", input: edited)
    #expect(output.errors == "changed 1, 2 unchanged\n")
    #expect(try jq(store, "[.books[0]|.author.refKey,.stock.row]") == #"["A2",7]"#)
    let both = try store.machine.run(
      "jq", "-c", #".[0]["stock/row"]=8|.[0].stock.row=9"#, input: edited
    ).bytes
    let refused = try store.okit("import", "-", "--into", "books", "--key", "id", status: 65, input: both)
    #expect(refused.errors.contains("'stock' and 'stock/row' change the same value"))
    #expect(try jq(store, ".books[0].stock.row") == "7")
  }

  @Test func oneValueHasOneColumn() throws {
    let store = try Store(books: 3)
    let rows = Array("id,stock/row,stock.row\nB0,1,2\n".utf8)
    #expect(
      try store.okit("import", "-", "--into", "books", "--key", "id", status: 64, input: rows).errors
        .contains("have the same binding"))
    // The key can be written in another way than the heading.
    let one = Array("stock.row,name\n99,New\n".utf8)
    try store.okit("import", "-", "--into", "books", "--key", "stock/row", input: one)
    #expect(try jq(store, ".books[3]|[.name,.stock.row]") == #"["New",99]"#)
  }

  @Test func elementsThatNoRowCanNameAreNotRemoved() throws {
    let store = try Store(books: 4)
    try store.okit("set", "books[1]/comment", "--type", "null")
    for number in [0, 2, 3] { try store.okit("set", "books[\(number)]/comment", "c\(number)") }
    let bytes = try stored(store)
    func refused(_ key: String, _ rows: String, _ status: Int32) throws -> String {
      try store.okit(
        "import", "-", "--into", "books", "--key", key, "--delete-missing", "--yes", status: status,
        input: Array(rows.utf8)
      ).errors
    }
    #expect(try refused("comment", "comment\nc0\n", 65).contains("1 of the elements have no 'comment'"))
    #expect(try refused("id", "id,name\n", 64).contains("has no rows"))
    #expect(try refused("id", "[]", 64).contains("has no rows"))
    #expect(try stored(store) == bytes)
  }

  @Test func aStandInAndItsNewPartialShareTheirValues() throws {
    let shop = try Bookshop(Machine(), data: Fixture.data, definitions: Fixture.definitions, key: Fixture.key)
    let count = try shop.okit("get", "directory:groups.@count").line
    func add(_ rows: String, _ status: Int32 = 0) throws -> Output {
      try shop.okit(
        "import", "-", "--into", "directory:groups", "--key", "id", status: status, input: Array(rows.utf8))
    }
    #expect(
      try add("id,name,group/name\n,X,Y\n", 65).errors.contains("'name' differs in the GroupPartial and its 'group'"))
    #expect(try shop.okit("get", "directory:groups.@count").line == count)
    #expect(try add("id,name,group/name,group/color\n,X,X,#123456\n").errors.hasPrefix("added 1"))
    #expect(
      try shop.okit("get", "directory:groups[-1]/group/color", "directory:groups[-1]/color").lines == [
        "#123456", "#123456",
      ])
  }

  @Test func anEmptyArrayOfJSONChangesNothing() throws {
    let store = try Store(books: 2)
    #expect(
      try store.okit("import", "-", "--into", "books", "--key", "id", input: Array("[]".utf8)).errors
        .hasPrefix("nothing to change"))
  }

  @Test(arguments: ["1e-9223372036854775808", "1e9223372036854775807", "0e99999999999999999999", "-0"])
  func numbersOfAnySizeAreKeys(_ number: String) throws {
    let store = try Store(books: 2)
    let rows = Array(#"{"price":\#(number),"name":"Odd"}"#.utf8)
    // Those with a large exponent are no Double.
    let isDouble = number.hasPrefix("0") || number.hasPrefix("-")
    let output = try store.okit(
      "import", "-", "--into", "books", "--key", "price", "-n", status: isDouble ? 0 : 65, input: rows)
    #expect(isDouble ? output.text.contains("Odd") : output.errors.contains("invalid value for 'price'"))
  }

  @Test func aMatchIsNoElementOfTheArrayItself() throws {
    let store = try Store(books: 2)
    try store.okit("set", "--all", "books[*]/author/refKey", "", "books[*]/name", "Author X")
    let rows = Array("id,author\nB0,Author X\n".utf8)
    #expect(
      try store.okit(
        "import", "-", "--into", "books", "--key", "id", "--match", "author=name", status: 65, input: rows
      ).errors.contains("no entity has the name 'Author X'"))
  }

  @Test(arguments: Store.Form.present) func rowsOfPythonChangeOnlyTheirValues(_ form: Store.Form) throws {
    let store = try Store(form)
    try store.okit("set", "books[1]/price", "1e1")
    let model = try store.okit("get", ".").bytes
    // Python does not distinguish an empty text from an absent one.
    let changed = try store.machine.run(
      "jq", "-c", "[.books|to_entries[]|select(.key%3==0 or .value.comment==\"\")]|length", input: model
    ).line
    let expected = try store.machine.run(
      "jq", "-c",
      #".books|to_entries|map(if .key%3==0 then .value+{price:(.value.price+1),name:"a \"b\", c\nd",comment:"Ü"} elif .value.comment=="" then .value|del(.comment) else .value end)|map(.price|=.+0)"#,
      input: model
    ).line
    let file = try rows(
      store, "if n % 3 == 0: r.update(price=repr(float(r['price']) + 1), name='a \"b\", c\\nd', comment='Ü')")
    let count = try steps(store)
    let output = try store.okit("import", file, "--into", "books", "--key", "id")
    #expect(output.errors == "changed \(changed), \(40 - (Int(changed) ?? 0)) unchanged\n")
    #expect(try jq(store, ".books|map(.price|=.+0)") == expected)
    #expect(try steps(store) == count + 1)
    // Numbers of unchanged rows keep their spelling.
    #expect(try store.okit("get", ".").text.contains("\"price\":1e1"))
    try store.okit("undo")
    #expect(try store.okit("get", ".").bytes == model)
  }

  @Test(arguments: [
    "iconv -f utf-8 -t utf-16", "iconv -f utf-8 -t utf-16le", "iconv -f utf-8 -t utf-16be", "sed 's/$/\\r/'",
    "sed '1s/^/\\xef\\xbb\\xbf/'",
  ]) func encodingsAndLineEndsAreRead(_ filter: String) throws {
    let store = try Store(books: 6)
    let file = try rows(store, "r.update(name='Größe; 海 %d' % n, copies=n)", ", delimiter=';', lineterminator='\\n'")
    let converted = store.machine.path("converted.txt")
    try store.machine.shell("\(filter) <\"$file\" >\"$new\"", with: ["file": file, "new": converted])
    try store.okit("import", converted, "--into", "books", "--key", "id")
    #expect(try jq(store, "[.books[]|[.name,.copies]]") == jqRows(6) { "[\"Größe; 海 \($0)\",\($0)]" })
  }

  private func jqRows(_ count: Int, _ row: (Int) -> String) -> String {
    "[\((0..<count).map(row).joined(separator: ","))]"
  }

  @Test(arguments: Store.Form.present) func unknownKeysAreAdded(_ form: Store.Form) throws {
    let store = try Store(form, books: 2)
    let file = try store.machine.write(
      "id,name,stock/row,tags,price\nB1,x,,,\nNEW,y,3,\"[\"\"t\"\"]\",1.25\n,z,,,\n,,,,\n", "new.csv")
    try store.okit("set", "books[1]/name", "x")
    let price = try jq(store, ".books[1].price")
    // The price cannot be cleared.
    let refused = try store.okit("import", file, "--into", "books", "--key", "id", status: 65)
    #expect(refused.errors.contains("new.csv:2:6: 'stock/row' needs a value of type Int"), "\(refused.errors)")
    try Files.write(Files.text(file).replacingOccurrences(of: "B1,x,,,\n", with: "B1,x,0,[],\(price)\n"), to: file)
    let output = try store.okit("import", file, "--into", "books", "--key", "id", "--json").text
    #expect(
      try jq(store, ".books[2]|[.id,.name,.stock.row,.tags,.price,.kind,.copies,.marked]")
        == #"["NEW","y",3,["t"],1.25,"0",0,false]"#)
    #expect(try jq(store, ".books[3]|[.name,.stock.row,.tags,.price]") == #"["z",0,[],0]"#)
    let id = try jq(store, ".books[3].id")
    #expect(id.count == 38 && output.contains(id))
    #expect(try jq(store, ".books|length") == "4")
    // Now the last row has an element, which needs a number.
    let again = try store.okit("import", file, "--into", "books", "--key", "name", status: 65)
    #expect(again.errors.contains("new.csv:4:4: 'stock/row' needs a value of type Int"), "\(again.errors)")
  }

  @Test func keysAreComparedByValue() throws {
    let store = try Store(books: 3)
    for (number, price) in ["12.50", "1e1", "0.1"].enumerated() {
      try store.okit("set", "books[\(number)]/price", price, "books[\(number)]/kind", "\(number)")
    }
    let file = try store.machine.write("price,copies\n12.5,7\n10.0,8\n0.10,9\n", "prices.csv")
    try store.okit("import", file, "--into", "books", "--key", "price")
    #expect(try jq(store, "[.books[].copies]") == "[7,8,9]")
    try store.machine.write("kind,copies\naudio,1\n0,2\nhardcover,3\n", "kinds.csv")
    try store.okit("import", store.machine.path("kinds.csv"), "--into", "books", "--key", "kind")
    #expect(try jq(store, "[.books[].copies]") == "[2,3,1]")
    // A computed key finds elements, too.
    try store.okit("set", "books[0]/name", "one", "books[1]/name", "two", "books[2]/name", "three")
    let upper = Array("name/upper,copies\nTHREE,5\n".utf8)
    try store.okit("import", "-", "--into", "books", "--key", "name/upper", input: upper)
    #expect(try jq(store, "[.books[].copies]") == "[2,3,5]")
  }

  @Test func emptyFieldsRemoveOptionalValues() throws {
    let store = try Store(books: 3)
    try store.okit("set", "books[0]/comment", "a", "books[1]/comment", "b", "books[2]/comment", "c")
    try store.okit(
      "import", "-", "--into", "books", "--key", "id", input: Array("id,comment,name\nB0,,\"\"\nB1,\"\",x\n".utf8))
    #expect(try jq(store, "[.books[]|.comment]") == #"[null,"","c"]"#)
    #expect(try jq(store, ".books[0]|has(\"comment\")") == "false")
    #expect(try jq(store, "[.books[:2][]|.name]") == #"["","x"]"#)
    // In TSV, both are empty fields.
    try store.okit(
      "import", "-", "--into", "books", "--key", "id", input: Array("id\tcomment\tname\nB1\t\t\nB2\t\\t\tz\n".utf8))
    #expect(try jq(store, "[.books[]|[.comment,.name]]") == #"[[null,""],["",""],["\t","z"]]"#)
    // In JSON, a missing member says nothing.
    let lines = "{\"id\":\"B1\",\"comment\":null}\n{\"id\":\"B2\",\"name\":\"y\"}\n"
    try store.okit("import", "-", "--into", "books", "--key", "id", input: Array(lines.utf8))
    #expect(try jq(store, "[.books[1:][]|[.comment,.name]]") == #"[[null,""],["\t","y"]]"#)
  }

  @Test(arguments: Store.Form.present) func referencesAreFoundByAValueOfTheirTarget(_ form: Store.Form) throws {
    let store = try Store(form, books: 3)
    func `import`(_ text: String, _ match: String, status: Int32 = 0) throws -> String {
      try store.okit(
        "import", "-", "--into", "books", "--key", "id", "--map", "Writer=author", "--map", "Notes=", "--match", match,
        status: status, input: Array("id,Writer,Notes\n\(text)".utf8)
      ).errors
    }
    let ids = try jq(store, "[.books[].author.id]")
    _ = try `import`("B0,Author 3,x\nB1,,y\nNEW,Author 5,\n", "author=name")
    #expect(try jq(store, "[.books[]|.author.refKey]|[.[0],.[1],.[3]]") == #"["A3","","A5"]"#)
    #expect(try jq(store, "[.books[:3][].author.id]") == ids)
    #expect(try `import`("B0,Author 3,\n", "author=name").contains("nothing to change"))
    #expect(
      try `import`("B0,Author 9,\n", "author=name", status: 65).contains(
        "standard input:2:4: no entity has the name 'Author 9'"))
    try store.okit("set", "authors[4]/name", "Author 3")
    #expect(
      try `import`("B0,Author 3,\n", "author=name", status: 65).contains(
        "2:4: 2 entities have the name 'Author 3': 'A3' and 1 more"))
    _ = try `import`("B2,Author 7,\n", "author=authors[id>A4]/name")
    #expect(try jq(store, ".books[2].author.refKey") == "\"A7\"")
    // Without a match, the column has ids.
    let errors = try store.okit(
      "import", "-", "--into", "books", "--key", "id", status: 65, input: Array("id,author\nB0,A1\nB1,A99\n".utf8)
    ).errors
    #expect(errors.contains("3:4: no entity has the id 'A99'"))
    try store.okit("import", "-", "--into", "books", "--key", "id", input: Array("id,author\nB0,A1\n".utf8))
    #expect(try jq(store, ".books[0].author.refKey") == "\"A1\"")
  }

  @Test func referencesAreFoundByDatesAndRawValuesOfTheirTarget() throws {
    let store = try Store(books: 6)
    try store.okit("model", "show", "default")
    try store.okit(
      "set", "books[0]/added", "2020-05-01", "books[0]/kind", "audio", "books[1]/kind", "paperback", "books[2]/kind",
      "paperback")
    for number in 1..<6 { try store.okit("set", "books[\(number)]/added", "2021-0\(number)-01") }
    try store.okit("set", "books[3]/kind", "hardcover", "books[4]/kind", "paperback", "books[5]/kind", "paperback")
    // Any entity can be referred to.
    func matched(_ value: String, _ binding: String) throws -> String {
      let text = Array("id,author\nB5,\(value)\n".utf8)
      try store.okit(
        "import", "-", "--into", "books", "--key", "id", "--match", "author=books[*]/\(binding)", input: text)
      return try jq(store, ".books[5].author.refKey")
    }
    #expect(try matched("2020-05-01", "added") == "\"B0\"")
    #expect(try matched("2021-03-01T00:00:00Z", "added") == "\"B3\"")
    #expect(try matched("audio", "kind") == "\"B0\"")
    #expect(try matched("1", "kind") == "\"B3\"")
  }

  @Test func hintsNameOnlyOptionsOfTheCommand() throws {
    let store = try Store(books: 2)
    let errors = try store.okit(
      "import", "-", "--into", "books", "--key", "id", status: 65, input: Array("id,added\nB0,2024\n".utf8)
    ).errors
    #expect(errors.contains("write a day as 2026-01-31") && !errors.contains("--type"))
  }

  @Test func aMissingTableIsNotFound() throws {
    let store = try Store(books: 2)
    let errors = try store.okit("import", "gone.csv", "--into", "books", "--key", "id", status: 66).errors
    #expect(errors.contains("no such file: gone.csv"))
    #expect(try store.okit("import", "gone.zip", status: 66).errors.contains("no such file or folder"))
  }

  @Test func missingElementsAreRemovedOnlyWithYes() throws {
    let store = try Store(books: 8)
    let file = try rows(store, "if n % 2: continue")
    let words = ["import", file, "--into", "books", "--key", "id", "--delete-missing"]
    let before = try stored(store)
    let refused = try store.okit(words, status: 64)
    #expect(refused.errors.contains("use --yes to remove the elements of 'books' that \(file) does not contain"))
    let terminal = try Terminal(store.machine, ["okit"] + words, in: store.root)
    try terminal.answer(("? [y/N] ", "n"))
    #expect(try terminal.end() == .status(1))
    #expect(try stored(store) == before)
    let output = try store.okit(words + ["--yes"])
    #expect(output.errors.contains("removed 4, "))
    #expect(try jq(store, "[.books[].id]") == jqRows(4) { "\"B\($0 * 2)\"" })
    #expect(!Files.exists(store.backups))
    try store.okit("undo")
    try store.okit(
      "import", "-", "--into", "books", "--key", "id", "--delete-missing", "--yes", input: Array("id\nB3\n".utf8))
    #expect(try store.backupNames.count == 1, "a backup is made before more than ten entities are removed")
    #expect(try jq(store, "[.books[].id]") == #"["B3"]"#)
  }

  @Test func referencedElementsAreNotRemoved() throws {
    let store = try Store(books: 20)
    let output = try store.okit(
      "import", "-", "--into", "authors", "--key", "id", "--delete-missing", "--yes", status: 64,
      input: Array("id\nA0\n".utf8))
    #expect(output.errors.contains("still referenced"))
  }

  // MARK: - Dry runs

  @Test(arguments: Store.Form.present) func aDryRunShowsATable(_ form: Store.Form) throws {
    let store = try Store(form, books: 3)
    try store.okit(
      "set", "books[0]/price", "9.25", "books[0]/kind", "audio", "books[1]/name", "x", "books[2]/name", "gone")
    try store.okit("set", "books[0]/name", "Dune", "books[1]/price", "1.0", "books[1]/kind", "paperback")
    let text = Array("id,name,price,kind\nB0,Dune,10,paperback\nB1,x,1,0\nNEW,Emma,,audio\n".utf8)
    let words = ["import", "-", "--into", "books", "--key", "id", "--delete-missing", "-n"]
    let before = try FileTree(store.root)
    let output = try store.machine.okit(words, input: text, in: store.root)
    let lines = output.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines[0] == "LINE CHANGE KEY COLUMN OLD NEW")
    #expect(lines[1...2] == ["2 change B0 price 9.25 10", "2 change B0 kind audio paperback"])
    #expect(lines[3] == #"4 add NEW {"id":"NEW","name":"Emma","kind":"2"}"#)
    #expect(lines[4].hasPrefix(#"remove B2 {"id":"B2","name":"gone""#))
    #expect(output.errors == "would have added 1, changed 1, removed 1, 1 unchanged\n")
    let json = try store.machine.okit(words + ["--json"], input: text, in: store.root).bytes
    #expect(
      try store.machine.run(
        "jq", "-c", "[.added,.changed,.removed,.unchanged,.dryRun],(.changes[]|[.action,.line,.key,.id,.column])",
        input: json
      ).lines
        == [
          "[1,1,1,1,true]", #"["change",2,"B0","B0","price"]"#, #"["change",2,"B0","B0","kind"]"#,
          #"["add",4,"NEW","NEW",null]"#, #"["remove",null,"B2","B2",null]"#,
        ])
    #expect(
      try store.machine.run("jq", "-c", "[.changes[0,1]|[.old,.new]],[.changes[2,3]|[.old.id,.new.id]]", input: json)
        .lines
        == [#"[[9.25,10],["2","0"]]"#, #"[[null,"NEW"],["B2",null]]"#])
    #expect(try FileTree(store.root).differences(from: before) == [])
  }

  // MARK: - Partials

  @Test(arguments: FormedShop.Form.allCases) func partialsFollow(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let id = try shop.okit("get", "directory:groups[0]/id").line
    let input = Array("id,name,group/status\n\(id),Renamed,closed\n,Fresh,open\n".utf8)
    try shop.okit("import", "-", "--into", "directory:groups", "--key", "id", input: input)
    #expect(
      try shop.okit(
        "get", "directory:groups[0]/name", "directory:groups[0]/group/name", "directory:groups[0]/group/status"
      ).lines
        == ["Renamed", "Renamed", "closed"])
    #expect(
      try shop.okit("get", "directory:groups[-1]/group/name", "directory:groups[-1]/group/status").lines == [
        "Fresh", "open",
      ])
    #expect(try shop.okit("check").text == "")
    try shop.okit(
      "import", "-", "--into", "directory:groups", "--key", "id", "--delete-missing", "--yes",
      input: Array("id\n\(id)\n".utf8))
    #expect(try shop.okit("check").text == "")
    #expect(try Files.names(in: shop.data + "/directory").contains("\(id).json"))
  }

  @Test func anAbsentArrayIsCreated() throws {
    let machine = try Machine()
    let root = try machine.workspace(
      """
      class Shop: Model { var id: String!; var people: [Person]? }
      class Person: ModelEntity, Codable { var id: String!; var name = "" }
      func start() { Model.register(Shop.self, name: "shop") }
      """, ["shop": #"{"id":"S"}"#])
    let words = ["import", "-", "--into", "people", "--key", "name"]
    try machine.okit(words, input: Array("name\n".utf8), in: root)
    #expect(try machine.okit("get", ".", in: root).line == #"{"id":"S"}"#)
    try machine.okit(words, input: Array("name\nAnn\n".utf8), in: root)
    #expect(try machine.okit("get", "people[*]/name", in: root).line == "Ann")
  }

  @Test func casesAreNamesInCSVAndRawValuesInJSON() throws {
    let machine = try Machine()
    let root = try machine.workspace(
      """
      class Shop: Model { var id: String!; var people: [Person] = [] }
      enum Side: String, Codable { case left = "right"; case right = "left" }
      class Person: ModelEntity, Codable { var id: String!; var side = Side.left; var born: Date? }
      func start() { Model.register(Shop.self, name: "shop") }
      """, ["shop": #"{"id":"S","people":[{"id":"P","side":"left"},{"id":"Q","side":"right"}]}"#])
    let words = ["import", "-", "--into", "people", "--key", "id"]
    for format in ["--csv", "--json"] {
      let list = try machine.okit("list", "people", format, in: root).bytes
      #expect(try machine.okit(words, input: list, in: root).errors == "nothing to change, 2 unchanged\n")
    }
    try machine.okit(words, input: Array("{\"id\":\"P\",\"side\":\"right\",\"born\":\"2001-01-02\"}".utf8), in: root)
    try machine.okit(words, input: Array("id,side\nQ,right\n".utf8), in: root)
    #expect(
      try machine.okit("get", "people", in: root).line
        == #"[{"id":"P","side":"right","born":86400},{"id":"Q","side":"left"}]"#)
  }

  /// A list writes the names of properties as they are, also those that would mean something else in a path.
  @Test(arguments: [
    "a/b", "sel,ect", "#h", "%p", "@c", "..", ".", "[0]", "x=y", "{z}", "$d", "f()", "q>1", "a:b", "*",
    "new\nline",
    "name/upper", "a\"b",
  ])
  func listedPropertiesWithAnyNameCanBeImported(_ name: String) throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    let key = try machine.run("jq", "-n", "-c", "--arg", "k", name, "$k").line
    let data = #"{"id":"S","items":[{"id":"A","name":"n",\#(key):"v1"},{"id":"B","name":"m",\#(key):"v2"}]}"#
    let file = machine.path("w/okit/data/default.json")
    try Files.write(data, to: file)
    try machine.okit("-C", machine.path("w"), "init", "-q", machine.path("w"))
    for format in ["--csv", "--tsv", "--json"] {
      let list = try machine.okit("-C", machine.path("w"), "list", "items", format).bytes
      let input = machine.path("list.\(format.dropFirst(2))")
      try Files.write(list, to: input)
      try machine.okit("-C", machine.path("w"), "import", input, "--into", "items", "--key", "id")
      #expect(try Files.text(file) == data, "\(format)")
      try Files.write(String(decoding: list, as: UTF8.self).replacing("v2", with: "v3"), to: input)
      try machine.okit("-C", machine.path("w"), "import", input, "--into", "items", "--key", "id")
      #expect(try Files.text(file) == data.replacing("v2", with: "v3"), "\(format)")
      try Files.write(data, to: file)
    }
  }

  @Test func modelsWithoutClassesAreTypedByTheirValues() throws {
    let shop = try Bookshop()
    try Files.write(
      #"{"things":[{"id":"T","count":1,"code":"007","on":true}],"none":[]}"#, to: shop.data + "/loose.json")
    try shop.okit(
      "import", "-", "--into", "loose:things", "--key", "code",
      input: Array("code,count,on\n007,2,false\n008,3,true\n".utf8))
    #expect(try shop.okit("get", "loose:things[0]").line == #"{"id":"T","count":2,"code":"007","on":false}"#)
    #expect(try shop.okit("get", "loose:things[1]/count", "loose:things[1]/code").lines == ["3", "008"])
    let errors = try shop.okit(
      "import", "-", "--into", "loose:none", "--key", "n", status: 64, input: Array("n\n1\n".utf8)
    ).errors
    #expect(errors.contains("the type of 'n' is unknown"))
    try shop.okit("import", "-", "--into", "loose:none", "--key", "n", input: Array("{\"n\":1,\"t\":\"1\"}\n".utf8))
    #expect(try shop.okit("get", "loose:none[0]").line == #"{"n":1,"t":"1"}"#)
  }

  // MARK: - Errors

  @Test(arguments: [
    ("", 65, "t.csv:1:1: the file is empty"), ("id,\n", 65, "t.csv:1:4: a heading is empty"),
    ("id,id\n", 65, "t.csv:1:4: two columns have the heading 'id'"),
    ("id,nme\n", 66, "t.csv:1:4: Book has no property 'nme'"),
    ("id,Price (EUR)\nB0,b\n", 66, "t.csv:1:4: Book has no property 'Price (EUR)'"),
    ("id,author/ref/name\n", 64, "t.csv:1:4: 'author/ref/name' is a value of another entity"),
    ("id,price/round2\n", 64, "t.csv:1:4: 'price/round2' is computed and cannot be imported"),
    ("name\nA\n", 66, "no column 'id'"), ("id,name\nA,b,c\n", 65, "t.csv:2:5: 3 fields, but there are 2 columns"),
    ("id,name\nA\n", 65, "t.csv:2:2: 1 field, but there are 2 columns"),
    ("id,name\nA,\"b\n", 65, "t.csv:2:3: a quoted field has no closing quote"),
    ("id,name\nA,\"b\"c\n", 65, "t.csv:2:6: text after a closing quote"),
    ("id,name\nA,b\"c\n", 65, "t.csv:2:4: a quote in a field"),
    ("id,name\rA,b\r", 65, "t.csv:1:8: a carriage return without a line feed"),
    ("id,name\nA,\0\n", 65, "t.csv:2:3: a NUL byte"),
    ("id\tname\nA\tb\\x\n", 65, "t.csv:2:4: an unknown escape"), ("id,price\nA,1,5\n", 65, "t.csv:2:5: 3 fields"),
    ("id,price\nA,abc\n", 65, "t.csv:2:3: 'abc' is not a valid number; 'price' is of type Double"),
    ("id,copies\nA,1.5\n", 65, "t.csv:2:3: invalid value for 'copies': 1.5 is not a valid Int"),
    ("id,kind\nA,leather\n", 65, "t.csv:2:3: 'leather' is not a case of Kind"),
    ("id,added\nA,soon\n", 65, "t.csv:2:3: 'soon' is not a valid date"),
    ("id,marked\nA,maybe\n", 65, "t.csv:2:3: 'marked' must be true or false"),
    ("id,name\nA,b\nA,c\n", 65, "t.csv:3:1: the key 'A' is also in line 2"),
    ("id,name\nA1,b\n", 73, "t.csv:2:1: an entity with the id 'A1' already exists"),
    ("id,name\nB0,\n", 65, "t.csv:2:4: 'name' needs a value of type String"),
    ("{\"id\":\n", 65, "t.csv:1:7: invalid JSON"),
    ("[{\"id\":\"A\"},3]\n", 65, "t.csv:1:13: a row must be an object"),
    ("{\"id\":\"A\",\"x\":1}\n", 66, "t.csv:1:11: Book has no property 'x'"),
    ("{\"id\":\"A\",\"name\":[1]}\n", 65, "t.csv:1:18: invalid value for 'name'"),
    ("id,tags\nA,\"[1]\"\n", 65, "t.csv:2:1: invalid value for"),
  ])
  func errorsNameTheLineAndTheColumn(_ text: String, _ status: Int32, _ message: String) throws {
    let store = try Store(books: 2)
    let before = try FileTree(store.root).without { $0 == "okit/.lock" }
    let file = try store.machine.write(text, "t.csv")
    let output = try store.okit("import", file, "--into", "books", "--key", "id", status: status)
    #expect(
      output.errors.replacingOccurrences(of: store.machine.folder + "/", with: "").contains("okit: error: \(message)"),
      "\(output.errors)")
    #expect(output.bytes == [])
    #expect(try FileTree(store.root).without { $0 == "okit/.lock" }.differences(from: before) == [])
  }

  @Test(arguments: [
    (["--into", "books"], 64, "--into needs --key"), (["--key", "id"], 64, "--key needs --into"),
    (["--delete-missing"], 64, "--delete-missing needs --into"), (["--map", "a=b"], 64, "--map needs --into"),
    (["--into", "books", "--key", "id", "--as", "x"], 64, "--as cannot be used with --into"),
    (["--into", "books", "--key", "id", "--replace"], 64, "--replace cannot be used with --into"),
    (["--into", "books", "--key", "id", "--decrypted"], 64, "--decrypted cannot be used with --into"),
    (["--into", "books", "--key", "id", "--map", "Title"], 64, "--map needs HEADING=BINDING"),
    (["--into", "books", "--key", "id", "--map", "a=name", "--map", "a=id"], 64, "--map names the heading 'a' twice"),
    (["--into", "books", "--key", "id", "--match", "author"], 64, "--match needs COLUMN=BINDING"),
    (["--into", "books", "--key", "id", "--map", "Title=name"], 66, "no column 'Title'"),
    (["--into", "books", "--key", "id", "--map", "name=id"], 64, "have the same binding"),
    (["--into", "books", "--key", "id", "--match", "name=id"], 64, "'name' is not a reference"),
    (["--into", "books", "--key", "id", "--match", "author=name"], 66, "no column 'author'"),
    (["--into", "books", "--key", "a["], 64, "'[' without ']'"),
    (["--into", "id", "--key", "id"], 64, "'id' is not an array"),
    (["--into", "books[0]/tags", "--key", "id"], 64, "are not objects"),
    (["--into", "books[*]/tags", "--key", "id"], 64, "matches 2 values"),
    (["--into", "nothing", "--key", "id"], 66, "no property 'nothing'"), ([], 64, "is a table"),
  ])
  func wrongUseIsRefused(_ words: [String], _ status: Int32, _ message: String) throws {
    let store = try Store(books: 2)
    let file = try store.machine.write("id,name\nB0,x\n", "t.csv")
    let output = try store.okit(["import", file] + words, status: status)
    #expect(output.errors.contains(message), "\(output.errors)")
  }

  @Test func aKeyOfSeveralElementsIsAnError() throws {
    let store = try Store(books: 3)
    try store.okit("set", "books[0]/name", "same", "books[1]/name", "same", "books[2]/name", "other")
    let errors = try store.okit(
      "import", "-", "--into", "books", "--key", "name", status: 65, input: Array("name,copies\nother,1\nsame,2\n".utf8)
    ).errors
    #expect(errors.contains("standard input:3:1: several elements have the key 'same'"))
    let empty = try store.okit(
      "import", "-", "--into", "books", "--key", "name", status: 65, input: Array("name,copies\n,1\n".utf8))
    #expect(empty.errors.contains("standard input:2:1: the row has no 'name', which is its key"))
  }

  @Test func aMissingEntityIsAWarningOrAnError() throws {
    let store = try Store(books: 2)
    let input = Array("id,author/refKey\nB0,NOBODY\n".utf8)
    let strict = try store.okit("import", "-", "--into", "books", "--key", "id", "--strict", status: 66, input: input)
    #expect(strict.errors.contains("no entity has the id 'NOBODY': 1 reference in standard input:2"))
    #expect(
      try store.okit("import", "-", "--into", "books", "--key", "id", input: input).errors.contains(
        "warning: no entity has the id 'NOBODY'"))
  }

  @Test func aHeldLockIsReportedAfterTheSourceWasRead() throws {
    let store = try Store(books: 2)
    let file = try store.machine.write("id,copies\nB0,9\n", "t.csv")
    let before = try stored(store)
    let output = try store.machine.shell(
      #"flock okit/.lock "$okit" import "$file" --into books --key id --wait 0"#, status: 75, with: ["file": file],
      in: store.root)
    #expect(output.errors.contains("another okit"), "\(output.errors)")
    #expect(try stored(store) == before)
  }
}
