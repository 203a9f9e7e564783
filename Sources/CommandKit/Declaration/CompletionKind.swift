/// How a shell completes a value.
public enum CompletionKind: Sendable, Equatable {
  /// Nothing can be offered.
  case none
  /// Files.
  case file
  /// Folders.
  case folder
  /// One of a fixed list.
  case values([String])
  /// Asked of the tool itself, under a name that the tool's author chose, such as `models`.
  case custom(String)
  /// The words that lead to a command of the tool, or one of these words.
  case command(or: [String] = [])
}
