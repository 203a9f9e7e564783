import CommandKit
import OKitStorage

struct KeyGroup: Command {
  static let configuration = CommandConfiguration(
    "key",
    abstract: "Manage the keys of a workspace.",
    discussion: """
      Models are encrypted to recipients, which okit.json lists and everybody may know, and opened with an identity, which lies outside \
      of the workspace: -i FILE, $OKIT_IDENTITY, or ~/.config/okit/<workspace id>/identity.txt. Beside it lies the key of an app's own \
      encryption, okit-cbc.json, or where $OKIT_CBC_KEY says. Whoever loses the identity loses the data: keep a copy.
      """,
    examples: [
      Example("okit key import cryptinfo.json", "the key of an app's data, from the device"),
      Example("okit key generate", "an identity of your own"),
    ],
    subcommands: [
      KeyGenerateCommand.self, KeyListCommand.self, KeyAddCommand.self, KeyRemoveCommand.self, KeyImportCommand.self,
      KeyExportCommand.self,
    ],
    seeAlso: ["age-keygen(1)"])
}
