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
