import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List the backups of a workspace.",
    examples: [
      Example("okit backup list", "list the backups, the newest first"),
      Example("okit backup list --json", "list the backups for a script"),
    ])

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let backups = try BackupListing(try session.workspace()).backups
    if console.json {
      return try console.writeJSON { writer in
        try writer.array("backups") { writer in
          for backup in backups { try writer.object { try backup.write(to: &$0) } }
        }
      }
    }
    guard !backups.isEmpty else { return console.note("no backups; run 'okit backup create' to create one") }
    var table = TextTable([
      .init("NAME", cutting: .never), .init("FORMAT"), .init("SIZE", .right), .init("CREATED", cutting: .early),
    ])
    for backup in backups {
      table.add([
        backup.name, backup.format.rawValue, size(try backup.size, console), time(backup.modified, session),
      ])
    }
    try table.write(to: console)
  }
}
