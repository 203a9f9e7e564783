import CommandKit
import OKitStorage

struct MigrateGroup: Command {
  static let configuration = CommandConfiguration(
    "migrate",
    abstract: "Migrate data to new definitions, and roll back.",
    discussion: """
      When the classes of an app change, existing data must change, too. okit/model/applied.json records the \
      definitions that each model's data conforms to. 'okit migrate status' compares them with the app's sources, \
      'plan' shows what would change, 'apply' changes it, and 'rollback' restores the previous data. Numbered files \
      in okit/migrations record what definitions cannot express: that a property was renamed, that values may be \
      dropped, or how to convert values. 'okit migrate new' writes such a file.

      okit/history.json records the migrations applied on this machine. okit/.gitignore lists this file and \
      okit/backup, where okit by default keeps the backups made before each migration, so Git does not copy them to \
      other machines.
      """,
    examples: [
      Example("okit migrate plan", "show how changed classes affect the data"),
      Example("okit migrate apply", "migrate the data, and keep the previous data as a backup"),
    ],
    subcommands: [
      MigrateStatusCommand.self, MigratePlanCommand.self, MigrateApplyCommand.self, MigrateRollbackCommand.self,
      MigrateHistoryCommand.self, MigrateNewCommand.self, MigrateAcceptCommand.self,
    ])
}
