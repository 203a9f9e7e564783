import CommandKit

struct KeyGroup: Command {
  static let configuration = CommandConfiguration(
    "key",
    abstract: "Manage the keys of a workspace.",
    discussion: """
      okit encrypts models to recipients, which are public and listed in okit.json, and opens them with an identity, \
      which is outside of the workspace: -i FILE, $OKIT_IDENTITY, or ~/.config/okit/<workspace id>/identity.txt. The \
      app's key is in okit-cbc.json next to it, or in the file $OKIT_CBC_KEY. Without the identity, the data cannot \
      be opened. Keep a copy.
      """,
    examples: [
      Example("okit key import cryptinfo.json", "import the app's key, copied from the device"),
      Example("okit key generate", "create an identity"),
    ],
    subcommands: [
      KeyGenerateCommand.self, KeyListCommand.self, KeyAddCommand.self, KeyRemoveCommand.self, KeyImportCommand.self,
      KeyExportCommand.self,
    ],
    seeAlso: ["age-keygen(1)"])
}
