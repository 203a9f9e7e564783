import Bindings
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
  /// The most bytes of a query, which is SQLite's own limit.
  private static let sizeLimit = 1_000_000
  /// True if the query uses the table with the bytes of attachments.
  let readsFiles: Bool

  init(_ query: SQLQuery, _ data: RelationalData) throws {
    let failures = QueryFailures(query.sql, data)
    (self.failures, check, isForPeople) = (failures, data.check, query.isForPeople)
    let database = try failures.explaining { try Self.database(of: data) }
    let statement = try failures.explaining { try Self.statement(query.sql, in: database) }
    if query.needsDistinctTitles { try Self.requireDistinct(statement.columns) }
    (self.database, self.statement) = (database, statement)
    let tables = database.usedTables.compactMap { $0 as? QueriedTable }
    readsFiles = tables.contains { if case .attachments = $0.table.content { true } else { false } }
    try bind(query.parameters)
    for (table, rows) in zip(tables, try data.rows(of: tables.map(\.table))) { table.rows = rows }
  }

  private static func database(of data: RelationalData) throws -> Database {
    let database = try Database(memoryLimit: SQLQuery.memoryLimit, checkInterruption: data.check)
    try database.addCollation(QueriedTable.numberCollation, TextOrder.numbers)
    try database.addCollation(QueriedTable.dateCollation, TextOrder.dates)
    for table in data.schema.tables { try database.add(QueriedTable(table)) }
    database.allowOnlyReading()
    return database
  }

  private static func statement(_ sql: String, in database: Database) throws -> Statement {
    // SQLite ends at a NUL.
    if sql.utf8.contains(0) { throw OKitError(.usage, "the query contains a NUL character") }
    guard sql.utf8.count <= sizeLimit else { throw OKitError(.usage, "the query is longer than 1 MB") }
    var rest = 0
    guard let statement = try Statement(sql, in: database, rest: &rest) else {
      throw OKitError(.usage, "the query is empty")
    }
    var next = 0
    // Only comments can follow.
    let following = String(decoding: sql.utf8.dropFirst(rest), as: UTF8.self)
    let isAlone = (try? Statement(following, in: database, rest: &next) == nil) ?? false
    guard isAlone else { throw OKitError(.usage, "only one statement can be run at a time") }
    if statement.columns.isEmpty { throw QueryFailures.denial }
    return statement
  }

  /// Throws an error if two columns have the same name, because an object cannot have a key twice.
  private static func requireDistinct(_ titles: [String]) throws {
    var seen: Set<ExactText> = []
    for title in titles where !seen.insert(ExactText(title)).inserted {
      throw OKitError(
        .usage, "two columns are named \(PathComponent.printable(title))", remedy: .words("name one of them with AS"))
    }
  }

  private func bind(_ values: [(name: String, value: String)]) throws {
    var given: Set<ExactText> = []
    for (name, value) in values {
      guard given.insert(ExactText(name)).inserted else {
        throw OKitError(.usage, "the parameter \(PathComponent.printable(name)) is given twice")
      }
      // The same name can follow different signs.
      let numbers = statement.parameters.indices.filter { statement.parameters[$0].utf8.elementsEqual(name.utf8) }
      guard !numbers.isEmpty else {
        throw OKitError(
          .usage, "the query has no parameter \(PathComponent.printable(name))",
          remedy: .candidates(statement.parameters.filter { !$0.isEmpty }, insteadOf: name))
      }
      for number in numbers {
        try failures.explaining { try statement.bind(SQLiteValue(parameter: value), to: number) }
      }
    }
    for name in statement.parameters where !given.contains(ExactText(name)) {
      throw name.isEmpty
        ? OKitError(.usage, "a parameter of the query has no name", remedy: .words("write :NAME instead of ?"))
        : OKitError(
          .usage, "the parameter \(PathComponent.printable(name)) has no value",
          remedy: .words("give it with -p \(ShellWord.quoted(name))=VALUE"))
    }
  }

  /// Runs the query, and returns its rows. Call it only once.
  func result() throws -> ResultTable {
    var cells: [[BindingValue]] = Array(repeating: [], count: titles.count)
    var (count, size) = (0, 0)
    try forEachRow { values in
      for (column, value) in values.enumerated() {
        size += value.size
        cells[column].append(BindingValue(value))
      }
      guard size <= SQLQuery.memoryLimit else { throw QueryFailures.tooLarge }
      count += 1
    }
    return ResultTable(titles: titles, count: count, columns: cells.map { BindingColumn($0) })
  }

  /// The names of the columns of the result.
  var titles: [String] { statement.columns }

  /// Runs the query, and passes each row to `body` as soon as it is known. Call it only once.
  func forEachRow(_ body: ([SQLiteValue]) throws -> Void) throws {
    try failures.explaining {
      while try statement.step() {
        try check()
        try body(
          titles.indices.map { column in
            let rounded = isForPeople ? statement.roundedNumber(column) : nil
            return rounded.map { .real($0) } ?? statement.value(column)
          })
      }
    }
  }
}

extension SQLiteValue {
  /// The value of a parameter: a number or a string in JSON, otherwise a text. A number without an exact counterpart in SQLite stays a text.
  fileprivate init(parameter text: String) {
    guard let value = (try? JSONDocument(parsing: text))?.root, value.range == 0..<text.utf8.count else {
      self = .text(text)
      return
    }
    if let string = value.string {
      self = .text(string)
    } else if !value.isFraction, let integer = value.int {
      self = .integer(Int64(integer))
    } else if let real = value.double, value.isExact(as: real) {
      self = .real(real)
    } else {
      self = .text(text)
    }
  }

  /// The bytes of memory that a value takes, about.
  fileprivate var size: Int {
    switch self {
    case .text(let text): 32 + text.utf8.count
    case .blob(let bytes): 32 + bytes.count / 3 * 4
    default: 32
    }
  }
}
