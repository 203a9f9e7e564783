import Bindings
import JSONDocument
package import LocalText
import OKitModels
import OKitStorage

/// A pattern that a search looks for in texts.
package enum TextPattern {
  /// A text, without regard to case, diacritics and width.
  case folded(String)
  /// Exactly this text.
  case exact(String)
  /// A match of a regular expression. If it is folded, also in a text without diacritics and differences of width.
  case expression(RegularExpression, isFolded: Bool)

  /// A regular expression in the syntax of ICU.
  ///
  /// Throws an error of kind `usage` if it is not valid, and `unsupported` without ICU.
  package static func expression(_ text: String, isFolded: Bool) throws -> TextPattern {
    guard let library = ICULibrary.installed else {
      throw OKitError(.unsupported, "regular expressions need the ICU library (Debian package libicu72)")
    }
    do {
      return .expression(
        try RegularExpression(text, ignoringCase: isFolded, library: library), isFolded: isFolded)
    } catch {
      throw OKitError(.usage, "\(PathComponent.printable(text)) is not a valid regular expression (\(error))")
    }
  }
}

/// Finds the patterns of a search in texts. All of them must be found.
struct TextFinder {
  private let patterns: [TextPattern]
  private let foldedPatterns: [FoldedPattern?]
  /// The search in the bytes of a document that finds at least all texts with the first pattern; nil if each text must be examined.
  let search: StringSearch?
  /// True if what `search` finds for certain needs no further examination.
  let isDecisive: Bool
  private let folded: (String) -> String

  init(_ patterns: [TextPattern], folding folded: @escaping (String) -> String) {
    self.patterns = patterns
    self.folded = folded
    foldedPatterns = patterns.map {
      if case .folded(let text) = $0 { FoldedPattern(text, folding: folded) } else { nil }
    }
    isDecisive = patterns.count == 1
    switch patterns.first {
    case .exact(let text)?: search = StringSearch(exactly: Array(text.utf8))
    // A text that is folded to other characters can only be found in texts with such characters.
    case .folded?: search = foldedPatterns[0].flatMap { StringSearch(ignoringCaseOf: Array($0.text.utf8)) }
    case .expression?, nil: search = nil
    }
  }

  /// True if a text contains all patterns.
  func isFound(in text: String) throws -> Bool {
    try zip(patterns, foldedPatterns).allSatisfy { pattern, folded in
      switch pattern {
      case .folded: folded?.isContained(in: text, folding: self.folded) ?? false
      case .exact(let wanted): text.containsBytes(of: wanted)
      case .expression(let expression, let isFolded):
        try matches(of: expression, in: text)
          || isFolded && !text.utf8.allSatisfy { $0 < 0x80 } && matches(of: expression, in: self.folded(text))
      }
    }
  }

  private func matches(of expression: RegularExpression, in text: String) throws -> Bool {
    do {
      return try !expression.matches(in: text).isEmpty
    } catch {
      throw OKitError(.usage, "the regular expression is too expensive for a text (\(error))")
    }
  }
}
