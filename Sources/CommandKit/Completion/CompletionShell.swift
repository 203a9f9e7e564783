/// A shell with support for completion.
package enum CompletionShell: String, CaseIterable, Sendable, ArgumentValue {
  /// GNU bash, 4.4 and later.
  case bash
  /// Z shell.
  case zsh
  /// fish, 3.4 and later.
  case fish
}

/// The completion scripts of a tool.
enum CompletionScript {}
