import Ciphers
import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct KeyRemoveCommand: Command {
  static let configuration = CommandConfiguration(
    "remove",
    abstract: "Encrypt no longer to recipients.",
    discussion: """
      What is encrypted already still opens for them until 'okit rekey', and older backups and copies always will.
      """,
    examples: [
      Example("okit key remove age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", "then 'okit rekey'")
    ])

  @Argument(help: "The recipients.", valueName: "age1…", completion: .workspace(.recipients))
  var recipients: [String]
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let wanted = try recipients.parsedRecipients()
    let present = try workspace.requireConfiguration().recipients
    if let unknown = wanted.first(where: { !present.contains($0) }) {
      throw OKitError(
        .notFound, "\(unknown) is not a recipient",
        remedy: .candidates(present.map(\.description), insteadOf: unknown.description))
    }
    let removed = try RecipientChange(workspace).remove(wanted, dryRun: dryRun)
    if console.json {
      try console.writeJSON { writer in
        writer.array("removed", of: removed.map(\.description))
        writer.member("dryRun", dryRun)
      }
    }
    for recipient in removed { console.note("\(recipient) \(dryRun ? "would be removed" : "removed")") }
    if !dryRun { console.hint("'okit rekey' encrypts what they can still open anew") }
  }
}
