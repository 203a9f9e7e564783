import CommandKit
import JSONDocument
import OKitMigrations
import OKitModels
import OKitStorage

struct MigrateStatusCommand: Command {
  static let configuration = CommandConfiguration(
    "status",
    abstract: "Compare data with the definitions.",
    discussion: """
      For each model, compares the definitions that its data conforms to with those of the app's sources. Lists the \
      migrations that are not applied yet, and those edited after they were applied. Reads no data and needs no key.
      """,
    examples: [
      Example("okit migrate status", "show the state of each model"),
      Example("okit migrate status -q || okit migrate apply", "migrate if something is pending, in a script"),
    ],
    statuses: [ManualEntry("1", "something is pending")])

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let status = try MigrationStatus(of: session.readingWorkspace(nil))
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
      console.warn("\(name) was edited after it was applied; run 'okit migrate accept \(name)' to accept the edit")
    }
    for name in status.late {
      console.warn("\(name) is pending, but a higher number was already applied; give it a higher number")
    }
    for name in status.missing { console.warn("\(name) was applied but is missing from okit/migrations") }
    if status.models.contains(where: { $0.state == .pending }) {
      console.suggest("run 'okit migrate plan' to see what would change")
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
