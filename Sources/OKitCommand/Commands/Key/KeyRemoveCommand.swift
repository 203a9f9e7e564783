import Ciphers
import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct KeyRemoveCommand: Command {
  static let configuration = CommandConfiguration(
    "remove",
    abstract: "Remove recipients.",
    discussion: """
      Until 'okit rekey', removed recipients can still open existing files. They can still open older backups and \
      copies, even after rekey.
      """,
    examples: [
      Example(
        "okit key remove age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "remove a recipient; then run 'okit rekey'")
    ])

  @Argument(help: "The recipients.", valueName: "age1…", completion: .workspace(.recipients))
  var recipients: [String]
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.localWorkspace(dryRun: dryRun)
    let wanted = try recipients.parsedRecipients()
    let present = try workspace.requireConfiguration().recipients
    if let unknown = wanted.first(where: { !present.contains($0) }) {
      throw OKitError(
        .notFound, "no such recipient: \(unknown)",
        remedy: .candidates(present.map(\.description), insteadOf: unknown.description))
    }
    let removed = try RecipientChange(workspace).remove(wanted)
    if console.json {
      try console.writeJSON { writer in
        writer.array("removed", of: removed.map(\.description))
        writer.member("dryRun", dryRun)
      }
    }
    for recipient in removed { console.note("\(dryRun ? "would remove" : "removed") \(recipient)") }
    if !dryRun { console.hint("run 'okit rekey' to re-encrypt the files that they can still open") }
  }
}
