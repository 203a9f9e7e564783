/// A change that was committed but that the system refuses to carry out.
struct UnfinishedChange: Error {
  /// The command that made the change; nil if it is not known.
  let command: String?
  let cause: SystemError
  let journal: FilePath

  /// The error for callers.
  var error: OKitError {
    OKitError(
      .inputOutput, "cannot finish an interrupted change\(command.map { " (\($0))" } ?? ""): \(cause)",
      remedy: .words(
        "remove the cause and run any command that writes; or back up okit/data and move \(ShellWord.quoted(journal.text)) away to keep the data as it is"
      ))
  }
}
