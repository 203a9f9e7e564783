import CommandKit
import OKitModels
import OKitRemote

struct RemotePushCommand: Command {
  static let configuration = CommandConfiguration(
    "push",
    abstract: "Send local changes to a server.",
    discussion: """
      Sends the files that differ from the state that was pulled or pushed last. A file that was changed on the server in \
      the meantime is not overwritten (status 75): run 'okit remote sync'. After an interruption, the next push asks the \
      server what has arrived, and sends the rest.
      """,
    examples: [
      Example("okit remote push", "send the changes of all local copies"),
      Example("okit remote push shop -n", "list the files that would be sent"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Flag(.customShort("n"), .long, help: "Show what would be done, and change nothing.")
  var dryRun: Bool
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    session.remoteOptions = remote
    let workspace = try session.localWorkspace(keys, dryRun: dryRun)
    try RemoteExchange(session, workspace, merge: nil, pushes: true, dryRun: dryRun)
      .run(models.uniqueModelNames())
  }
}
