/// What could stand where the cursor is.
public enum CompletionAnswer: Equatable, Sendable {
  /// One of these words. Those that do not begin with what is there are left out later.
  case candidates([CompletionCandidate])
  /// A file, which the shell finds itself.
  case files
  /// A folder, which the shell finds itself.
  case folders

  /// Nothing that is known.
  public static let nothing = CompletionAnswer.candidates([])

  /// One of these words, with nothing to say of them.
  static func words(_ words: [String]) -> Self { .candidates(words.map { CompletionCandidate($0) }) }
}
