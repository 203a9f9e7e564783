import JSONDocument
import OKitStorage
import SQLite

/// A SQLite database with the rows of tables. It is made in memory, so that no decrypted data gets to a disk before all of it could be read.
struct DatabaseContent {
  private let database: Database

  init(_ tables: [RelationalRows], _ data: RelationalData) throws {
    database = try Self.explaining("the tables") { try Database(memoryLimit: nil, checkInterruption: data.check) }
    let definitions = try TableDefinitionText(data, tables)
    // A database without tables has no content before something is written.
    try Self.explaining("the tables") { try database.run("BEGIN; PRAGMA user_version = 1") }
    for (number, rows) in tables.enumerated() {
      try Self.explaining("the table \(SQLName.written(rows.table.name))") {
        try database.run(definitions.text(ofTable: number))
        try insert(rows, check: data.check)
      }
    }
    try Self.explaining("the tables") { try database.run("COMMIT") }
  }

  /// Runs `body`, and words its ``SQLiteError``.
  private static func explaining<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw OKitError(
        error.reason == .memory ? .inputOutput : .unsupported, "cannot export \(what) to SQLite: \(error.message)")
    }
  }

  private func insert(_ rows: RelationalRows, check: () throws -> Void) throws {
    let columns = rows.table.columns.indices
    let values = columns.map { _ in "?" }.joined(separator: ", ")
    var rest = 0
    let sql = "INSERT INTO \(SQLName.quoted(rows.table.name)) VALUES (\(values))"
    guard let statement = try Statement(sql, in: database, rest: &rest) else { return }
    for row in 0..<rows.count {
      try check()
      for column in columns { try statement.bind(SQLiteValue(rows.cell(row: row, column: column)), to: column) }
      _ = try statement.step()
      statement.reset()
    }
  }

  /// Passes the bytes of the database file to `body`.
  func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try Self.explaining("the tables") { try database.withFileContent(body) }
  }
}
