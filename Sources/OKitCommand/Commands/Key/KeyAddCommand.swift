import Ciphers
import CommandKit
import JSONDocument
import OKitModels

struct KeyAddCommand: Command {
  static let configuration = CommandConfiguration(
    "add",
    abstract: "Add recipients.",
    discussion: "Existing files do not change until 'okit rekey'.",
    examples: [
      Example(
        "okit key add age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "add a recipient; then run 'okit rekey'")
    ])

  @Argument(help: "The recipients.", valueName: "age1…")
  var recipients: [String]
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.localWorkspace(dryRun: dryRun)
    let added = try RecipientChange(workspace).add(
      recipients.parsedRecipients())
    if console.json {
      try console.writeJSON { writer in
        writer.array("added", of: added.map(\.description))
        writer.member("dryRun", dryRun)
      }
    }
    for recipient in added { console.note("\(dryRun ? "would add" : "added") \(recipient)") }
    if added.isEmpty { console.note("nothing to do: the recipients are already in okit.json") }
    if !added.isEmpty, !dryRun {
      console.hint("run 'okit rekey' to re-encrypt existing files to the new recipients, too")
    }
  }
}
