import CommandKit
import JSONDocument
import OKitQueries

/// Prints the results of a search, one per line.
struct SearchOutput {
  /// The number of characters before a match if the beginning of a text is left out.
  private static let context = 20

  private let patterns: [TextPattern]
  private let console: Console

  init(_ patterns: [TextPattern], _ console: Console) {
    self.patterns = patterns
    self.console = console
  }

  func write(_ results: [TextSearch.Result]) throws {
    let output = console.standardOutput
    for result in results {
      switch result {
      case .text(let value, let path, _, _):
        let path = Console.printable(path)
        let room = output.isTerminal ? max(console.columns - ColumnWidth.of(path) - 2, 30) : nil
        try output.writeLine("\(output.styled(path, .cyan)): \(shown(value.string ?? "", in: room))")
      case .file(let path): try output.writeLine(output.styled(Console.printable(path), .cyan))
      }
    }
  }

  /// Returns a text on one line, with its matches emphasized, and cut to a width.
  private func shown(_ text: String, in room: Int?) -> String {
    let isPlain = room == nil && !console.standardOutput.isColored
    let matches = isPlain ? [] : MatchRanges(of: patterns, in: text).ranges
    var start = text.startIndex
    if let room, let first = matches.first, ColumnWidth.of(text) > room {
      let before = text.distance(from: text.startIndex, to: first.lowerBound)
      if before > Self.context { start = text.index(first.lowerBound, offsetBy: -Self.context) }
    }
    var result = start > text.startIndex ? "…" : ""
    var left = room.map { $0 - ColumnWidth.of(result) }
    func append(_ part: Substring, isMatch: Bool) {
      let whole = Console.printable(String(part))
      let shown = left.map { ColumnWidth.cut(whole, to: $0) } ?? whole
      left = left.map { $0 - ColumnWidth.of(shown) }
      if shown.isEmpty { return }
      result += isMatch ? console.standardOutput.styled(shown, .red, .bold) : shown
    }
    var position = start
    for match in matches where match.lowerBound >= position {
      append(text[position..<match.lowerBound], isMatch: false)
      append(text[match], isMatch: true)
      position = match.upperBound
    }
    append(text[position...], isMatch: false)
    return result
  }
}
