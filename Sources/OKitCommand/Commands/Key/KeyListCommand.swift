import Ciphers
import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct KeyListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "Show recipients and keys.",
    discussion: "Shows the recipients and which keys are available. Shows no secrets and never prompts.",
    examples: [Example("okit key list", "show the keys and their locations")])

  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let own = try workspace.keyring.identityRecipients()
    let recipients = workspace.configuration?.recipients ?? []
    let frameworkKey = try workspace.keyring.frameworkKeyPresence()
    if console.json {
      return try console.writeJSON { writer in
        writer.array("recipients") { writer in
          for recipient in recipients {
            writer.object { writer in
              writer.member("recipient", recipient.description)
              writer.member("own", own.map { $0.contains(recipient) })
            }
          }
        }
        writer.object("identity") { writer in
          writer.member("path", workspace.keyring.identityPath)
          writer.member("present", own?.isEmpty != true)
          writer.member("protected", own == nil)
        }
        writer.object("frameworkKey") { writer in
          writer.member("path", workspace.keyring.frameworkKeyPath)
          writer.member("present", frameworkKey == .present)
        }
      }
    }
    let output = console.standardOutput
    if recipients.isEmpty { try output.writeLine("recipient  none") }
    for recipient in recipients {
      try output.writeLine(
        "recipient  \(recipient)\(own?.contains(recipient) == true ? "  (your identity)" : "")")
    }
    for recipient in own ?? [] where !recipients.contains(recipient) {
      try output.writeLine("identity   for \(recipient), not a recipient; run 'okit key add' to add it")
    }
    let state = own.map { $0.isEmpty ? "none at" : "present at" } ?? "protected by a passphrase at"
    try output.writeLine(
      "identity   \(state) \(workspace.keyring.identityPath.map { Console.printable($0.text) } ?? "-")")
    try output.writeLine(
      "app's key  \(frameworkKey == .present ? "present at" : "none at") \(workspace.keyring.frameworkKeyPath.map { Console.printable($0.text) } ?? "-")"
    )
  }
}
