/// A table of text.
///
/// On a terminal, columns that allow it are cut so that rows fit the width; elsewhere nothing is cut.
package struct TextTable {
  /// The heading and the format of a column.
  package struct Column: Sendable {
    /// The alignment of cells.
    package enum Alignment: Sendable {
      /// For words.
      case left
      /// For numbers.
      case right
    }

    /// When a column is cut if rows exceed the terminal's width.
    package enum Cutting: Sendable {
      /// Cut before the other columns.
      case early
      /// Cut if cutting the early columns is not enough.
      case late
      /// Not cut, because users copy the cells, except in a small window if the other columns cannot be cut any more.
      case never
    }

    /// The heading. If all are empty, the table has no heading line.
    package var title: String
    /// The alignment of cells.
    package var alignment: Alignment
    /// When the column is cut if rows exceed the terminal's width.
    package var cutting: Cutting
    /// The style of cells, if the stream has colors.
    package var style: Style?
    /// The styles of cells that are one of these words.
    package var wordStyles: [String: Style]

    /// Creates a column.
    package init(
      _ title: String, _ alignment: Alignment = .left, cutting: Cutting = .late, style: Style? = nil,
      wordStyles: [String: Style] = [:]
    ) {
      self.title = title
      self.alignment = alignment
      self.cutting = cutting
      self.style = style
      self.wordStyles = wordStyles
    }

    fileprivate func styled(_ text: String, of cell: String) -> String {
      (wordStyles[cell] ?? style)?.applied(to: text) ?? text
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Creates an empty table.
  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// True if there are no rows.
  package var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Missing cells are empty; control characters are escaped.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count <= columns.count, "a row has more cells than the table has columns")
    rows.append(cells.map(Console.printable) + Array(repeating: "", count: columns.count - cells.count))
  }

  /// Writes the table with its headings to standard output.
  package func write(to console: Console) throws {
    for line in printedLines(on: console) { try console.standardOutput.writeLine(line) }
  }

  /// Returns the lines of the table with its headings as ``write(to:)`` writes them.
  package func printedLines(on console: Console) -> [String] {
    let output = console.standardOutput
    let lines = lines(fitting: output.isTerminal ? console.windowColumns : nil, colored: output.isColored)
    return lines.enumerated().map { index, line in index == 0 && hasHeading ? output.styled(line, .bold) : line }
  }

  private var hasHeading: Bool { columns.contains { !$0.title.isEmpty } }

  func lines(fitting room: Int?, colored: Bool = false) -> [String] {
    let heading = hasHeading ? [columns.map(\.title)] : []
    let all = heading + rows
    var widths = columns.indices.map { column in all.map { ColumnWidth.of($0[column]) }.max() ?? 0 }
    if let room {
      shrink(&widths, to: room - 2 * (columns.count - 1), window: room)
    }
    return all.enumerated().map { index, row in
      line(row, widths, cut: room != nil, colored: colored && index >= heading.count)
    }
  }

  private func line(_ row: [String], _ widths: [Int], cut: Bool, colored: Bool) -> String {
    var line = ""
    // Spaces are written only before more text, so that no line ends with spaces.
    var pending = 0
    for (index, cell) in row.enumerated() {
      let text = cut ? ColumnWidth.cut(cell, to: widths[index]) : cell
      let padding = widths[index] - ColumnWidth.of(text)
      let isRight = columns[index].alignment == .right
      if !text.isEmpty {
        line += String(repeating: " ", count: pending + (isRight ? padding : 0))
        line += colored ? columns[index].styled(text, of: cell) : text
        pending = isRight ? 0 : padding
      } else {
        pending += widths[index]
      }
      pending += 2
    }
    return line
  }

  /// Cuts the widest column first, and keeps a minimum of each: a readable one if the window is not narrow.
  private func shrink(_ widths: inout [Int], to room: Int, window: Int) {
    let isNarrow = window < WindowSize.minimumColumns
    func others(_ narrowest: Int) -> [(Column.Cutting, Int)] { [(.early, narrowest), (.late, narrowest)] }
    var passes = others(Self.narrowest)
    if isNarrow { passes += others(Self.narrowestInNarrowWindow) }
    // A line that continues on the next one of a large window can be read, and its cells can be copied.
    if window < Self.commonWindow {
      passes += [(.never, Self.narrowest)] + others(Self.narrowestInNarrowWindow)
      passes += [(.never, Self.narrowestInNarrowWindow)]
    }
    for (cutting, narrowest) in passes {
      let indices = widths.indices.filter { columns[$0].cutting == cutting }
      while widths.reduce(0, +) > room {
        guard let widest = indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > narrowest else { break }
        widths[widest] -= 1
      }
    }
  }

  /// The columns of most windows. Smaller ones are small.
  private static let commonWindow = 80
  private static let narrowest = 8
  private static let narrowestInNarrowWindow = 2
}
