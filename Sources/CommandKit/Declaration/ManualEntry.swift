/// A term and its meaning in a list of the manual: an exit status, a file or a variable.
package struct ManualEntry: Sendable, Equatable {
  /// The term, such as `77` or `$OKIT_ROOT`.
  package var term: String
  /// The meaning.
  package var meaning: String

  /// Creates an entry.
  package init(_ term: String, _ meaning: String) {
    self.term = term
    self.meaning = meaning
  }
}
