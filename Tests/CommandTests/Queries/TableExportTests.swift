import Foundation
import TestSupport
import Testing

@Suite struct TableExportTests {
  /// A program that prints the rows of a query on a SQLite file as JSON.
  static let python = """
    import json, sqlite3, sys
    db = sqlite3.connect(sys.argv[1])
    db.row_factory = sqlite3.Row
    print(json.dumps([dict(r) for r in db.execute(sys.argv[2])], ensure_ascii=False))
    """

  private func answer(_ query: String, _ file: String, _ store: Store) throws -> String {
    let rows = try store.machine.run("python3", "-c", Self.python, file, query).bytes
    return try store.machine.run("jq", "-Sc", ".", input: rows).text
  }

  @Test(arguments: Store.Form.present) func aSQLiteFileHasTheRowsOfQueries(_ form: Store.Form) throws {
    let store = try Store(form)
    let file = store.machine.path("store.db")
    let output = try store.okit("export", "--format", "sqlite", "-o", file)
    #expect(output.text == "\(file)\n")
    #expect(output.errors.contains("the data is not encrypted"))
    for query in [
      "SELECT * FROM Book ORDER BY path", "SELECT * FROM Author ORDER BY path", "SELECT * FROM Shop",
      "SELECT * FROM Kind ORDER BY value",
    ] {
      let own = try store.machine.run("jq", "-Sc", ".", input: store.okit("query", query, "--json").bytes).text
      #expect(try answer(query, file, store) == own, "\(query)")
    }
    #expect(try answer("PRAGMA foreign_key_check", file, store) == "[]\n")
    #expect(try answer("PRAGMA integrity_check", file, store) == #"[{"integrity_check":"ok"}]"# + "\n")
    #expect(try Files.mode(file) == 0o600)
  }

  @Test func keysAreDeclaredIfTheDataMeetsThem() throws {
    let store = try Store(books: 12)
    try store.okit("set", "--all", "books[*]/author/refKey", "A1")
    let schema = try store.okit("query", "--schema").text
    #expect(schema.contains("  author TEXT REFERENCES Author (id),\n"))
    #expect(schema.contains("  kind TEXT REFERENCES Kind (value),\n"))
    #expect(schema.contains("  parent TEXT REFERENCES Shop (path),\n"))
    #expect(schema.contains("  id TEXT UNIQUE,\n"))
    // A dangling reference would break the key.
    try store.okit("set", "books[3]/author/refKey", "GONE")
    let file = store.machine.path("store.db")
    try store.okit("export", "--format", "sqlite", "-o", file)
    #expect(try store.okit("query", "--schema").text.contains("  author TEXT,\n"))
    #expect(try answer("PRAGMA foreign_key_check", file, store) == "[]\n")
  }

