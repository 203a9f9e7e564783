import Ciphers
import CommandKit
import JSONDocument
import OKit

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    "export",
    abstract: "Write models decrypted, or for a device.",
    discussion: """
      Writes models with their partials and attachments to okit/export, or to another folder, as a data folder: decrypted, or with \
      --cipher okit-cbc as the app on a device reads them. They stay there, in plain text, until --clear.
      """,
    examples: [
      Example("okit export", "everything, decrypted, to okit/export"),
      Example("okit export --clear", "remove it again"),
      Example("okit export --cipher okit-cbc -o ~/to-device", "a data folder to put back on the device"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Option(.shortAndLong, help: "The folder; absent or empty.", valueName: "dir", completion: .folder)
  var output: String?
  @Option(.long, help: "Only okit-cbc: encrypt with the app's key.", valueName: "cipher")
  var cipher: Configuration.Cipher?
  @Flag(.long, help: "Remove what was exported to okit/export.")
  var clear: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if cipher == .age {
      throw UsageError("an export is decrypted or for a device; 'backup create -r' encrypts to recipients")
    }
    if clear && (!models.isEmpty || output != nil || cipher != nil) {
      throw UsageError("--clear goes alone", showsUsage: true)
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let export = ModelExport(workspace, keyring: try session.keyring(keys, for: workspace))
    if clear {
      let files = try export.clear(dryRun: dryRun)
      if console.json {
        try console.writeJSON { writer in
          writer.member("files", files)
          writer.member("dryRun", dryRun)
        }
      }
      return console.note(
        files == 0
          ? "okit/export is empty already"
          : "\(count(files, "file")) \(dryRun ? "would be removed" : "removed") from okit/export")
    }
    let outcome = try export.export(
      models.uniqueModelNames(), to: output.map(session.absolute), forDevice: cipher == .okitCBC,
      patience: session.patience, dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("folder", outcome.folder)
        writer.array("models", of: outcome.models.map(\.description))
        writer.member("files", outcome.files)
        writer.member("dryRun", dryRun)
      }
    }
    try console.writeResult(outcome.folder)
    console.note(
      "\(count(outcome.models.count, "model")), \(count(outcome.files, "file"))\(dryRun ? " would be exported" : "")")
    if cipher == nil, output == nil, !dryRun {
      console.hint("they are in plain text; 'okit export --clear' removes them")
    }
  }
}
