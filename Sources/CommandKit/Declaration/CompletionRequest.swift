/// A shell's request to complete an argument declared with ``CompletionKind/custom(_:)``.
package struct CompletionRequest {
  /// The name in the declaration.
  package let source: String
  /// The typed part of the word, up to the cursor.
  package let text: String
  /// The positional arguments before it.
  package let positionals: [String]
  private let groups: [any ParsableArguments]

  init(source: String, text: String, positionals: [String], groups: [any ParsableArguments]) {
    self.source = source
    self.text = text
    self.positionals = positionals
    self.groups = groups
  }

  /// Returns the command's options of a type, filled from the line before the cursor, or nil if the command has none. Read only options and
  /// flags: the line is incomplete, so arguments may be missing.
  package func options<Options: ParsableArguments>(_ type: Options.Type) -> Options? {
    groups.lazy.compactMap { $0 as? Options }.first
  }
}

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

/// A possible completion at the cursor.
package struct CompletionCandidate: Equatable, Sendable {
  /// The whole word as the tool receives it, without quotes.
  package var text: String
  /// A short description, for shells that show it.
  package var note: String
  /// True if the word is complete, so that a space can follow. An incomplete word ends in a separator: `books/`.
  package var isWhole: Bool

  /// Creates a candidate.
  package init(_ text: String, note: String = "", isWhole: Bool = true) {
    self.text = text
    self.note = note
    self.isWhole = isWhole
  }
}

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