  @Test func csvFilesAreReadByPython() throws {
    let store = try Store(.age)
    let folder = store.machine.path("tables")
    try store.okit("export", "--format", "csv", "-o", folder)
    #expect(try Files.names(in: folder).sorted() == ["Author.csv", "Book.csv", "Kind.csv", "Shop.csv"])
    let program =
      "import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline=''))), ensure_ascii=False))"
    let rows = try store.machine.run("python3", "-c", program, folder + "/Book.csv").bytes
    let names = try store.machine.run("jq", "-c", "[.[]|[.id,.name,.stock_shelf]]", input: rows).text
    #expect(
      try names == store.machine.run("jq", "-c", "[.books[]|[.id,.name,.stock.shelf]]", store.json).text)
  }

  @Test func aTargetThatExistsIsKept() throws {
    let store = try Store(books: 2)
    let file = store.machine.path("store.db")
    try Files.write("mine", to: file)
    #expect(try store.okit("export", "--format", "sqlite", "-o", file, status: 73).errors.contains("already exists"))
    #expect(try Files.text(file) == "mine")
    #expect(try store.okit("export", "--format", "csv", "-o", file, status: 73).errors.contains("is not a folder"))
    let folder = store.machine.path("folder")
    try Files.makeFolder(folder)
    try store.okit("export", "--format", "csv", "-o", folder)
    #expect(try store.okit("export", "--format", "csv", "-o", folder, status: 73).errors.contains("is not empty"))
    #expect(
      try store.okit("export", "--format", "sqlite", "-o", "okit/data/x.db", status: 64).errors
        .contains("lies in the data folder"))
    #expect(try store.okit("export", "--format", "sqlite", status: 64).errors.contains("--format needs --output"))
    try store.okit("export", "--format", "sqlite", "-o", "new.db", "-n")
    #expect(try !Files.names(in: store.root).contains("new.db"))
  }

  @Test func aWorkspaceWithoutModelsHasNoTables() throws {
    let store = try Store(books: 1)
    let (root, file) = (store.machine.path("empty"), store.machine.path("empty.db"))
    try Files.makeFolder(root + "/okit/data")
    try store.machine.okit("-C", root, "export", "--format", "sqlite", "-o", file)
    #expect(try answer("SELECT count(*) AS n FROM sqlite_master", file, store) == #"[{"n":0}]"# + "\n")
    #expect(try store.machine.okit("-C", root, "query", "--schema").text == "")
  }

  @Test func nothingIsExportedWithoutAKey() throws {
    let store = try Store(.age, books: 2)
    let file = store.machine.path("store.db")
    try store.okit("export", "--format", "sqlite", "-o", file, status: 77, with: ["XDG_CONFIG_HOME": "/nonexistent"])
    #expect(try !Files.names(in: store.machine.folder).contains("store.db"))
    // Without definitions, classes are derived from the data.
    let machine = store.machine
    let root = machine.path("w")
    try Files.makeFolder(root + "/okit/data")
    try Files.write(#"{"id":"A","cars":[{"id":"c","name":"Fiat"}]}"#, to: root + "/okit/data/a.json")
    for (content, status): (String, Int32) in [("age-encryption.org/v1\n-> X25519 x\n", 77), ("{", 65)] {
      try Files.write(content, to: root + "/okit/data/b.json")
      for format in ["sqlite", "csv"] {
        let output = try machine.okit(
          "-C", root, "export", "--format", format, "-o", file, status: status)
        #expect(output.text == "")
        #expect(!Files.exists(file))
      }
    }
  }

  @Test func thePastIsExportedLikeThePresent() throws {
    let store = try Store(.age, books: 4)
    try store.okit("backup", "create", "b", "-r", store.recipient)
    try store.okit("remove", "books[*]", "--all")
    let file = store.machine.path("store.db")
    try store.okit("export", "--format", "sqlite", "-o", file, "--at", "b")
    #expect(try answer("SELECT count(*) AS n FROM Book", file, store) == #"[{"n":4}]"# + "\n")
  }

  @Test func attachmentsAreBlobs() throws {
    let shop = try Bookshop()
    let file = shop.machine.path("shop.db")
    try shop.okit("export", "--format", "sqlite", "-o", file)
    let program = """
      import hashlib, sqlite3, sys
      for path, size, data in sqlite3.connect(sys.argv[1]).execute("SELECT path, size, bytes FROM attachment ORDER BY path"):
        print(path, size == len(data), hashlib.sha256(data).hexdigest())
      """
    let lines = try shop.machine.run("python3", "-c", program, file).lines
    #expect(try lines.count == shop.okit("attachment", "list").lines.count - 1)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let bytes = try shop.okit("attachment", "get", words[0]).bytes
      let sum = try shop.machine.run("sha256sum", input: bytes).text.prefix(64)
      #expect(words[1...] == ["True", String(sum)])
    }
    try Files.remove(shop.data + "/" + Fixture.image)
    let other = shop.machine.path("other.db")
    #expect(
      try shop.okit("export", "--format", "sqlite", "-o", other).errors.contains("is missing; its bytes are NULL"))
  }
}
