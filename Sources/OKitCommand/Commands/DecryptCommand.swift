import CommandKit
import JSONDocument
import OKitModels
import OKitRemote
import OKitStorage

struct DecryptCommand: Command {
  static let configuration = CommandConfiguration(
    "decrypt",
    abstract: "Decrypt models.",
    discussion: """
      Decrypts models with their partials and attachments, all of them or none, and records in okit.json that they are \
      plain. The Swift classes do not change; okit warns if a model's class says otherwise. With --stdout it prints \
      the decrypted text of one model instead and changes nothing.
      """,
    examples: [
      Example("okit decrypt default", "decrypt one model"),
      Example("okit decrypt default --stdout | jq .", "print a decrypted model without changing it"),
    ])

  @OptionGroup var models: ModelArguments
  @Flag(.long, help: "Print the decrypted model and change nothing.")
  var stdout: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var consent: ConsentOption
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if stdout, consent.yes { throw UsageError("--yes cannot be used with --stdout, which changes nothing") }
    if stdout, models.models.count != 1 { throw UsageError("--stdout needs exactly one model", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    consent.apply(to: session)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    if stdout {
      let values = try ModelValues(workspace)
      let document = try values.document(of: ModelName(models.models[0]))
      return try document.bytes.withUnsafeBytes {
        // Control characters in the text would control the terminal.
        guard console.standardOutput.isTerminal else { return try console.standardOutput.write($0) }
        try console.writeEscaped(json: Array($0))
      }
    }
    let remote = session.remoteModels(workspace)
    let outcomes = try remote.sending(remote.sendable(models.names, encrypted: false), discardsWhenRefused: true) { _ in
      try ModelConversion(workspace).decrypt(models.selection)
    }
    let report = ConversionReport(verb: "decrypted", dryRun: dryRun)
    try report.write(outcomes, console)
    if outcomes.isEmpty { console.note("no model is encrypted") }
    report.warnOfMismatches(outcomes, isEncrypted: false, console)
  }
}
