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
      A migration is recorded with a checksum over its meaning when it is applied. Where it was edited since, nothing more is applied until \
      the edit is taken back, or accepted. Data that went through it stay what they are.
      """,
    examples: [Example("okit migrate accept 0001-titles", "the edit is meant")])

  @Argument(help: "The migration.", valueName: "name", completion: .workspace(.migrations))
  var name: String
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Change nothing.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let accepted = try MigrationCreation(session.workspace()).accept(name, dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("migration", accepted)
        writer.member("dryRun", dryRun)
      }
    }
    console.note("\(accepted) \(dryRun ? "would be" : "is") accepted as it is")
  }
}
