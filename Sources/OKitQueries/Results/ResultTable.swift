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
  /// The values of all columns of the first row, then those of the second one, and so on.
  private let cells: [BindingValue]
  /// The groups in their order; nil if rows are not grouped.
  package let groups: [Group]?

  init(titles: [String], count: Int, cells: [BindingValue], groups: [Group]? = nil) {
    self.titles = titles
    self.count = count
    self.cells = cells
    self.groups = groups
  }

  /// Returns the values of a row, one for each column.
  package func row(_ number: Int) -> ArraySlice<BindingValue> {
    cells[number * titles.count..<(number + 1) * titles.count]
  }

  /// Returns the values of a column.
  package func column(_ number: Int) -> some Sequence<BindingValue> {
    stride(from: number, to: cells.count, by: titles.count).lazy.map { cells[$0] }
  }
}
