import CommandKit
import JSONDocument
import OKitModels
import OKitRemote
import OKitStorage

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

  /// Runs `body`, which merges, until all conflicts are settled as the options say.
  func settling<Result>(
    _ session: Session, _ workspace: Workspace, _ body: (ConflictSettlements) throws -> Result
  ) throws -> Result {
    if edit { return try ConflictEditing(session: session, workspace: workspace).run(body) }
    return try body(ours ? .all(.ours) : theirs ? .all(.theirs) : .none)
  }
}
