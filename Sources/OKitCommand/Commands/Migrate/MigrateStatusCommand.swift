import CommandKit
import JSONDocument
import OKitMigrations
import OKitModels
import OKitStorage

struct MigrateStatusCommand: Command {
  static let configuration = CommandConfiguration(
    "status",
    abstract: "Say whether data and definitions agree.",
    discussion: """
      Compares, for each model, the definitions that its data conform to with those of the app's sources, and names the migrations that its \
      data did not go through yet, and those that were edited since they were applied. Reads no data and needs no key.
      """,
    examples: [
      Example("okit migrate status", "model by model"),
      Example("okit migrate status -q || okit migrate apply", "in a script"),
    ],
    statuses: [ManualEntry("1", "something is pending")])

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let status = try MigrationStatus(of: session.workspace())
    if console.json { try writeJSON(status, console) } else { try writeText(status, console) }
    if !status.isInAgreement { throw ExitStatus(Status.found) }
  }

  private func writeText(_ status: MigrationStatus, _ console: Console) throws {
    var table = TextTable([
      .init("MODEL", cutting: .never), .init("CLASS"), .init("STATE", cutting: .never, wordStyles: stateStyles),
      .init("MIGRATION", .right),
    ])
    for model in status.models {
      table.add([
        model.name.description, model.className ?? "", model.state.rawValue, model.migration.map(String.init) ?? "",
      ])
    }
    if !console.isQuiet, !table.isEmpty { try table.write(to: console) }
    for name in status.pending { console.note("\(name) is pending") }
    for name in status.edited {
      console.warn("\(name) was edited since it was applied; 'okit migrate accept \(name)' says that it is meant")
    }
    for name in status.late {
      console.warn("\(name) came after one with a higher number had been applied; give it a higher one")
    }
    for name in status.missing { console.warn("\(name) was applied and is not in okit/migrations") }
    if status.models.contains(where: { $0.state == .pending }) {
      console.suggest("'okit migrate plan' shows what would change")
    }
  }

  private func writeJSON(_ status: MigrationStatus, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("models") { writer in
        for model in status.models {
          writer.object { writer in
            writer.member("name", model.name.description)
            writer.member("class", model.className)
            writer.member("state", model.state.rawValue)
            writer.member("migration", model.migration)
          }
        }
      }
      for (key, names) in [
        ("pending", status.pending), ("edited", status.edited), ("missing", status.missing), ("late", status.late),
      ] {
        writer.array(key, of: names)
      }
    }
  }
}
