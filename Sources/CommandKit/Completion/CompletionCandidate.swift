/// A word that could stand where the cursor is.
public struct CompletionCandidate: Equatable, Sendable {
  /// The whole word, as the tool is to get it; shells quote it themselves.
  public var text: String
  /// What it is, in a few words, for shells that show that.
  public var note: String
  /// Whether nothing more belongs to the word, so that a space can follow. What something follows ends in a sign: `books/`.
  public var isWhole: Bool

  /// A word to offer.
  public init(_ text: String, note: String = "", isWhole: Bool = true) {
    self.text = text
    self.note = note
    self.isWhole = isWhole
  }
}
