/// What a command line asks for.
enum ParsedLine {
  case run(any Command)
  case help
  case version
  /// A group without one of its commands.
  case group
  case failure(any Error)
}
