import Ciphers
import CommandKit
import JSONDocument
import OKit

struct StatusCommand: Command {
  static let configuration = CommandConfiguration(
    "status",
    abstract: "Show what is in a workspace and what opens.",
    discussion: """
      Shows the models, how each is stored and whether the keys at hand open it, the keys, the backups, and what is wrong. Asks for \
      no passphrase.
      """,
    examples: [
      Example("okit status", "one screen"), Example("okit status --json | jq -r '.models[].name'", "names of models"),
    ])

  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let status = try WorkspaceStatus(
      of: workspace, keyring: session.keyring(keys, for: workspace), patience: session.patience)
    if console.json { return try Self.writeJSON(status, console) }
    let output = console.standardOutput
    try output.writeLine(
      "workspace   \(Console.printable(status.root))\(status.id.map { "  (\($0))" } ?? "  (no okit.json: read-only)")")
    try output.writeLine()
    try Self.writeModels(status, console)
    try output.writeLine()
    try output.writeLine("attachments  \(status.attachments) (\(size(status.attachmentSize, console)))")
    try output.writeLine("identity     \(Self.words(status.identity))")
    try output.writeLine("app's key    \(Self.words(status.frameworkKey))")
    try output.writeLine(
      "recipients   \(status.recipients.isEmpty ? "none" : status.recipients.joined(separator: " "))")
    try output.writeLine("backups      \(Self.words(status.backups))")
    if let problem = status.definitionsProblem {
      try output.writeLine("definitions  \(Console.printable(problem))")
    }
    if status.exported > 0 { try output.writeLine("export       decrypted data lie in okit/export") }
    Self.writeHints(status, console)
  }

  private static func writeModels(_ status: WorkspaceStatus, _ console: Console) throws {
    guard !status.models.isEmpty else { return try console.standardOutput.writeLine("no models") }
    var table = TextTable([
      .init("MODEL"), .init("KIND"), .init("STORED"), .init("ACCESS"), .init("SIZE", .right), .init("PARTIALS", .right),
      .init("PROBLEM"),
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
    case .protected: "present, behind a passphrase"
    case .present: "present"
    }
  }

  private static func words(_ backups: [BackupListing.Backup]) -> String {
    guard let newest = backups.first else { return "none" }
    return
      "\(backups.count), newest \(Console.printable(newest.name)) (\(newest.format.rawValue), \(Timestamp.internet(newest.modified)))"
  }

  private static func writeHints(_ status: WorkspaceStatus, _ console: Console) {
    let locked = status.models.filter { $0.access == .locked }
    if locked.contains(where: { $0.form == .okitCBC }), status.frameworkKey == .absent {
      console.hint("'okit key import cryptinfo.json' takes over the app's key")
    }
    if locked.contains(where: { $0.form == .age }), status.identity == .absent {
      console.hint("name the identity with -i FILE or $OKIT_IDENTITY")
    }
    if status.id == nil { console.hint("'okit init \(ShellWord.quoted(status.root))' makes it a workspace") }
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
      writer.array("recipients") { writer in
        for recipient in status.recipients { writer.element(recipient) }
      }
      try writer.array("backups") { writer in
        for backup in status.backups { try writer.object { try backup.write(to: &$0) } }
      }
      writer.member("exported", status.exported)
      writer.member("definitionsProblem", status.definitionsProblem)
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
