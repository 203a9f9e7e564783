import SQLite

/// The rows of a table as SQLite reads them.
final class QueriedTable: VirtualTable {
  /// The collation that compares texts as numbers. Texts that are none come after all numbers.
  static let numberCollation = "okit_number"
  /// The collation that compares dates in ISO 8601 and UTC, with any number of fraction digits.
  static let dateCollation = "okit_date"

  let table: RelationalTable
  /// The rows; nil until they are read.
  var rows: RelationalRows?

  init(_ table: RelationalTable) {
    self.table = table
  }

  var name: String { table.name }

  private static func declaration(of type: RelationalColumn.SQLType) -> String {
    switch type {
    // Numbers that are too large for SQLite are texts.
    case .integer, .real: "\(type.rawValue) COLLATE \(numberCollation)"
    case .decimal: "TEXT COLLATE \(numberCollation)"
    case .date: "TEXT COLLATE \(dateCollation)"
    case .text, .blob, .any: type.rawValue
    }
  }

  var columns: [VirtualColumn] {
    table.columns.map { column in
      let type = Self.declaration(of: column.type)
      return switch column.content {
      case .path: VirtualColumn(column.name, type, isIndexed: true, isUnique: true)
      case .parent, .reference: VirtualColumn(column.name, type, isIndexed: true)
      case .value(["id"], _): VirtualColumn(column.name, type, isIndexed: column.type == .text)
      default: VirtualColumn(column.name, type)
      }
    }
  }

  var rowCount: Int { rows?.count ?? 0 }

  func rows(withText text: String, inColumn column: Int) throws -> [Int] {
    try rows?.rows(withText: text, inColumn: column) ?? []
  }

  func readValue(row: Int, column: Int, into result: ColumnResult) throws {
    try rows?.cell(row: row, column: column).set(result)
  }
}
