import CommandKit

/// Options of commands that let a person edit text.
struct DraftOptions: ParsableArguments {
  @Flag(.customLong("continue"), help: "Continue with the text of an edit of this path that was not finished.")
  var continues: Bool
  @Flag(.long, help: "Discard the text of an edit of this path that was not finished, and start again.")
  var discard: Bool

  func validate() throws {
    if continues && discard { throw UsageError("--continue and --discard cannot be used together", showsUsage: true) }
  }

  static let files = [
    ManualEntry(
      "$XDG_RUNTIME_DIR/okit/edit-*", "the text while it is edited; without XDG_RUNTIME_DIR in /dev/shm/okit-UID")
  ]
}
