/// A possible completion at the cursor.
package struct CompletionCandidate: Equatable, Sendable {
  /// The whole word as the tool receives it, without quotes.
  package var text: String
  /// A short description, for shells that show it.
  package var note: String
  /// True if the word is complete, so that a space can follow. An incomplete word ends in a separator: `books/`.
  package var isWhole: Bool

  /// Creates a candidate.
  package init(_ text: String, note: String = "", isWhole: Bool = true) {
    self.text = text
    self.note = note
    self.isWhole = isWhole
  }
}
