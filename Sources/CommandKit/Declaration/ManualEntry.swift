/// A term and its meaning, for the manual's lists: an exit status, a file, a variable.
public struct ManualEntry: Sendable, Equatable {
  /// What is explained, such as `77` or `$OKIT_ROOT`.
  public var term: String
  /// What it means.
  public var meaning: String

  /// An entry of a list.
  public init(_ term: String, _ meaning: String) {
    self.term = term
    self.meaning = meaning
  }
}
