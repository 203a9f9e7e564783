import CommandKit
import OKitModels
import OKitRemote

struct RemotePullCommand: Command {
  static let configuration = CommandConfiguration(
    "pull",
    abstract: "Take a server's changes into the local copy.",
    discussion: """
      Makes the local copy if there is none. Nothing is changed if both sides changed the same value, unless --ours or \
      --theirs chooses one; the other one is kept in the history, where 'okit undo' and 'okit diff' find it.
      """,
    examples: [
      Example("okit remote pull", "take the changes of all remote models"),
      Example("okit remote pull shop --theirs", "let the server win where both changed a value"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.customShort("n"), .long, help: "Show what would be done, and change nothing.")
  var dryRun: Bool
  @OptionGroup var merge: MergeOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    session.remoteOptions = remote
    let workspace = try session.localWorkspace(keys, dryRun: dryRun)
    rules.apply(to: workspace)
    try RemoteExchange(session, workspace, merge: merge, pushes: false, dryRun: dryRun)
      .run(models.uniqueModelNames())
  }
}
