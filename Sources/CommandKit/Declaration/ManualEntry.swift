/// A term and its meaning in a list of the manual: an exit status, a file or a variable.
public struct ManualEntry: Sendable, Equatable {
  /// The term, such as `77` or `$OKIT_ROOT`.
  public var term: String
  /// The meaning.
  public var meaning: String

  /// Creates an entry.
  public init(_ term: String, _ meaning: String) {
    self.term = term
    self.meaning = meaning
  }
}
