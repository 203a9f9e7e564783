import CommandKit
import OKitModels
import OKitRemote

struct RekeyCommand: Command {
  static let configuration = CommandConfiguration(
    "rekey",
    abstract: "Re-encrypt models to the current recipients.",
    discussion: """
      Re-encrypts every file in the age format to the workspace's current recipients, all of them or none. Run it \
      after 'key add' or 'key remove'. Older backups still need the old keys.
      """,
    examples: [Example("okit rekey", "re-encrypt models after a change of recipients")])

  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    let outcomes = try session.remoteModels(workspace).sending(nil, discardsWhenRefused: true) { _ in
      try ModelConversion(workspace).rekey()
    }
    try ConversionReport(verb: "re-encrypted", dryRun: dryRun).write(outcomes, console)
    if outcomes.isEmpty { console.note("no model is stored in the age format") }
  }
}
