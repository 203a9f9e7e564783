import CommandKit
import OKitModels
import OKitRemote

struct RemoteSyncCommand: Command {
  static let configuration = CommandConfiguration(
    "sync",
    abstract: "Take a server's changes, then send the local ones.",
    discussion: """
      Runs 'okit remote pull', then 'okit remote push' for models with a local copy.
      """,
    examples: [
      Example("okit remote sync", "exchange the changes of all remote models"),
      Example("okit remote sync shop --ours", "let local changes win where both changed a value"),
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
    try RemoteExchange(session, workspace, merge: merge, pushes: true, dryRun: dryRun)
      .run(models.uniqueModelNames())
  }
}
