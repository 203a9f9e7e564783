/// A continuation of the text of a path.
package struct PathContinuation: Equatable, Sendable {
  /// The whole text of the path.
  package let text: String
  /// A description: a type or the name of an entity; may be empty.
  package let note: String
  /// True if the path can end here. Otherwise the text ends in a character that requires more, as in `books/`.
  package let isWhole: Bool
}
