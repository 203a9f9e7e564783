import CommandKit
import OKitModels

struct RekeyCommand: Command {
  static let configuration = CommandConfiguration(
    "rekey",
    abstract: "Encrypt models anew, to the recipients of now.",
    discussion: """
      Encrypts every file in the age format again, to the recipients that the workspace has now; all of them or none. Needed after 'key \
      add' or 'key remove'. Older backups open with the keys of then.
      """,
    examples: [Example("okit rekey", "after a change of recipients")])

  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let outcomes = try ModelConversion(workspace)
      .rekey(dryRun: dryRun)
    try ConversionReport(verb: "encrypted anew", dryRun: dryRun).write(outcomes, console)
    if outcomes.isEmpty { console.note("no model is stored in the age format") }
  }
}
