import CommandKit

/// The formats of tables. Without an option, columns are aligned.
struct TableFormatOptions: ParsableArguments {
  @Flag(.long, help: "Print comma-separated values.")
  var csv: Bool
  @Flag(.long, help: "Print tab-separated values.")
  var tsv: Bool
  @Flag(.long, help: "Print one line of JSON per value, as 'okit get --lines' does.")
  var lines: Bool
  @Flag(.long, help: "Print a Markdown table.")
  var markdown: Bool

  /// An option that was given; nil if none was.
  var givenOption: String? { given.first }

  private var given: [String] {
    [("--csv", csv), ("--tsv", tsv), ("--lines", lines), ("--markdown", markdown)].filter(\.1).map(\.0)
  }

  /// Throws an error if several formats were given.
  func requireOne(json: Bool) throws {
    let names = given + (json ? ["--json"] : [])
    if names.count > 1 { throw UsageError("\(names[0]) and \(names[1]) cannot be used together", showsUsage: true) }
  }
}
