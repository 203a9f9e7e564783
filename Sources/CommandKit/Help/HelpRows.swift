/// Formats the lists in help texts.
struct HelpRows {
  /// The width of the label column.
  static let labelColumns = 26

  let width: Int

  /// Returns a label with its text next to it, or below it if the label is too long.
  func entry(_ label: String, _ text: String) -> [String] {
    let start = "  " + label
    let used = ColumnWidth.of(start)
    if text.isEmpty { return [start] }
    let lines = Wrapping.lines(text, width: width, indent: Self.labelColumns)
    if used >= Self.labelColumns { return [start] + lines }
    let padding = String(repeating: " ", count: Self.labelColumns - used)
    return [start + padding + lines[0].dropFirst(Self.labelColumns)] + lines.dropFirst()
  }

  /// Returns a command line below its explanation.
  func example(_ example: Example) -> [String] {
    let explanation = example.explanation.isEmpty ? "" : example.explanation + ":"
    return Wrapping.lines(explanation, width: width, indent: 2).filter { !$0.isEmpty } + ["    " + example.commandLine]
  }
}
