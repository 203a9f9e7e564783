import Testing

@testable import SQLite

@Suite struct DatabaseTests {
  /// A table of texts that counts what is asked of it.
  private final class Shelf: VirtualTable {
    let name = "Shelf"
    let columns = [
      VirtualColumn("id", "TEXT", isIndexed: true, isUnique: true), VirtualColumn("title", "TEXT"),
      VirtualColumn("pages", "INTEGER"), VirtualColumn("price", "TEXT COLLATE reversed"),
    ]
    var rows = [("a", "Dune", 600, "9"), ("b", "Ubik", 200, "10"), ("c", "Zorro", 300, "8")]
    var lookups: [String] = []
    var failure: (any Error)?

    var rowCount: Int {
      get throws {
        if let failure { throw failure }
        return rows.count
      }
    }

    func rows(withText text: String, inColumn column: Int) throws -> [Int] {
      lookups.append(text)
      return rows.indices.filter { rows[$0].0 == text }
    }

    func readValue(row: Int, column: Int, into result: ColumnResult) {
      switch column {
      case 0: result.set(rows[row].0)
      case 1: result.set(rows[row].1)
      case 2: result.set(Int64(rows[row].2))
      default: result.set(rows[row].3)
      }
    }
  }

  private struct Stop: Error {}

  private func database(_ table: Shelf, check: @escaping () throws -> Void = {}) throws -> Database {
    let database = try Database(memoryLimit: 1 << 26, checkInterruption: check)
    try database.addCollation("reversed") { left, right in
      left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? 1 : -1
    }
    try database.add(table)
    database.allowOnlyReading()
    return database
  }

