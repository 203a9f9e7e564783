import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitQueries
import OKitStorage

extension TableExport.Format: ArgumentValue {}

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    "export",
    abstract: "Export decrypted models, data for a device, or tables.",
    discussion: """
      Writes models with their partials and attachments to okit/export, or to another folder. The files are decrypted, \
      or with --cipher okit-cbc encrypted as the app on a device reads them. Decrypted files stay in okit/export until \
      you run 'okit export --clear', which removes the files that 'okit export' wrote there, and keeps and lists all \
      others.

      --format writes the tables that 'okit query --schema' prints to a new SQLite file, or to a folder with a CSV file \
      for each of them. These files are not encrypted.
      """,
    examples: [
      Example("okit export", "export all models, decrypted, to okit/export"),
      Example("okit export --clear", "remove the exported files"),
      Example("okit export --cipher okit-cbc -o ~/to-device", "export a data folder to put back on the device"),
      Example("okit export --format sqlite -o shop.db", "export the models as tables of a SQLite file"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Option(
    .shortAndLong, help: "The folder, or the SQLite file; it must be empty or not exist.", valueName: "path",
    completion: .file)
  var output: String?
  @Option(
    .long, help: "Export tables for other programs, not encrypted; needs --output.", valueName: "format")
  var format: TableExport.Format?
  @Option(
    .long, help: "Encrypt with okit-cbc and the app's key; for age, use 'okit backup create -r' instead.",
    valueName: "cipher")
  var cipher: Configuration.Cipher?
  @Flag(.long, help: "Remove the files that 'okit export' wrote to okit/export.")
  var clear: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if cipher == .age {
      throw UsageError("cannot export with the cipher age; 'okit backup create -r' encrypts to recipients")
    }
    if clear && (!models.isEmpty || output != nil || cipher != nil || format != nil) {
      throw UsageError("--clear cannot be used with models, --output, --cipher or --format", showsUsage: true)
    }
    if format != nil {
      if cipher != nil { throw UsageError("--format cannot be used with --cipher", showsUsage: true) }
      if output == nil { throw UsageError("--format needs --output", showsUsage: true) }
      if output == "-" { throw UsageError("cannot export tables to standard output") }
    }
    if clear, past.at != nil { throw UsageError("--clear cannot be used with --at", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let (target, source) = try session.exportWorkspaces(past, keys, dryRun: dryRun, toFolder: output != nil)
    if let format, let output {
      let outcome = try TableExport(target, of: source)
        .export(models.uniqueModelNames(), as: format, to: session.absoluteOutput(output))
      return try report(outcome, console)
    }
    let export = ModelExport(target, of: source)
    if clear { return try report(export.clear(), console) }
    let outcome = try export.export(
      models.uniqueModelNames(), to: output.map(session.absoluteOutput), forDevice: cipher == .okitCBC)
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
    try console.writeResult(outcome.folder.text)
    console.note(
      "\(dryRun ? "would export" : "exported") \(count(outcome.models.count, "model")), \(count(outcome.files, "file"))"
    )
    console.noteRemote(outcome.remoteModels, in: "the export")
    if cipher == nil, output == nil, !dryRun {
      console.hint("run 'okit export --clear' to remove the plain text when you no longer need it")
    }
  }

  private func report(_ outcome: TableExport.Outcome, _ console: Console) throws {
    if console.json {
      return try console.writeJSON { writer in
        writer.member("path", outcome.path)
        writer.array("tables") { writer in
          for table in outcome.tables {
            writer.object { writer in
              writer.member("table", table.name)
              writer.member("rows", table.rows)
            }
          }
        }
        writer.member("dryRun", dryRun)
      }
    }
    try console.writeResult(outcome.path.text)
    let counts = "\(count(outcome.tables.count, "table")), \(count(outcome.rows, "row"))"
    console.note(dryRun ? "would export \(counts)" : "exported \(counts); the data is not encrypted")
  }

  /// The most names that are listed.
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
      console.note("\(dryRun ? "would remove" : "removed") \(count(clearing.files, "file")) from okit/export")
    } else if clearing.left.isEmpty {
      console.note("okit/export is already empty")
    }
    guard !clearing.left.isEmpty else { return }
    var names = clearing.left.prefix(Self.namedLeftovers).map { Console.printable($0.text) }.joined(separator: ", ")
    if clearing.left.count > Self.namedLeftovers { names += ", …" }
    console.note(
      "kept \(count(clearing.left.count, "file")) that 'okit export' did not write, or that changed since: \(names)"
    )
  }
}
