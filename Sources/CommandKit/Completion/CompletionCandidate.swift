/// A possible completion at the cursor.
public struct CompletionCandidate: Equatable, Sendable {
  /// The whole word as the tool receives it, without quotes.
  public var text: String
  /// A short description, for shells that show it.
  public var note: String
  /// True if the word is complete, so that a space can follow. An incomplete word ends in a separator: `books/`.
  public var isWhole: Bool

  /// Creates a candidate.
  public init(_ text: String, note: String = "", isWhole: Bool = true) {
    self.text = text
    self.note = note
    self.isWhole = isWhole
  }
}
