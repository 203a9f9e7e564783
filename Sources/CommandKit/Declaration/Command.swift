/// A command of a tool, or a group of commands.
///
/// A command with subcommands is a group: it is never run itself.
public protocol Command: ParsableArguments {
  /// Name, help and subcommands.
  static var configuration: CommandConfiguration { get }

  /// Does the command's work. What it throws is told to the user by the tool, which knows a status for it.
  func run(_ console: Console) throws
}

extension Command {
  /// What a group does: it throws a `UsageError`, since it is never run. The parser shows its help before it comes to this.
  public func run(_ console: Console) throws {
    throw UsageError("missing subcommand")
  }
}
