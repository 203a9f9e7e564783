import JSONDocument
import SQLite

/// The rows of a table as SQLite reads them.
final class QueriedTable: VirtualTable {
  /// The name of the collation that compares texts as decimal numbers.
  static let decimalCollation = "decimal"

  let table: RelationalTable
  /// The rows; nil until they are read.
  var rows: RelationalRows?

  init(_ table: RelationalTable) {
    self.table = table
  }

  var name: String { table.name }

  var columns: [VirtualColumn] {
    table.columns.map { column in
      let type = column.type == .decimal ? "TEXT COLLATE \(Self.decimalCollation)" : column.type.rawValue
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
    switch try rows?.cell(row: row, column: column) ?? .null {
    case .null: break
    case .integer(let number): result.set(number)
    case .real(let number): result.set(number)
    case .text(let text): result.set(text)
    case .bytes(let bytes): result.set(bytes)
    case .stored(let value):
      guard value.kind == .string else { return value.withRawBytes { result.set(permanent: $0) } }
      guard value.unescapedTextRange != nil else { return result.set(value.string ?? "") }
      value.withRawBytes { result.set(permanent: UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast())) }
    }
  }
}
