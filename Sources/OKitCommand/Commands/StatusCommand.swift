import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

struct StatusCommand: Command {
  static let configuration = CommandConfiguration(
    "status",
    abstract: "Show the models, keys and backups of a workspace.",
    discussion: """
      Shows the models, how each is stored and whether the available keys open it, the keys, the backups, and \
      problems. Never asks for a passphrase.
      """,
    examples: [
      Example("okit status", "show an overview"),
      Example("okit status --json | jq -r '.models[].name'", "print the names of the models"),
    ])

  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let status = try WorkspaceStatus(of: session.localWorkspace(keys, past))
    let (pending, migrationsProblem) = (status.modelsToMigrate, status.migrationsProblem)
    if console.json { return try Self.writeJSON(status, console) }
    let output = console.standardOutput
    let id = status.id.map { "(\($0))" } ?? "(no okit.json: read-only)"
    if let name = past.at {
      // The files of a past state have no place of their own.
      try output.writeLine("workspace   \(id)")
      try output.writeLine("as of       \(Console.printable(name))")
    } else {
      try output.writeLine("workspace   \(Console.printable(status.root.text))  \(id)")
    }
    try output.writeLine()
    try Self.writeModels(status, console)
    try output.writeLine()
    try output.writeLine("attachments  \(status.attachments) (\(size(status.attachmentSize, console)))")
    try output.writeLine("identity     \(Self.words(status.identity))")
    try output.writeLine("app's key    \(Self.words(status.frameworkKey))")
    try output.writeLine(
      "recipients   \(status.recipients.isEmpty ? "none" : status.recipients.joined(separator: " "))")
    // Backups and exports are those of the present.
    if past.at == nil {
      try output.writeLine("backups      \(Self.words(status.backups, session))")
      if let repository = status.repository { try output.writeLine("repository   \(Console.printable(repository))") }
    }
    if let problem = status.definitionsProblem {
      try output.writeLine("definitions  \(Console.printable(problem))")
    }
    if let problem = status.recordProblem {
      try output.writeLine("record       \(Console.printable(problem))")
    }
    if !pending.isEmpty {
      try output.writeLine(
        "migrations   pending for \(Console.printable(pending.map(\.description).joined(separator: ", ")))")
    }
    if let migrationsProblem { try output.writeLine("migrations   \(Console.printable(migrationsProblem))") }
    if status.exported > 0 { try output.writeLine("export       decrypted data in okit/export") }
    StatusHints(status: status).write(to: console)
  }

  private static func writeModels(_ status: WorkspaceStatus, _ console: Console) throws {
    guard !status.models.isEmpty else { return try console.standardOutput.writeLine("no models") }
    var table = TextTable([
      .init("MODEL", cutting: .never), .init("KIND"), .init("STORED"),
      .init("ACCESS", cutting: .never, wordStyles: stateStyles), .init("SIZE", .right), .init("PARTIALS", .right),
      .init("PROBLEM", cutting: .early),
    ])
    for model in status.models {
      table.add([
        model.name.description, model.kind?.rawValue ?? "-", model.form?.rawValue ?? "-", model.access?.rawValue ?? "-",
        size(model.size, console), "\(model.partials)", model.problem ?? "",
      ])
    }
    try table.write(to: console)
  }

  private static func words(_ presence: Keyring.Presence) -> String {
    switch presence {
    case .absent: "none"
    case .protected: "present, protected by a passphrase"
    case .present: "present"
    }
  }

  private static func words(_ backups: [BackupListing.Recorded]?, _ session: Session) -> String {
    guard let backups else { return "unknown" }
    guard let (newest, record) = backups.first else { return "none" }
    let made = time(record?.created ?? newest.modified, session)
    return "\(backups.count), newest \(Console.printable(newest.name)) (\(newest.formatName), \(made))"
  }

  private static func writeJSON(_ status: WorkspaceStatus, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.member("root", status.root)
      writer.member("id", status.id)
      writer.array("models") { writer in
        for model in status.models {
          writer.object { writer in
            writer.member("name", model.name.description)
            writer.member("class", model.className)
            writer.member("kind", model.kind?.rawValue)
            writer.member("form", model.form?.rawValue)
            writer.member("access", model.access?.rawValue)
            writer.member("size", Int(model.size))
            writer.member("partials", model.partials)
            writer.member("problem", model.problem)
          }
        }
      }
      writer.object("attachments") { writer in
        writer.member("count", status.attachments)
        writer.member("size", Int(status.attachmentSize))
      }
      writer.member("identity", json(status.identity))
      writer.member("frameworkKey", json(status.frameworkKey))
      writer.array("recipients", of: status.recipients)
      writer.member("repository", status.repository)
      try writer.array("backups") { writer in
        for (backup, record) in status.backups ?? [] { try writer.object { try backup.write(record, to: &$0) } }
      }
      writer.array("modelsToMigrate", of: status.modelsToMigrate.map(\.description))
      writer.member("exported", status.exported)
      writer.member("definitionsProblem", status.definitionsProblem)
      writer.member("recordProblem", status.recordProblem)
      writer.member("migrationsProblem", status.migrationsProblem)
    }
  }

  private static func json(_ presence: Keyring.Presence) -> String {
    switch presence {
    case .absent: "absent"
    case .protected: "protected"
    case .present: "present"
    }
  }
}
