/// A table whose rows are not in a database. It does not change while a query runs.
package protocol VirtualTable: AnyObject {
  /// The name.
  var name: String { get }
  /// The columns.
  var columns: [VirtualColumn] { get }
  /// The number of rows.
  var rowCount: Int { get throws }
  /// Returns the numbers of the rows with this text in a column that is indexed, in ascending order.
  func rows(withText text: String, inColumn column: Int) throws -> [Int]
  /// Sets the value in a row and column.
  func readValue(row: Int, column: Int, into result: ColumnResult) throws
}

/// A column of a ``VirtualTable``.
package struct VirtualColumn: Equatable, Sendable {
  /// The name.
  package let name: String
  /// The declared type, such as `TEXT COLLATE NOCASE`.
  package let type: String
  /// True if the table finds rows by the text in the column.
  package let isIndexed: Bool
  /// True if there is at most one row with a text.
  package let isUnique: Bool

  /// A column.
  package init(_ name: String, _ type: String, isIndexed: Bool = false, isUnique: Bool = false) {
    self.name = name
    self.type = type
    self.isIndexed = isIndexed
    self.isUnique = isUnique
  }
}
