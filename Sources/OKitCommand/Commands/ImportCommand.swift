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
    abstract: "Take models over from a backup, a folder or a file.",
    discussion: """
      The source is a backup of okit, an app's own zip, a data folder, or one JSON file, plain or encrypted; '-' reads a sealed backup or a \
      JSON document from standard input. It is read and checked whole before anything changes. Models that are absent are added. Present ones stop the \
      import, unless --merge keeps them and adds the rest, or --replace makes them what the source has.
      """,
    examples: [
      Example("okit import shop.tar.zst.age", "from a backup"),
      Example("okit import books.json --as books", "one model"),
      Example("okit import ~/device/okit/data --replace --yes", "from a device's folder"),
    ])

  @Argument(help: "What to import; '-' is standard input.", valueName: "source", completion: .file)
  var source: String
  @Option(
    .customLong("as"), help: "The name for a single JSON file.", valueName: "model", completion: .workspace(.models))
  var name: String?
  @Flag(.long, help: "Keep models that are present and add the rest.")
  var merge: Bool
  @Flag(.long, help: "Replace models that are present; what they were is kept as a backup.")
  var replace: Bool
  @Flag(.long, help: "Take a zip with ZipCrypto, which anybody can read and change.")
  var allowWeakZip: Bool
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Read and check, but change nothing.")
  var dryRun: Bool
  @OptionGroup var form: RestoredFormOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if merge && replace { throw UsageError("--merge and --replace exclude each other", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let request = ModelImport.Request(
      name: try name.map { try ModelName($0) }, presence: replace ? .replace : merge ? .keep : .refuse,
      form: try form.choice())
    if replace && !dryRun { try session.confirm("Replacing models with those of \(source)", isAgreed: yes) }
    let outcome = try ModelImport(workspace).run(
      opened(session, console), request,
      unlock: session.unlock(password, workspace.keyring, allowsWeakZip: allowWeakZip), dryRun: dryRun
    )
    if console.json {
      return try console.writeJSON { writer in
        writer.array("imported", of: outcome.imported.map(\.description))
        writer.array("present", of: outcome.present.map(\.description))
        writer.member("proven", outcome.isProven)
        writer.member("kept", outcome.kept)
        writer.member("dryRun", dryRun)
      }
    }
    for name in outcome.imported { try console.writeResult(Console.printable(name.description)) }
    if dryRun, !outcome.imported.isEmpty { console.note("\(count(outcome.imported.count, "model")) would be imported") }
    if outcome.imported.isEmpty { console.note("nothing to import: every model is present") }
    if !outcome.present.isEmpty {
      console.note("kept as they are: \(outcome.present.map(\.description).joined(separator: ", "))")
    }
    if !outcome.isProven { console.note("the source has no sums of its own: nothing proves it complete or unchanged") }
    if let kept = outcome.kept {
      console.noteKept(kept)
    } else if !outcome.imported.isEmpty, !dryRun {
      console.suggest("'okit check' looks through it")
    }
  }

  private func opened(_ session: Session, _ console: Console) throws -> ModelImport.Source {
    guard source == "-" else { return .path(try session.absolute(source)) }
    return .stream(try session.standardInput("a backup or a JSON document"))
  }
}
