import Bindings
import CommandKit
import JSONDocument
import OKitQueries
import Tables

/// Prints rows while a query runs, in the formats that need no other row for it.
final class RowOutput: RowConsumer {
  private enum Format {
    case delimited
    case lines
    /// The rows as one array.
    case json
  }

  private static let pieceSize = 1 << 12

  private let console: Console
  private let format: Format
  private var text: DelimitedText
  private var titles: [String] = []
  private var isEmpty = true

  /// An output in a format; nil if the format needs all rows.
  init?(_ format: TableFormat?, _ console: Console) {
    self.console = console
    text = DelimitedText(format == .tsv ? .tsv : .csv)
    switch format {
    case _ where console.json: self.format = .json
    case .csv, .tsv: self.format = .delimited
    case .lines: self.format = .lines
    case .markdown, nil: return nil
    }
  }

  func begin(_ titles: [String]) throws {
    self.titles = titles
    if format == .delimited { text.add(headings: titles) }
  }

  func add(_ values: [BindingValue]) throws {
    switch format {
    case .delimited:
      text.add(values)
      if text.bytes.count >= Self.pieceSize { try console.writeDelimited(text.take()) }
    case .lines:
      var row = JSONWriter()
      row.object { write(values, to: &$0) }
      try console.writeEscaped(json: row.bytes)
      try console.standardOutput.writeLine()
    case .json:
      var row = JSONWriter(pretty: console.standardOutput.isTerminal)
      row.array { $0.object { write(values, to: &$0) } }
      // Everything between the brackets of the array.
      let inside = row.bytes.dropFirst().dropLast(console.standardOutput.isTerminal ? 2 : 1)
      try console.standardOutput.write(isEmpty ? "[" : ",")
      try console.writeEscaped(json: Array(inside))
    }
    isEmpty = false
  }

  func end() throws {
    switch format {
    case .delimited: try console.writeDelimited(text.take())
    case .lines: break
    case .json:
      try console.standardOutput.writeLine(isEmpty ? "[]" : console.standardOutput.isTerminal ? "\n]" : "]")
    }
  }

  private func write(_ values: [BindingValue], to writer: inout JSONWriter) {
    for (title, value) in zip(titles, values) { writer.member(title, value) }
  }
}
