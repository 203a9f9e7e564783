import Ciphers
import CommandKit
import JSONDocument
import OKitModels

struct KeyAddCommand: Command {
  static let configuration = CommandConfiguration(
    "add",
    abstract: "Encrypt to further recipients from now on.",
    discussion: "What is encrypted already is not touched; 'okit rekey' encrypts it anew.",
    examples: [
      Example("okit key add age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", "then 'okit rekey'")
    ])

  @Argument(help: "The recipients.", valueName: "age1…")
  var recipients: [String]
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let added = try RecipientChange(workspace).add(
      recipients.parsedRecipients(), dryRun: dryRun)
    if console.json {
      try console.writeJSON { writer in
        writer.array("added", of: added.map(\.description))
        writer.member("dryRun", dryRun)
      }
    }
    for recipient in added { console.note("\(recipient) \(dryRun ? "would be added" : "added")") }
    if added.isEmpty { console.note("nothing to do: already among the recipients") }
    if !added.isEmpty, !dryRun { console.hint("'okit rekey' encrypts what is encrypted already to them as well") }
  }
}
