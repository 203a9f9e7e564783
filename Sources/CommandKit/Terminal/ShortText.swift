/// Shortens messages so that they stay readable with very long paths.
enum ShortText {
  /// The longest word, in characters; longer than any usual path.
  private static let maximumWordLength = 1000
  private static let maximumTextLength = 4000

  /// Returns `text` with the middle of each very long word, and of a very long text, replaced by an ellipsis.
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > maximumWordLength else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { cut($0, to: maximumWordLength) }
    return cut(words.joined(separator: " ")[...], to: maximumTextLength)
  }

  private static func cut(_ text: Substring, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > length else { return String(text) }
    let kept = length / 4
    return String(scalars.prefix(kept)) + "…" + String(scalars.suffix(kept))
  }
}
