/// A way on from the text of a path.
public struct PathContinuation: Equatable, Sendable {
  /// The whole text.
  public let text: String
  /// What is there: a type, or the name of an entity; may be empty.
  public let note: String
  /// Whether nothing is expected behind it; else it ends in a sign that something follows, as in `books/`.
  public let isWhole: Bool
}
