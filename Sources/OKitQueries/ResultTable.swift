package import Bindings

/// The rows that answer a question.
package struct ResultTable {
  /// Rows under one heading.
  package struct Group {
    /// The name; nil if it is absent.
    package let name: String?
    /// The rows, by their numbers.
    package let rows: Range<Int>

    /// A group of rows.
    package init(name: String?, rows: Range<Int>) {
      self.name = name
      self.rows = rows
    }
  }

  /// The headings of the columns.
  package let titles: [String]
  /// The number of rows.
  package let count: Int
  /// The columns. Their rows can be in another order; see ``number(of:)``.
  package let columns: [BindingColumn]
  /// The numbers of the rows in the columns, in the order of this table; nil if the order is the same.
  private let order: [Int]?
  /// The groups in their order; nil if rows are not grouped.
  package let groups: [Group]?

  init(titles: [String], count: Int, columns: [BindingColumn], order: [Int]? = nil, groups: [Group]? = nil) {
    self.titles = titles
    self.count = count
    self.columns = columns
    self.order = order
    self.groups = groups
  }

  /// Returns the number that a row has in the columns.
  package func number(of row: Int) -> Int { order?[row] ?? row }

  /// Returns the values of a row, one for each column.
  package func row(_ row: Int) -> [BindingValue] {
    let number = number(of: row)
    return columns.map { $0[number] }
  }

  /// Returns the values of a column, in the order of the columns, not of the table.
  package func column(_ number: Int) -> some Sequence<BindingValue> {
    (0..<count).lazy.map { columns[number][$0] }
  }
}
