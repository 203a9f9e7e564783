import LocalText

/// The parts of a text that a search has found, to emphasize them.
package struct MatchRanges {
  /// The ranges in their order. They do not overlap.
  package let ranges: [Range<String.Index>]

  /// The matches of `patterns` in `text`. A match that is folded to a different number of characters may be missing.
  package init(of patterns: [TextPattern], in text: String) {
    let found = patterns.flatMap { pattern -> [Range<String.Index>] in
      switch pattern {
      case .folded(let wanted): Self.folded(wanted, in: text)
      case .exact(let wanted): Self.occurrences(of: wanted, in: text)
      case .expression(let expression, _): Self.matches(of: expression, in: text)
      }
    }.sorted { $0.lowerBound < $1.lowerBound }
    var ranges: [Range<String.Index>] = []
    for range in found where !range.isEmpty {
      if let last = ranges.last, range.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    self.ranges = ranges
  }

  private static func folded(_ wanted: String, in text: String) -> [Range<String.Index>] {
    let folding = ICULibrary.installed.map(TextFolding.init)
    func folded(_ character: Character) -> String {
      character.isASCII ? character.lowercased() : folding?.folded(String(character)) ?? character.lowercased()
    }
    let wanted = wanted.map(folded)
    let pieces = text.map(folded)
    let indices = Array(text.indices) + [text.endIndex]
    guard !wanted.isEmpty, pieces.count >= wanted.count else { return [] }
    return (0...(pieces.count - wanted.count)).filter { start in
      wanted.indices.allSatisfy { pieces[start + $0] == wanted[$0] }
    }.map { indices[$0]..<indices[$0 + wanted.count] }
  }

  private static func occurrences(of wanted: String, in text: String) -> [Range<String.Index>] {
    let (bytes, part) = (Array(text.utf8), Array(wanted.utf8))
    guard !part.isEmpty, bytes.count >= part.count else { return [] }
    return (0...(bytes.count - part.count)).filter { bytes[$0..<$0 + part.count].elementsEqual(part) }.map { start in
      text.utf8.index(text.startIndex, offsetBy: start)..<text.utf8.index(text.startIndex, offsetBy: start + part.count)
    }
  }

  private static func matches(of expression: RegularExpression, in text: String) -> [Range<String.Index>] {
    ((try? expression.matches(in: text)) ?? []).map { range in
      String.Index(utf16Offset: range.lowerBound, in: text)..<String.Index(utf16Offset: range.upperBound, in: text)
    }
  }
}