  private func rows(_ sql: String, _ database: Database) throws -> [[SQLiteValue]] {
    var rest = 0
    let statement = try #require(try Statement(sql, in: database, rest: &rest))
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.columns.indices.map { statement.value($0) }) }
    return rows
  }

  @Test func aVirtualTableIsReadLikeAnyOther() throws {
    let shelf = Shelf()
    let database = try database(shelf)
    #expect(database.usedTables.isEmpty)
    #expect(
      try rows("SELECT title, pages FROM Shelf WHERE pages > 250 ORDER BY pages", database)
        == [[.text("Zorro"), .integer(300)], [.text("Dune"), .integer(600)]])
    #expect(database.usedTables.map(\.name) == ["Shelf"])
    #expect(
      try rows("SELECT price FROM Shelf ORDER BY price", database) == [[.text("9")], [.text("8")], [.text("10")]])
    #expect(shelf.lookups == [])
  }

  @Test func equalityInAnIndexedColumnIsALookup() throws {
    let shelf = Shelf()
    let database = try database(shelf)
    #expect(try rows("SELECT title FROM Shelf WHERE id = 'b'", database) == [[.text("Ubik")]])
    #expect(try rows("SELECT title FROM Shelf WHERE id IN ('a', 'x')", database) == [[.text("Dune")]])
    #expect(try rows("SELECT title FROM Shelf WHERE id = NULL", database) == [])
    #expect(shelf.lookups == ["b"])
    // SQLite compares numbers with texts by its own rules.
    shelf.rows.append(("07", "Emma", 7, "7"))
    #expect(try rows("SELECT title FROM Shelf WHERE id = CAST(7 AS INTEGER)", database) == [[.text("Emma")]])
    #expect(
      try rows("SELECT title FROM Shelf WHERE id IN (SELECT pages FROM Shelf)", database) == [[.text("Emma")]])
    shelf.rows.removeLast()
    shelf.lookups = []
    // The index compares bytes.
    #expect(try rows("SELECT title FROM Shelf WHERE id = 'B' COLLATE NOCASE", database) == [[.text("Ubik")]])
    #expect(shelf.lookups == [])
    #expect(
      try rows("SELECT b.title FROM Shelf a JOIN Shelf b ON b.id = char(unicode(a.id) + 1)", database)
        == [[.text("Ubik")], [.text("Zorro")]])
  }

  @Test(arguments: [
    "INSERT INTO Shelf VALUES ('x', 'y', 1, 'z')", "DELETE FROM Shelf", "CREATE TABLE t(x)",
    "CREATE VIEW v AS SELECT 1",
    "ATTACH ':memory:' AS other", "PRAGMA user_version", "PRAGMA user_version = 3", "BEGIN", "VACUUM",
    "SELECT load_extension('x')", "SELECT * FROM pragma_table_list", "DROP TABLE Shelf", "ANALYZE",
    "VACUUM INTO '/tmp/okit-query.db'", "CREATE TEMP TABLE t(x)", "DETACH main", "SAVEPOINT s",
    "CREATE VIRTUAL TABLE v USING Shelf", "ALTER TABLE Shelf RENAME TO x", "SELECT * FROM pragma_database_list()",
    "SELECT fts3_tokenizer('simple')", "SELECT FTS3_TOKENIZER('simple', x'41')",
  ]) func onlyReadingIsAllowed(_ sql: String) throws {
    let database = try database(Shelf())
    #expect { try rows(sql, database) } throws: { error in
      (error as? SQLiteError)?.reason == .denied
    }
  }

  @Test func errorsHaveTheirPlace() throws {
    let database = try database(Shelf())
    #expect { try rows("SELECT title\nFROM Nowhere", database) } throws: { error in
      (error as? SQLiteError)?.reason == .statement && "\(error)".contains("Nowhere")
    }
    #expect { try rows("SELECT naem FROM Shelf", database) } throws: { error in
      (error as? SQLiteError)?.offset == 7
    }
    // In double quotes are only names.
    #expect(throws: SQLiteError.self) { try rows(#"SELECT title FROM Shelf WHERE id = "b""#, database) }
    #expect { try rows("SELECT abs(-9223372036854775808)", database) } throws: { error in
      (error as? SQLiteError)?.reason == .other
    }
  }

  @Test func anErrorOfATableEndsTheQuery() throws {
    let shelf = Shelf()
    let database = try database(shelf)
    shelf.failure = Stop()
    #expect(throws: Stop.self) { try rows("SELECT title FROM Shelf", database) }
    shelf.failure = nil
    #expect(try rows("SELECT count(*) FROM Shelf", database) == [[.integer(3)]])
  }

  @Test func aLongQueryCanBeEnded() throws {
    var checks = 0
    let database = try database(Shelf()) {
      checks += 1
      if checks > 20 { throw Stop() }
    }
    #expect(throws: Stop.self) {
      try rows("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c", database)
    }
    #expect(checks == 21)
  }

  @Test func memoryIsLimited() throws {
    let database = try database(Shelf())
    #expect { try rows("SELECT length(randomblob(2000000000))", database) } throws: { error in
      (error as? SQLiteError)?.reason == .memory
    }
  }

  @Test func valuesComeBackAsTheyWereBound() throws {
    let database = try database(Shelf())
    var rest = 0
    let statement = try #require(try Statement("SELECT :a, :b, :c, :d, :e, :f, :g", in: database, rest: &rest))
    #expect(try Statement("SELECT ?, ?3", in: database, rest: &rest)?.parameters == ["", "", ""])
    #expect(statement.parameters == ["a", "b", "c", "d", "e", "f", "g"])
    let values: [SQLiteValue] = [
      .null, .integer(.min), .real(0.1), .text(""), .text("a\0é"), .blob([]), .blob([0, 255]),
    ]
    for (number, value) in values.enumerated() { try statement.bind(value, to: number) }
    #expect(try statement.step())
    #expect(values.indices.map { statement.value($0) } == values)
  }

  @Test(arguments: ["dbstat", "sqlite_stmt", "bytecode('SELECT 1')", "fts3tokenize", "json_eac"])
  func otherTablesOfSQLiteAreNotThere(_ name: String) throws {
    let database = try database(Shelf())
    #expect(throws: SQLiteError.self) { try rows("SELECT * FROM \(name)", database) }
    #expect(try rows("SELECT value FROM json_each('[3]')", database) == [[.integer(3)]])
  }

  @Test func aTableWithTooManyColumnsIsAnErrorOfItsQueriesOnly() throws {
    final class Wide: VirtualTable {
      let name = "Wide"
      let columns = (0..<2001).map { VirtualColumn("c\($0)", "TEXT") }
      let rowCount = 0
      func rows(withText text: String, inColumn column: Int) -> [Int] { [] }
      func readValue(row: Int, column: Int, into result: ColumnResult) {}
    }
    let database = try database(Shelf())
    try database.add(Wide())
    #expect(try rows("SELECT count(*) FROM Shelf", database) == [[.integer(3)]])
    #expect { try rows("SELECT count(*) FROM Wide", database) } throws: { error in
      (error as? SQLiteError)?.message == "the table Wide has 2001 columns, more than SQLite allows"
    }
  }

  @Test func theRestOfATextIsItsNextStatement() throws {
    let database = try database(Shelf())
    var rest = 0
    let sql = "SELECT 1; SELECT 2"
    _ = try Statement(sql, in: database, rest: &rest)
    #expect(sql.utf8.dropFirst(rest).elementsEqual(" SELECT 2".utf8))
    #expect(try Statement(" -- nothing\n /* either */ ;", in: database, rest: &rest) == nil)
    #expect(Database.isComplete("SELECT ';'") == false)
    #expect(Database.isComplete("SELECT 1; -- end") == true)
  }

  @Test(arguments: [
    ("name", "name"), ("a_1", "a_1"), ("1a", #""1a""#), ("group", #""group""#), ("a b", #""a b""#), ("é", #""é""#),
    (#"a"b"#, #""a""b""#), ("", #""""#),
  ]) func namesAreQuotedIfNeeded(_ name: String, _ written: String) {
    #expect(SQLName.written(name) == written)
  }
}
