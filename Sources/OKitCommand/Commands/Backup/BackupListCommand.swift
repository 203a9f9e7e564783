import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List the backups of a workspace.",
    discussion:
      """
      NOTE says if a backup is pinned, when it was verified and when 'okit backup verify --restore-test' restored it, if it \
      is known to be damaged, its tags and its note.
      """,
    examples: [
      Example("okit backup list", "list the backups, the newest first"),
      Example("okit backup list --folder ~/usb", "list the backups in a folder"),
      Example("okit backup list --json", "list the backups for a script"),
    ])

  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: [], places)
    let backups = try session.places(places, workspace, password).byCreation()
    if console.json {
      return try console.writeJSON { writer in
        try writer.array("backups") { writer in
          for (backup, record) in backups { try writer.object { try backup.write(record, to: &$0) } }
        }
      }
    }
    guard !backups.isEmpty else { return console.note("no backups; run 'okit backup create' to create one") }
    let hasSnapshots = backups.contains { $0.backup.source.snapshot != nil }
    var table = TextTable(
      [.init("NAME", cutting: .never)] + (hasSnapshots ? [.init("SNAPSHOT", cutting: .early)] : []) + [
        .init("FORMAT"), .init("SIZE", .right), .init("CREATED", cutting: .early), .init("NOTE", cutting: .late),
      ])
    for (backup, record) in backups {
      let id = backup.source.snapshot.map { String($0.id.prefix(8)) } ?? "-"
      table.add(
        [backup.name] + (hasSnapshots ? [id] : []) + [
          backup.formatName, size(try backup.size, console), time(record?.created ?? backup.modified, session),
          note(backup, record, session),
        ])
    }
    try table.write(to: console)
  }

  private func note(_ backup: BackupListing.Backup, _ record: BackupRecord?, _ session: Session) -> String {
    guard let record else { return backup.isKnownToBeDamaged(record) ? "damaged" : "-" }
    var words = record.label.isPinned ? ["pinned"] : []
    if let verification = record.verification {
      words.append(verification.isIntact ? "verified \(time(verification.time, session))" : "damaged")
    }
    if let test = record.restoreTest {
      let problems = test.problems == 0 ? "" : " with \(count(test.problems, "problem"))"
      words.append("restore tested \(time(test.time, session))\(problems)")
    }
    if record.unreadableFiles > 0 { words.append(count(record.unreadableFiles, "unreadable file")) }
    words += record.label.tags.map { Console.printable($0) }
    if let note = record.label.note { words.append(Console.printable(note)) }
    return words.isEmpty ? "-" : words.joined(separator: ", ")
  }
}
