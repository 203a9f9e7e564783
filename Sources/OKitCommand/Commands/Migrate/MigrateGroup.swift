import CommandKit

struct MigrateGroup: Command {
  static let configuration = CommandConfiguration(
    "migrate",
    abstract: "Bring data to new definitions, and back.",
    discussion: """
      What was applied here is written to okit/history.json, which stays on this machine, as the backups do that were made before.
      """,
    subcommands: [MigrateRollbackCommand.self, MigrateHistoryCommand.self])
}
