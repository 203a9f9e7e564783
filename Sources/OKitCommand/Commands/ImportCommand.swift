import CommandKit
import Glibc
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    "import",
    abstract: "Import models from a backup, a folder or a file.",
    discussion: """
      The source is an okit backup, an app's own zip, a data folder, or one JSON file, plain or encrypted; '-' reads \
      an encrypted backup or a JSON document from standard input. okit reads and checks the whole source before it \
      changes anything. New models are added. If a model exists, the import stops unless --merge (keep it) or \
      --replace (replace it) is given.
      """,
    examples: [
      Example("okit import shop.tar.zst.age", "import the models of a backup"),
      Example("okit import books.json --as books", "import a JSON file as a model"),
      Example(
        "okit import ~/device/okit/data --replace --yes", "replace the models with those of a device's data folder"),
    ])

  @Argument(help: "The backup, folder or file; '-' is standard input.", valueName: "source", completion: .file)
  var source: String
  @Option(
    .customLong("as"), help: "The name for a single JSON file.", valueName: "model", completion: .workspace(.models))
  var name: String?
  @Flag(.long, help: "Keep existing models and add the others.")
  var merge: Bool
  @Flag(.long, help: "Replace existing models; the old ones are kept as a backup.")
  var replace: Bool
  @Flag(.long, help: "Accept a zip with ZipCrypto, which is insecure.")
  var allowWeakZip: Bool
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Read and check, but change nothing.")
  var dryRun: Bool
  @OptionGroup var form: EncryptionPolicyOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if merge && replace { throw UsageError("--merge and --replace cannot be used together", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    let request = ModelImport.Request(
      name: try name.map { try ModelName(new: $0) }, existingModels: replace ? .replace : merge ? .keep : .refuse,
      form: try form.choice())
    // The replaced models are also kept as a backup.
    workspace.confirmUnkept = nil
    if replace && !dryRun { try session.confirm("Replace existing models with those from \(source)", isAgreed: yes) }
    let outcome = try ModelImport(workspace).run(
      opened(session), request,
      unlock: session.unlock(password, workspace.keyring, allowsWeakZip: allowWeakZip))
    if console.json {
      return try console.writeJSON { writer in
        writer.array("imported", of: outcome.imported.map(\.description))
        writer.array("replaced", of: outcome.replaced.map(\.description))
        writer.array("removed", of: outcome.removed.map(WorkspacePath.init))
        writer.array("present", of: outcome.present.map(\.description))
        writer.member("proven", outcome.isProven)
        writer.member("kept", outcome.safetyBackup)
        writer.member("dryRun", dryRun)
      }
    }
    for name in outcome.imported { try console.writeResult(Console.printable(name.description)) }
    if dryRun, !outcome.imported.isEmpty { console.note("would import \(count(outcome.imported.count, "model"))") }
    if !outcome.replaced.isEmpty {
      let names = outcome.replaced.map { Console.printable($0.description) }.joined(separator: ", ")
      console.note("\(dryRun ? "would replace" : "replaced") existing models: \(names)")
    }
    if !outcome.removed.isEmpty {
      let paths = outcome.removed.map { WorkspacePath($0).text }
      console.note(
        "\(dryRun ? "would remove" : "removed") \(count(paths.count, "file")) that the source does not contain: \(list(paths))"
      )
    }
    if outcome.imported.isEmpty { console.note("nothing to import: every model already exists") }
    if !outcome.present.isEmpty {
      console.note("kept existing models: \(outcome.present.map(\.description).joined(separator: ", "))")
    }
    if !outcome.isProven {
      console.note("the source has no checksums; cannot verify that it is complete and unchanged")
    }
    if let backup = outcome.safetyBackup {
      console.noteKept(backup)
    } else if !outcome.imported.isEmpty, !dryRun {
      console.suggest("run 'okit check' to check the imported data")
    }
  }

  private func opened(_ session: Session) throws -> ModelImport.Source {
    guard source == "-" else { return .path(try session.absolute(source)) }
    return .stream(try session.standardInput("a backup or a JSON document"))
  }
}
