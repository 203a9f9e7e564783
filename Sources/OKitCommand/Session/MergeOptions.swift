import CommandKit
import OKitRemote

/// Options of commands that merge the changes of a server.
struct MergeOptions: ParsableArguments {
  @Flag(.long, help: "Where both sides changed a value, keep the local change.")
  var ours: Bool
  @Flag(.long, help: "Where both sides changed a value, take the server's change.")
  var theirs: Bool
  @Flag(.long, help: "Where both sides changed a value, choose in an editor.")
  var edit: Bool

  func validate() throws {
    if [ours, theirs, edit].count(where: { $0 }) > 1 {
      throw UsageError("only one of --ours, --theirs and --edit can be used", showsUsage: true)
    }
  }

  /// The settlements that the options choose; none with `--edit`, which asks a person.
  var settlements: ConflictSettlements { ours ? .all(.ours) : theirs ? .all(.theirs) : .none }
}
