import CommandKit
import OKitStorage

/// What is made of the declarations of commands and committed beside the sources.
struct GenerateGroup: Command {
  static let configuration = CommandConfiguration(
    "generate", abstract: "Write the files that are made of the commands' declarations.",
    subcommands: [GenerateManCommand.self], isHidden: true)
}
