import Bindings
import CommandKit
import JSONDocument
import OKitQueries
import OKitStorage
import Tables

/// Prints rows while a query runs, in the formats that need no other row for it.
///
/// The first row is written at once, and the following ones soon after they are found, so that a reader sees them although the query takes long, and
/// a signal that ends the program at once loses hardly any.
final class RowOutput: RowConsumer {
  private enum Format {
    case delimited
    case lines
    /// The rows as one array.
    case json
  }

  private static let pieceSize = 1 << 12
  /// The longest time that rows wait.
  private static let longestWait = Duration.milliseconds(100)

  private let console: Console
  private let format: Format
  private var text: DelimitedText
  private var titles: [String] = []
  private var isEmpty = true
  /// True if rows wait in a buffer.
  private var isWaiting = false
  private var nextFlush = Deadline(after: .zero)

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
    isWaiting = true
    if isEmpty { try flush() }
    isEmpty = false
  }

  func passOn() throws {
    if isWaiting, nextFlush.isPast { try flush() }
  }

  private func flush() throws {
    if format == .delimited { try console.writeDelimited(text.take()) }
    try console.standardOutput.flush()
    isWaiting = false
    nextFlush = Deadline(after: Self.longestWait)
  }

  func abort() throws {
    // The error message begins on a line of its own.
    if format == .json, !isEmpty { try console.standardOutput.writeLine() }
    try flush()
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
