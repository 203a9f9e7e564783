import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    "export",
    abstract: "Write models decrypted, or for a device.",
    discussion: """
      Writes models with their partials and attachments to okit/export, or to another folder, as a data folder: decrypted, or with \
      --cipher okit-cbc as the app on a device reads them. They stay there, in plain text, until --clear, which removes the files that \
      'okit export' wrote to okit/export and names what else is there.
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
  @Flag(.long, help: "Remove what was exported to okit/export, and nothing else.")
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
    let workspace = try session.workspace(keys)
    let export = ModelExport(workspace)
    if clear { return try report(export.clear(dryRun: dryRun), console) }
    let outcome = try export.export(
      models.uniqueModelNames(), to: output.map(session.absolute), forDevice: cipher == .okitCBC, dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("folder", outcome.folder)
        writer.array("models", of: outcome.models.map(\.description))
        writer.member("files", outcome.files)
        writer.array("remote", of: outcome.remoteModels.map(\.description))
        writer.array("missing", of: outcome.missing.map(\.description))
        writer.member("dryRun", dryRun)
      }
    }
    try console.writeResult(outcome.folder)
    console.note(
      "\(count(outcome.models.count, "model")), \(count(outcome.files, "file"))\(dryRun ? " would be exported" : "")")
    console.noteRemote(outcome.remoteModels, in: "the export")
    if cipher == nil, output == nil, !dryRun {
      console.hint("they are in plain text; 'okit export --clear' removes them")
    }
  }

  /// More names than these are counted.
  private static let namedLeftovers = 5

  private func report(_ clearing: ModelExport.Clearing, _ console: Console) throws {
    if console.json {
      try console.writeJSON { writer in
        writer.member("files", clearing.files)
        writer.array("left", of: clearing.left)
        writer.member("dryRun", dryRun)
      }
    }
    if clearing.files > 0 {
      console.note("\(count(clearing.files, "file")) \(dryRun ? "would be removed" : "removed") from okit/export")
    } else if clearing.left.isEmpty {
      console.note("okit/export is empty already")
    }
    guard !clearing.left.isEmpty else { return }
    var names = clearing.left.prefix(Self.namedLeftovers).map(Console.printable).joined(separator: ", ")
    if clearing.left.count > Self.namedLeftovers { names += ", …" }
    console.note(
      "\(count(clearing.left.count, "file")) in okit/export not written by 'okit export', or changed since, \(clearing.left.count == 1 ? "stays" : "stay"): \(names)"
    )
  }
}
