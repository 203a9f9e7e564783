import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import SQLite

/// The `CREATE TABLE` statements of tables. Their keys are those that the rows meet.
struct TableDefinitionText {
  private let data: RelationalData
  private let rows: [RelationalRows]
  /// For each table, the ids of its rows; nil if they are not unique.
  private let ids: [Set<EntityID>?]

  /// The statements for `rows`, the rows of all tables.
  init(_ data: RelationalData, _ rows: [RelationalRows]) throws {
    self.data = data
    self.rows = rows
    ids = try rows.map { try Self.uniqueTexts(of: $0, check: data.check) }
  }

  /// Returns the statement that creates a table with the number `table`.
  func text(ofTable table: Int) throws -> String {
    let definition = data.schema.tables[table]
    var lines = notes(on: definition)
    lines.append("CREATE TABLE \(SQLName.written(definition.name)) (")
    for (number, column) in definition.columns.enumerated() {
      let isLast = number == definition.columns.count - 1
      lines.append("  " + (try text(of: column, number, table)) + (isLast ? "" : ","))
    }
    lines.append(");")
    return lines.joined(separator: "\n") + "\n"
  }

  private func notes(on table: RelationalTable) -> [String] {
    var notes: [String] = []
    func add(_ what: String, _ name: String, _ original: String?) {
      guard let original else { return }
      notes.append("-- the \(what) \(PathComponent.printable(original)) is named \(PathComponent.printable(name))")
    }
    add("table", table.name, table.replacedName)
    for column in table.columns { add("column", column.name, column.replacedName) }
    return notes
  }

  private func text(of column: RelationalColumn, _ number: Int, _ table: Int) throws -> String {
    var text = SQLName.written(column.name)
    let type = try declaredType(of: column, number, table)
    if !type.isEmpty { text += " " + type }
    switch column.content {
    case .path: text += " PRIMARY KEY NOT NULL"
    case .rawValue: text += " PRIMARY KEY NOT NULL"
    case .model: text += " NOT NULL"
    case .value(["id"], _) where ids[table] != nil: text += " UNIQUE"
    default: break
    }
    guard let (target, key) = try target(of: column, number, table) else { return text }
    return text + " REFERENCES \(SQLName.written(data.schema.tables[target].name)) (\(SQLName.written(key)))"
  }

  /// Returns the type of a column in a file. SQLite would turn the text of a number that is too large into another number in a column for numbers.
  private func declaredType(of column: RelationalColumn, _ number: Int, _ table: Int) throws -> String {
    switch column.type {
    case .decimal, .date: return "TEXT"
    case .integer, .real:
      for row in 0..<rows[table].count {
        try data.check()
        if case .stored = try rows[table].cell(row: row, column: number) { return "" }
      }
      return column.type.rawValue
    case .text, .blob, .any: return column.type.rawValue
    }
  }

  /// Returns the table and its column that all values of a column refer to; nil if there is none.
  private func target(of column: RelationalColumn, _ number: Int, _ table: Int) throws -> (table: Int, key: String)? {
    let tables = data.schema.tables
    switch column.content {
    case .parent:
      guard let owner = owner(of: tables[table]), let target = data.schema.tableNumber(ofClass: owner) else {
        return nil
      }
      return (target, tables[target].columns[0].name)
    case .reference:
      var keys: Set<EntityID> = []
      for row in 0..<rows[table].count {
        try data.check()
        if let id = try rows[table].cell(row: row, column: number).hash { keys.insert(id) }
      }
      let targets = keys.isEmpty ? [] : ids.indices.filter { ids[$0].map(keys.isSubset) ?? false }
      guard let target = targets.first, targets.count == 1, let id = tables[target].idColumn else { return nil }
      return (target, tables[target].columns[id].name)
    case .value(_, let type):
      guard case .enumeration(let name) = type.unwrapped,
        let target = tables.firstIndex(where: { $0.enumeration?.name == name })
      else { return nil }
      let known = try Set((0..<rows[target].count).map { try rows[target].cell(row: $0, column: 0).plain })
      for row in 0..<rows[table].count {
        try data.check()
        let value = try rows[table].cell(row: row, column: number).plain
        if value != .null, !known.contains(value) { return nil }
      }
      return (target, tables[target].columns[0].name)
    default: return nil
    }
  }

  /// Returns the only class of the entities that contain the rows of a table; nil if there are several.
  private func owner(of table: RelationalTable) -> String? {
    switch table.content {
    case .entities(let name):
      let owners = data.schema.reachable.owners(of: name, in: data.schema.classes.definitions)
      return owners.count == 1 ? owners.first : nil
    case .references(let owner, keys: _, _): return owner
    case .attachments, .cases: return nil
    }
  }

  /// Returns the ids of a table's rows; nil if there are none, or a row has none, or two have the same.
  private static func uniqueTexts(of rows: RelationalRows, check: () throws -> Void) throws -> Set<EntityID>? {
    guard let column = rows.table.idColumn, case .entities = rows.table.content else { return nil }
    var ids: Set<EntityID> = []
    for row in 0..<rows.count {
      try check()
      guard let id = try rows.cell(row: row, column: column).hash, ids.insert(id).inserted else { return nil }
    }
    return ids.isEmpty ? nil : ids
  }
}

extension RelationalCell {
  /// A value that can be compared, for texts and whole numbers.
  fileprivate enum Plain: Hashable {
    case null
    case integer(Int64)
    case text(String)
  }

  fileprivate var plain: Plain {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let text): .text(text)
    case .stored(let value): .text(value.string ?? value.rawText)
    case .null, .real, .bytes: .null
    }
  }
}
