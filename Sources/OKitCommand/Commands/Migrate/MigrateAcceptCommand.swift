import CommandKit
import JSONDocument
import OKitEditing
import OKitMigrations
import OKitStorage

struct MigrateAcceptCommand: Command {
  static let configuration = CommandConfiguration(
    "accept",
    abstract: "Accept that an applied migration was edited.",
    discussion: """
      When okit applies a migration, it records a checksum that does not depend on white space or the order of keys. \
      If the migration is edited later, okit applies no other migration until the edit is undone or accepted. Data \
      that was already migrated does not change.
      """,
    examples: [Example("okit migrate accept 0001-titles", "accept the edit of a migration")])

  @Argument(help: "The migration.", valueName: "name", completion: .workspace(.migrations))
  var name: String
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let outcome = try MigrationCreation(session.localWorkspace(dryRun: dryRun)).accept(name)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("migration", outcome.name)
        writer.member("dryRun", dryRun)
      }
    }
    guard outcome.wasEdited else {
      return console.note("nothing to do: \(outcome.name) was not edited since it was applied or accepted")
    }
    console.note("\(dryRun ? "would accept" : "accepted") \(outcome.name)")
  }
}
