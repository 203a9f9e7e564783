/// The result of parsing a command line.
enum ParsedLine {
  case run(any Command)
  case help
  case version
  /// A group without a subcommand.
  case group
  case failure(any Error)
}
