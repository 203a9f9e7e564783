/// The lines of lists in help texts.
struct HelpRows {
  /// Where the texts of lists begin.
  static let labelColumns = 26

  let width: Int

  /// A label with its text beside it or, where it is too long, below it.
  func entry(_ label: String, _ text: String) -> [String] {
    let start = "  " + label
    let used = ColumnWidth.of(start)
    if text.isEmpty { return [start] }
    let lines = Wrapping.lines(text, width: width, indent: Self.labelColumns)
    if used >= Self.labelColumns { return [start] + lines }
    let padding = String(repeating: " ", count: Self.labelColumns - used)
    return [start + padding + lines[0].dropFirst(Self.labelColumns)] + lines.dropFirst()
  }

  /// A command line below what it is for.
  func example(_ example: Example) -> [String] {
    let explanation = example.explanation.isEmpty ? "" : example.explanation + ":"
    return Wrapping.lines(explanation, width: width, indent: 2).filter { !$0.isEmpty } + ["    " + example.commandLine]
  }
}
