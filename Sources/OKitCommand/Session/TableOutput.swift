import Bindings
import CommandKit
import JSONDocument
import OKitQueries
import Tables

/// Prints the rows of a table.
struct TableOutput {
  private static let widestCell = 40
  /// The heading of the column with the names of groups.
  static let group = "group"

  private let list: ResultTable
  private let isDefault: Bool

  /// - Parameter isDefault: True if columns that do not fit a terminal may be left out.
  init(_ list: ResultTable, isDefault: Bool) {
    self.list = list
    self.isDefault = isDefault
  }

  /// - Parameter format: The format; nil to align columns.
  func write(as format: TableFormat?, to console: Console) throws {
    if console.json { return try writeJSON(to: console) }
    switch format {
    case .csv: try writeDelimited(.csv, to: console)
    case .tsv: try writeDelimited(.tsv, to: console)
    case .markdown: try writeMarkdown(to: console)
    // Commands write lines themselves.
    case .lines, nil: list.count == 0 ? console.note("no rows") : try writeAligned(to: console)
    }
  }

  // MARK: - Aligned columns

  private func writeAligned(to console: Console) throws {
    let texts = try (0..<list.count).map { number in
      try Signals.check()
      return list.row(number).map(\.text)
    }
    let shown =
      console.standardOutput.isTerminal && isDefault ? fitting(texts, console.windowColumns) : list.titles.indices
    var table = TextTable(
      shown.map { column in
        let isNumeric = list.column(column).allSatisfy { $0.isAbsent || $0.isNumber }
        let title = list.titles[column]
        return .init(title.isEmpty ? "\"\"" : Console.printable(title.uppercased()), isNumeric ? .right : .left)
      })
    for row in texts { table.add(shown.map { row[$0] }) }
    let lines = table.printedLines(on: console)
    guard let groups = list.groups else { return try show(lines, on: console) }
    var output = [lines[0]]
    for group in groups {
      let name = Console.printable(group.name ?? "")
      output += ["", console.standardOutput.styled(name.isEmpty ? "-" : name, .bold)]
      output += lines[group.rows.lowerBound + 1..<group.rows.upperBound + 1]
    }
    try show(output, on: console)
  }

  private func show(_ lines: [String], on console: Console) throws {
    if console.standardOutput.isTerminal { return try Pager(console).show(lines.map { $0 + "\n" }.joined()) }
    for line in lines { try console.standardOutput.writeLine(line) }
  }

  /// Returns the columns that fit a width. The first one always does.
  private func fitting(_ rows: [[String]], _ width: Int) -> Range<Int> {
    var used = 0
    for (column, title) in list.titles.enumerated() {
      let widest = rows.reduce(ColumnWidth.of(title)) { max($0, ColumnWidth.of($1[column])) }
      used += min(widest, Self.widestCell) + (column == 0 ? 0 : 2)
      if used > width, column > 0 { return 0..<column }
    }
    return list.titles.indices
  }

  // MARK: - Other formats

  private func writeDelimited(_ format: DelimitedText.Format, to console: Console) throws {
    var text = DelimitedText(format)
    text.add(headings: (list.groups == nil ? [] : [groupHeading]) + list.titles)
    for group in groups {
      let name: BindingValue? = list.groups == nil ? nil : group.name.map { .text($0) } ?? .absent
      for number in group.rows {
        try Signals.check()
        text.add(list.number(of: number), of: list.columns, behind: name)
        if text.bytes.count >= 1 << 16 { try console.writeDelimited(text.take()) }
      }
    }
    try console.writeDelimited(text.take())
  }

  /// The heading of the names of groups, which no column has.
  private var groupHeading: String {
    var (heading, number) = (Self.group, 2)
    while list.titles.contains(where: { $0.utf8.elementsEqual(heading.utf8) }) {
      heading = "\(Self.group)_\(number)"
      number += 1
    }
    return heading
  }

  private func writeMarkdown(to console: Console) throws {
    func write(_ text: String) throws { try console.standardOutput.write(console.shown(text)) }
    func writeLine(_ text: String) throws { try write(text + "\n") }
    for (number, group) in groups.enumerated() {
      if list.groups != nil {
        try write((number == 0 ? "" : "\n") + "## \(Self.markdown(group.name ?? "-"))\n\n")
      }
      try writeLine(Self.markdownLine(list.titles.map { Self.markdown($0) }))
      try writeLine(
        Self.markdownLine(
          list.titles.indices.map { column in
            list.count > 0 && list.column(column).allSatisfy { $0.isAbsent || $0.isNumber } ? "---:" : "---"
          }))
      for number in group.rows {
        try Signals.check()
        try writeLine(Self.markdownLine(list.row(number).map { Self.markdown($0.text) }))
      }
    }
  }

  private static func markdownLine(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Returns a text without a meaning in a Markdown table.
  private static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|", "\\", "`", "*", "_", "<", "[", "~", "&": result += "\\" + String(scalar)
      case "\n", "\r": result += result.hasSuffix("<br>") ? "" : "<br>"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func writeJSON(to console: Console) throws {
    var writer = JSONWriter(pretty: console.standardOutput.isTerminal)
    writer.array { writer in
      for group in groups {
        guard list.groups != nil else {
          write(group.rows, to: &writer)
          continue
        }
        writer.object { writer in
          writer.member(Self.group, group.name)
          writer.array("rows") { write(group.rows, to: &$0) }
        }
      }
    }
    try console.writeEscaped(json: writer.bytes)
    try console.standardOutput.writeLine()
  }

  private func write(_ rows: Range<Int>, to writer: inout JSONWriter) {
    for number in rows { writer.object { write(number, to: &$0) } }
  }

  private func write(_ row: Int, to writer: inout JSONWriter) {
    for (title, value) in zip(list.titles, list.row(row)) { writer.member(title, value) }
  }

  /// The groups; a single one if rows are not grouped.
  private var groups: [ResultTable.Group] { list.groups ?? [ResultTable.Group(name: nil, rows: 0..<list.count)] }
}
