import Bindings
import Ciphers
import JSONDocument
import OKitStorage
import SQLite

/// A query with the rows of the tables that it uses.
struct PreparedQuery {
  private let database: Database
  private let statement: Statement
  private let failures: QueryFailures
  private let check: () throws -> Void
  private let isForPeople: Bool
  /// True if the query uses the table with the bytes of attachments.
  let readsFiles: Bool

  init(_ query: SQLQuery, _ data: RelationalData) throws {
    let failures = QueryFailures(query.sql, data.schema)
    (self.failures, check, isForPeople) = (failures, data.check, query.isForPeople)
    let database = try failures.explaining { try Self.database(of: data) }
    let statement = try failures.explaining {
      var rest = 0
      let statement = try Statement(query.sql, in: database, rest: &rest)
      guard let statement else { throw OKitError(.usage, "the query is empty") }
      if statement.columns.isEmpty { throw QueryFailures.denial }
      var next = rest
      if try Statement(String(query.sql.utf8.dropFirst(rest)) ?? "", in: database, rest: &next) != nil {
        throw OKitError(.usage, "only one statement can be run at a time")
      }
      return statement
    }
    (self.database, self.statement) = (database, statement)
    let tables = database.usedTables.compactMap { $0 as? QueriedTable }
    readsFiles = tables.contains { if case .attachments = $0.table.content { true } else { false } }
    try bind(query.parameters)
    for (table, rows) in zip(tables, try data.rows(of: tables.map(\.table))) { table.rows = rows }
  }

  private static func database(of data: RelationalData) throws -> Database {
    let database = try Database(memoryLimit: SQLQuery.memoryLimit, checkInterruption: data.check)
    try database.addCollation(QueriedTable.decimalCollation) { left, right in
      // Texts that are not numbers have the order of their bytes.
      JSONValue.numericOrder(of: left, to: right)
        ?? (left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1)
    }
    for table in data.schema.tables { try database.add(QueriedTable(table)) }
    database.allowOnlyReading()
    return database
  }

  private func bind(_ values: [(name: String, value: String)]) throws {
    for (name, value) in values {
      guard let number = statement.parameters.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        throw OKitError(
          .usage, "the query has no parameter \(PathComponent.printable(name))",
          remedy: .candidates(statement.parameters.filter { !$0.isEmpty }, insteadOf: name))
      }
      try failures.explaining { try statement.bind(.text(value), to: number) }
    }
    for name in statement.parameters where !values.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      throw OKitError(
        .usage,
        name.isEmpty
          ? "a parameter of the query has no name" : "the parameter \(PathComponent.printable(name)) has no value",
        remedy: .words(name.isEmpty ? "write :NAME instead of ?" : "give it with -p \(name)=VALUE"))
    }
  }

  /// Runs the query, and returns its rows. Call it only once.
  func result() throws -> ResultTable {
    let titles = statement.columns
    var cells: [BindingValue] = []
    var count = 0
    try failures.explaining {
      while try statement.step() {
        try check()
        for column in titles.indices {
          let rounded = isForPeople ? statement.roundedNumber(column) : nil
          cells.append(BindingValue(rounded.map { .real($0) } ?? statement.value(column)))
        }
        count += 1
      }
    }
    return ResultTable(titles: titles, count: count, cells: cells)
  }
}

extension BindingValue {
  /// A value of SQLite. Bytes become base64.
  fileprivate init(_ value: SQLiteValue) {
    switch value {
    case .null: self = .absent
    case .integer(let number): self = .number(BindingNumber(Int(number)))
    // SQLite has infinities, JSON has not.
    case .real(let number): self = number.isFinite ? .number(.binary(number)) : .text(number < 0 ? "-Inf" : "Inf")
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .text(String(decoding: bytes.withUnsafeBytes(Base64.padded), as: UTF8.self))
    }
  }
}
