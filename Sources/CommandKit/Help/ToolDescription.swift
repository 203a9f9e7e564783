/// A whole tool as data.
struct ToolDescription {
  /// What is typed.
  let name: String
  /// The options that stand before or after every command, `--version` and `--help` included.
  let globalOptions: [ArgumentDescription]
  /// The tool itself with all its commands.
  let root: CommandDescription
}
