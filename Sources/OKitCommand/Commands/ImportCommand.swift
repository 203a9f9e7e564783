import CommandKit
import Glibc
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitModels
import OKitRemote
import OKitStorage

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    "import",
    abstract: "Import models from a backup, a folder or a file, or rows from a table.",
    discussion: """
      The source is an okit backup, an app's own zip, a data folder, or one JSON file, plain or encrypted; '-' reads \
      an encrypted backup or a JSON document from standard input. okit reads and checks the whole source before it \
      changes anything. New models are added. If a model exists, the import stops unless --merge (keep it) or \
      --replace (replace it) is given.

      With --into, the source is a table, and each row changes the element of an array that has its key. Rows with an \
      unknown key, or with an empty id, are added with the defaults of the class. Headings are bindings that start from \
      the element, as 'okit list' prints them; --map renames or ignores columns. Values are typed by the class, as in \
      'okit set', and equal values keep their bytes, so that importing what 'okit list' printed changes nothing. An empty \
      field removes an optional value; "" is an empty text. --match author=name finds the author with the name in the \
      column, among the entities around those that elements refer to now; 'author=directory:authors[*]/name' names the \
      entities. All rows are imported in one step, or none; -n prints a table of the changes. --delete-missing removes \
      the elements that the table does not contain.

      A table is CSV with commas or semicolons, TSV, or JSON: an array of objects, or an object per line. It is in UTF-8, \
      or in UTF-16. TSV in UTF-8 has the escapes of 'okit list --tsv', where empty texts are empty fields, unless \
      another program has quoted a heading, or a field with a tab, a line feed or a quote. In JSON, null is an empty field, and missing members stay as they are.
      """,
    examples: [
      Example("okit import shop.tar.zst.age", "import the models of a backup"),
      Example("okit import books.json --as books", "import a JSON file as a model"),
      Example(
        "okit import ~/device/okit/data --replace --yes", "replace the models with those of a device's data folder"),
      Example("okit import books.csv --into books --key id -n", "show what a table would change"),
      Example(
        "okit import new.csv --into books --key name --map 'Title=name' --match 'author=name'",
        "import a table with other headings, and find authors by their names"),
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
  @OptionGroup var rows: RowImportOptions
  @OptionGroup var form: EncryptionPolicyOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if merge && replace { throw UsageError("--merge and --replace cannot be used together", showsUsage: true) }
    if rows.into != nil, let name = modelOption {
      throw UsageError("\(name) cannot be used with --into", showsUsage: true)
    }
  }

  /// The name of an option that is only for models; nil if none was given.
  private var modelOption: String? {
    if name != nil { return "--as" }
    if merge { return "--merge" }
    if replace { return "--replace" }
    return allowWeakZip ? "--allow-weak-zip" : form.givenOption ?? password.givenOption
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    if let into = rows.into { return try importRows(into: into, session) }
    if rows.isTable(source) {
      throw UsageError("\(source) is a table", hint: "name the array for its rows with --into PATH --key BINDING")
    }
    let workspace = try session.workspace(keys, dryRun: dryRun)
    rules.apply(to: workspace)
    var request = ModelImport.Request(
      name: try name.map { try ModelName(new: $0) }, existingModels: replace ? .replace : merge ? .keep : .refuse,
      form: try form.choice())
    // The replaced models are also kept as a backup.
    workspace.confirmUnkept = nil
    if replace && !dryRun { try session.confirm("Replace existing models with those from \(source)", isAgreed: yes) }
    let source = try opened(session)
    let unlock = session.unlock(password, workspace.keyring, allowsWeakZip: allowWeakZip)
    let outcome = try session.remoteModels(workspace).sending(
      request.name.map { [$0] }, isTolerant: true, discardsWhenRefused: true
    ) { leftOut in
      request.unavailable = leftOut
      return try ModelImport(workspace).run(source, request, unlock: unlock)
    }
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

  private func importRows(into array: String, _ session: Session) throws {
    // A malformed path is reported before anything is read.
    var request = try rows.request(into: array)
    request.listsChanges = dryRun || global.json
    let (table, file) = try rows.table(source, session)
    if rows.deleteMissing, !dryRun {
      try session.confirm("Remove the elements of '\(array)' that \(file) does not contain", isAgreed: yes)
    }
    let workspace = try session.workspace(keys, dryRun: dryRun, confirmingRemovals: !yes)
    rules.apply(to: workspace)
    session.isAgreed = yes
    var result = RowImportResult()
    let outcome = try session.explaining([request.array], in: workspace) {
      try workspace.edit("import", model: rows.start.name, isStrict: rows.strict) {
        result = try $0.importRows(request, from: table, named: file)
      }
    }
    try RowImportReport(result: result, outcome: outcome, isDryRun: dryRun).write(to: session.console)
  }

  private func opened(_ session: Session) throws -> ModelImport.Source {
    guard source == "-" else { return .path(try session.absolute(source)) }
    return .stream(try session.standardInput("a backup or a JSON document"))
  }
}
