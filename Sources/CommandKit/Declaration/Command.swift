/// A command of a tool, or a group of commands.
///
/// A command with subcommands is a group and never runs itself.
package protocol Command: ParsableArguments {
  /// The name, help and subcommands.
  static var configuration: CommandConfiguration { get }

  /// Runs the command. The tool reports a thrown error and exits with its status.
  func run(_ console: Console) throws
}

extension Command {
  /// Throws a `UsageError`, because a group never runs: the parser shows its help instead.
  package func run(_ console: Console) throws {
    throw UsageError("missing subcommand")
  }
}
