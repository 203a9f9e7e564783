/// The way a shell completes a value.
package enum CompletionKind: Sendable, Equatable {
  /// No completion.
  case none
  /// Files.
  case file
  /// Folders.
  case folder
  /// One of a fixed list.
  case values([String])
  /// Completed by the tool itself, under a name such as `models`.
  case custom(String)
  /// A command of the tool, or one of these words.
  case command(or: [String] = [])
}
