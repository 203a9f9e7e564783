import CommandKit

/// A format of tables for other programs.
enum TableFormat: String, CaseIterable {
  /// Comma-separated values.
  case csv
  /// Tab-separated values.
  case tsv
  /// A line of JSON for each row or value.
  case lines
  /// A Markdown table.
  case markdown
}

/// The formats of lists and queries. Without an option, columns are aligned.
struct TableFormatOptions: ParsableArguments {
  @Flag(.long, help: "Print comma-separated values.")
  var csv: Bool
  @Flag(.long, help: "Print tab-separated values.")
  var tsv: Bool
  @Flag(
    .long, help: "Print lines of JSON: of a list one per value, as 'okit set --from' reads, of a query one per row.")
  var lines: Bool
  @Flag(.long, help: "Print a Markdown table.")
  var markdown: Bool

  /// The format; nil if none was given.
  var format: TableFormat? { given.first }
  private var given: [TableFormat] {
    zip([.csv, .tsv, .lines, .markdown], [csv, tsv, lines, markdown]).filter(\.1).map(\.0)
  }

  /// Throws an error if several formats were given.
  func requireOne(json: Bool) throws {
    let names = given.map(\.option) + (json ? ["--json"] : [])
    if names.count > 1 { throw UsageError("\(names[0]) and \(names[1]) cannot be used together", showsUsage: true) }
  }
}

extension TableFormat {
  /// The option for the format.
  var option: String { "--\(rawValue)" }
}
