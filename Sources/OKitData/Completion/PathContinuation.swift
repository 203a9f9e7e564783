/// A way on from the text of a path.
package struct PathContinuation: Equatable, Sendable {
  /// The whole text.
  package let text: String
  /// What is there: a type, or the name of an entity; may be empty.
  package let note: String
  /// Whether nothing is expected behind it; else it ends in a sign that something follows, as in `books/`.
  package let isWhole: Bool
}
