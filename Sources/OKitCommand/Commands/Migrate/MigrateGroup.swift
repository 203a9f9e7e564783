import CommandKit
import OKitStorage

struct MigrateGroup: Command {
  static let configuration = CommandConfiguration(
    "migrate",
    abstract: "Bring data to new definitions, and back.",
    discussion: """
      When the classes of an app change, the data written before have to follow. okit/model/applied.json records the definitions that the \
      data of each model conform to; 'okit migrate status' compares them with the app's sources, 'plan' shows what would change, 'apply' \
      does it, and 'rollback' brings back what was there before. What definitions do not say — that a property was renamed, that values \
      may be lost, how one value becomes another — stands in numbered files in okit/migrations, which 'okit migrate new' begins.

      What was applied here is written to okit/history.json, which stays on this machine, as the backups do that were made before.
      """,
    examples: [
      Example("okit migrate plan", "what a change of the classes means for the data"),
      Example("okit migrate apply", "make it so; what was there is kept"),
    ],
    subcommands: [
      MigrateStatusCommand.self, MigratePlanCommand.self, MigrateApplyCommand.self, MigrateRollbackCommand.self,
      MigrateHistoryCommand.self, MigrateNewCommand.self, MigrateAcceptCommand.self,
    ])
}
