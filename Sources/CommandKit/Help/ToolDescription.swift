/// The description of a tool.
struct ToolDescription {
  /// The name as typed.
  let name: String
  /// The global options, including `--version` and `--help`.
  let globalOptions: [ArgumentDescription]
  /// The root command with all subcommands.
  let root: CommandDescription
}
