import CommandKit

struct RemoteGroup: Command {
  static let configuration = CommandConfiguration(
    "remote",
    abstract: "Exchange models with an HTTP server.",
    discussion: """
      Models of the kinds http and encrypted-http are stored on a server, at the URL 'endpoint' in okit.json, or \
      $OKIT_ENDPOINT. 'pull' makes a local copy, with which all other commands work. 'push' sends its changes to the \
      server, and 'sync' does both. Changes of both sides are merged by the ids of entities, since the state that both \
      had in common last. 'okit help http' describes the server.
      """,
    examples: [
      Example("okit remote status", "show what was changed here and on the server"),
      Example("okit remote sync", "take the server's changes, then send the local ones"),
    ],
    subcommands: [
      RemoteStatusCommand.self, RemotePullCommand.self, RemotePushCommand.self, RemoteSyncCommand.self,
    ])
}
