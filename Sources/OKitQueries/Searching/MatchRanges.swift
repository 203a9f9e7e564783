import LocalText

/// The parts of a text that a search has found, to emphasize them.
package struct MatchRanges {
  /// The ranges in their order. They do not overlap.
  package let ranges: [Range<String.Index>]

  /// The matches of `patterns` in `text`. A match in a part of what a character is folded to includes the whole character, as with `ss` in `ß`.
  package init(of patterns: [TextPattern], in text: String) {
    lazy var folded = FoldedText(text)
    let found = patterns.flatMap { pattern -> [Range<String.Index>] in
      switch pattern {
      case .folded(let wanted):
        return Self.occurrences(of: FoldedText(wanted).text, in: folded.text).map(folded.origin)
      case .exact(let wanted): return Self.occurrences(of: wanted, in: text)
      case .expression(let expression, let isFolded):
        let found = Self.matches(of: expression, in: text)
        return isFolded ? found + Self.matches(of: expression, in: folded.text).map(folded.origin) : found
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

/// A text whose characters are folded one by one, so that each part leads back to what it comes from.
private struct FoldedText {
  let text: String
  /// The places in the original of the characters that the bytes come from.
  private let origins: [Range<String.Index>]

  init(_ original: String) {
    let folding = ICULibrary.installed.map(TextFolding.init)
    var text = ""
    var origins: [Range<String.Index>] = []
    for index in original.indices {
      let character = original[index]
      let folded =
        character.isASCII ? character.lowercased() : folding?.folded(String(character)) ?? character.lowercased()
      text += folded
      origins += Array(repeating: index..<original.index(after: index), count: folded.utf8.count)
    }
    self.text = text
    self.origins = origins
  }

  /// Returns the place in the original of a part of the text.
  func origin(of part: Range<String.Index>) -> Range<String.Index> {
    let start = text.utf8.distance(from: text.startIndex, to: part.lowerBound)
    let end = text.utf8.distance(from: text.startIndex, to: part.upperBound)
    guard start < end else { return part.lowerBound..<part.lowerBound }
    return origins[start].lowerBound..<origins[end - 1].upperBound
  }
}
