/// Messages that stay readable whatever they name. A path that somebody gives can be as long as the system allows an argument to be.
enum ShortText {
  /// Longer words than any usual path, in characters.
  private static let longestWord = 1000
  private static let longestText = 4000

  /// `text` with the middle of each very long word, and of a very long text, replaced by an ellipsis.
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestWord else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { cut($0, to: longestWord) }
    return cut(words.joined(separator: " ")[...], to: longestText)
  }

  private static func cut(_ text: Substring, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > length else { return String(text) }
    let kept = length / 4
    return String(scalars.prefix(kept)) + "…" + String(scalars.suffix(kept))
  }
}
