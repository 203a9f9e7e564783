/// The description of a command or group, the source of help and manual pages.
struct CommandDescription: Equatable {
  /// The words of the command, starting with the tool's name.
  let path: [String]
  /// Alternatives for the last word.
  let aliases: [String]
  /// One line.
  let abstract: String
  /// Paragraphs.
  let discussion: String
  /// Replaces the generated synopsis, without the command's name.
  let usage: String?
  /// Complete command lines.
  let examples: [Example]
  /// The command's own arguments, in declaration order, without the global options.
  let arguments: [ArgumentDescription]
  /// The commands of a group.
  let subcommands: [CommandDescription]
  /// Related manual pages.
  let seeAlso: [String]
  /// Exit statuses with a special meaning.
  let statuses: [ManualEntry]
  /// Files that the command reads or writes.
  let files: [ManualEntry]
  /// Environment variables that the command uses.
  let environment: [ManualEntry]
  /// True if lists omit the command.
  let isHidden: Bool

  /// The last word.
  var name: String { path.last ?? "" }
}

/// The description of a tool.
struct ToolDescription {
  /// The name as typed.
  let name: String
  /// The global options, including `--version` and `--help`.
  let globalOptions: [ArgumentDescription]
  /// The root command with all subcommands.
  let root: CommandDescription
}
