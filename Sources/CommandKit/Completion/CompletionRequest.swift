/// What a tool is asked when a shell completes an argument declared with ``CompletionKind/custom(_:)``.
public struct CompletionRequest {
  /// The name in the declaration.
  public let source: String
  /// What is there of the word, up to the cursor.
  public let text: String
  /// The command's arguments without names that stand before it.
  public let positionals: [String]
  private let groups: [any ParsableArguments]

  init(source: String, text: String, positionals: [String], groups: [any ParsableArguments]) {
    self.source = source
    self.text = text
    self.positionals = positionals
    self.groups = groups
  }

  /// The command's options of a type, with what was given before on the line; nil where the command has none of them. Only options and flags
  /// can be read: the line is not complete, so that arguments may be missing.
  public func options<Options: ParsableArguments>(_ type: Options.Type) -> Options? {
    groups.lazy.compactMap { $0 as? Options }.first
  }
}
