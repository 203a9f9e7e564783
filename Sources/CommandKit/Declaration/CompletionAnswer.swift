/// The possible completions at the cursor.
package enum CompletionAnswer: Equatable, Sendable {
  /// One of these words. Words that do not match the typed text are removed later.
  case candidates([CompletionCandidate])
  /// A file, completed by the shell.
  case files
  /// A folder, completed by the shell.
  case folders

  /// No completion.
  package static let nothing = CompletionAnswer.candidates([])

  /// Returns words without notes as candidates.
  static func words(_ words: [String]) -> Self { .candidates(words.map { CompletionCandidate($0) }) }
}
