/// How a shell completes a value.
public enum CompletionKind: Sendable, Codable, Equatable {
  /// Nothing can be offered.
  case none
  /// Files; only those with one of the endings, unless there are none.
  case file(endings: [String] = [])
  /// Folders.
  case folder
  /// One of a fixed list.
  case values([String])
  /// Asked of the tool itself, under a name that the tool's author chose, such as `models`.
  case custom(String)

  /// Files of every kind.
  public static var file: CompletionKind { .file() }
}
