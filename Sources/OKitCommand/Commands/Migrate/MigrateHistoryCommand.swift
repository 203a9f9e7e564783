import CommandKit
import JSONDocument
import OKitMigrations
import OKitStorage

struct MigrateHistoryCommand: Command {
  static let configuration = CommandConfiguration(
    "history",
    abstract: "Show the migrations applied and rolled back on this machine.",
    discussion: """
      Prints one line for each apply, rollback and accepted edit, the oldest first, with its time, its changes and \
      the backup of the previous data.
      """,
    examples: [
      Example("okit migrate history", "show times, counts and backups"),
      Example("okit migrate history --json", "print every change for a script"),
    ])

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let events = try MigrationHistory(of: session.workspace()).events
    if console.json {
      return try console.writeJSON { writer in
        writer.array("events") { writer in
          for event in events { writer.object { event.write(to: &$0, withFiles: false) } }
        }
      }
    }
    guard !events.isEmpty else { return console.note("no migration was applied on this machine") }
    var table = TextTable([
      .init("TIME"), .init("WHAT", cutting: .never), .init("MIGRATIONS", cutting: .never),
      .init("CHANGES", cutting: .early), .init("BACKUP", cutting: .never),
    ])
    for event in events { table.add(row(event, events, session)) }
    try table.write(to: console)
  }

  private func row(_ event: MigrationEvent, _ events: [MigrationEvent], _ session: Session) -> [String] {
    let time = time(event.time, session)
    switch event.action {
    case .apply(let apply):
      return [time, event.name, list(apply.migrations), changes(of: apply), apply.backup]
    case .rollback(let undoes, let backup):
      let undone = events.compactMap { event -> MigrationApply? in
        guard undoes.contains(event.time), case .apply(let apply) = event.action else { return nil }
        return apply
      }
      return [time, event.name, list(undone.flatMap(\.migrations)), "-", backup]
    case .accept(let migration):
      return [time, event.name, migration, "-", "-"]
    }
  }

  private func list(_ names: [String]) -> String { names.isEmpty ? "-" : names.joined(separator: ", ") }

  private func changes(of apply: MigrationApply) -> String {
    let changes = apply.models.flatMap(\.changes)
    var text = "\(count(apply.models.count, "model")), \(count(changes.count, "change"))"
    let lost = changes.reduce(0) { $0 + $1.lost }
    if lost > 0 { text += ", \(count(lost, "value")) lost" }
    return text
  }
}
