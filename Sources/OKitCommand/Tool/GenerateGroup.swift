import CommandKit
import OKitStorage

/// Generates the committed files that derive from the command declarations.
struct GenerateGroup: Command {
  static let configuration = CommandConfiguration(
    "generate", abstract: "Write the files generated from the command declarations.",
    subcommands: [GenerateManCommand.self], isHidden: true)
}
