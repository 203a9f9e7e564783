import CommandKit
import Definitions
import JSONDocument
import OKitBackups
import OKitData
import OKitMigrations
import OKitModels
import OKitStorage

struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    "init",
    abstract: "Create a workspace.",
    discussion: """
      Creates a workspace in a folder, by default the working folder. An existing okit/data folder becomes part of the \
      workspace unchanged. If the folder is already a workspace, nothing changes.

      --data copies a data folder from elsewhere, such as one taken from a device, and does not change the original.

      --from creates a workspace with everything that is in a backup. Anyone can make a folder backup, or a backup for \
      your public key, so only a password shows that a backup is yours. From a backup without a password, okit ignores \
      recipients other than yours, the endpoint that models are sent to, and paths outside of the workspace, and lists \
      them. --trust accepts them.

      --definitions names the app's Swift files, which stay in their place. okit records the class and kind of the \
      models that they register.
      """,
    examples: [
      Example("okit init shop --data ~/device/okit/data", "copy a device's data into a new workspace"),
      Example(
        "okit init shop --from shop.tar.zst.age --password-file pass.txt -i identity.txt",
        "create the workspace from a backup on a new machine"),
      Example("okit init shop --definitions ~/App/Model", "use the app's own classes"),
    ])

  @Argument(help: "The folder. (default: the working folder)", valueName: "dir", completion: .folder)
  var folder: String?
  @Option(.long, help: "Copy this data folder.", valueName: "folder", completion: .folder)
  var data: String?
  @Option(
    .long, help: "Create the workspace from this backup: a file, or its name with --folder or --repository.",
    valueName: "archive", completion: .file)
  var from: String?
  @Option(
    .long, help: "The app's Swift files or a folder with them; can contain wildcards. Can be repeated.",
    valueName: "path",
    completion: .file)
  var definitions: [String] = []
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @Flag(
    .long,
    help: "Accept recipients, an endpoint and outside paths from a backup without a password.")
  var trust: Bool
  @OptionGroup(title: "OPTIONS OF --FROM") var restoring: EncryptionPolicyOptions
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if data != nil && from != nil { throw UsageError("--data and --from cannot be used together", showsUsage: true) }
    if from == nil,
      let option = trust ? "--trust" : restoring.givenOption ?? password.givenOption ?? places.givenOption
    {
      throw UsageError("\(option) needs --from", showsUsage: true)
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let folder = try session.absoluteFolder(self.folder ?? global.root ?? ".")
    let creation = WorkspaceCreation(folder, observer: session.observer)
    if try creation.workspaceExists {
      guard data == nil && from == nil else {
        throw OKitError(
          .exists, "\(folder) is already a workspace",
          remedy: .words("use 'okit import' or 'okit backup restore' to add data to it"))
      }
      console.note("\(folder) is already a workspace")
      if console.json { try writeJSON(folder, session) }
      return
    }
    if dryRun { return try preview(creation, folder, session) }
    let omittedSettings = try session.openingBackups(in: nil) {
      try creation.create(origin(session), definitions: definitions.map { try session.absolute($0).text })
    }
    tell(omittedSettings: omittedSettings, console)
    let root = folder.resolved ?? folder
    if console.json {
      try warnOfDefinitions(root, session)
      return try writeJSON(root, session)
    }
    try console.writeResult(root.text)
    try session.observer.warnOnFailure(to: "read the new workspace") { try describe(root, session) }
  }

  private func tell(omittedSettings: [String], _ console: Console) {
    for line in omittedSettings {
      console.warn("the backup has no password, so anyone can have made it; ignored \(line)")
    }
    if !omittedSettings.isEmpty { console.hint("use --trust if you know who made the backup, or change okit.json") }
  }

  private func describe(_ root: FilePath, _ session: Session) throws {
    let console = session.console
    // The hints name the new workspace themselves.
    console.hintOptions = []
    let status = try status(of: root, session)
    console.note(Self.summary(of: status))
    if try warnOfDefinitions(root, session) { return }
    if status.models.contains(where: { $0.form == .okitCBC && $0.access == .locked }) {
      let found = KeyFile.frameworkKey(besideDataIn: try data.map(session.absoluteFolder) ?? root)
      let key = ShellWord.quoted(found?.text ?? KeyFile.appFileName)
      console.hint(
        "run 'okit key import \(key) -C \(ShellWord.quoted(root.text))' to unlock the encrypted models")
    } else if from == nil && data == nil && status.models.isEmpty {
      console.hint("run 'okit import FILE.json -C \(ShellWord.quoted(root.text))' to import a model")
    } else {
      console.suggest("run 'okit status -C \(ShellWord.quoted(root.text))' to see its models")
    }
  }

  /// Warns about code that okit does not understand in the app's files, and returns true after a warning that they declare no model class.
  @discardableResult
  private func warnOfDefinitions(_ root: FilePath, _ session: Session) throws -> Bool {
    guard !definitions.isEmpty else { return false }
    let known = try WorkspaceDefinitions(patterns: definitions.map { try session.absolute($0).text }, in: root)
    for problem in known.definitions.problems { session.console.warn(problem.warning) }
    guard known.modelClassNames.isEmpty else { return false }
    let types = count(known.definitions.declaredTypeCount, "type")
    session.console.warn(
      "found no model class in \(count(known.files.count, "Swift file")) (\(types))",
      hint: "add the files that declare classes derived from Model (or ModelEncrypted, …) "
        + (dryRun ? "with --definitions" : "to 'definitions' in \(root)/okit/okit.json"))
    return true
  }

  private func status(of root: FilePath, _ session: Session) throws -> WorkspaceStatus {
    try WorkspaceStatus(of: session.workspace(at: root, keys))
  }

  /// Takes no lock, because an existing workspace does not change.
  private func writeJSON(_ root: FilePath, _ session: Session) throws {
    let workspace = try session.workspace(at: root)
    let models = try workspace.storedModels()
    try writeJSON(workspace.root, id: workspace.configuration?.id, models, session.console)
  }

  private func writeJSON(_ root: FilePath, id: String?, _ models: [ModelName], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.member("root", root)
      writer.member("id", id)
      writer.array("models", of: models.map(\.description))
      writer.member("dryRun", dryRun)
    }
  }

  private func preview(_ creation: WorkspaceCreation, _ folder: FilePath, _ session: Session) throws {
    let preview = try session.openingBackups(in: nil) {
      try creation.preview(origin(session), definitions: definitions.map { try session.absolute($0).text })
    }
    tell(omittedSettings: preview.omittedSettings, session.console)
    try warnOfDefinitions(folder, session)
    if session.console.json { return try writeJSON(folder, id: nil, preview.models, session.console) }
    session.console.note("would create a workspace in \(folder) with \(count(preview.models.count, "model"))")
  }

  private func origin(_ session: Session) throws -> WorkspaceCreation.Origin {
    if let data { return .dataFolder(try session.absolute(data)) }
    guard let from else { return .empty }
    let isPath = places.givenOption == nil || BackupListing.isPath(from)
    let source: BackupSource =
      try isPath
      ? .file(session.absolute(from))
      : session.places(places, nil, password).source(of: from, from: FilePath.workingFolder())
    let origin = WorkspaceCreation.BackupOrigin(
      source, form: try restoring.choice(), isTrusted: trust
    ) { id in
      session.unlock(password, try session.keyring(keys, workspaceID: id))
    }
    return .backup(origin)
  }

  private static func summary(of status: WorkspaceStatus) -> String {
    let models = status.models.map { model in
      let form = model.form?.rawValue ?? model.kind.map { "\($0.rawValue), no file" } ?? "?"
      return "\(model.name) (\(form)\(model.partials > 0 ? ", \(count(model.partials, "partial"))" : ""))"
    }
    let found = models.isEmpty ? "no models" : "\(count(models.count, "model")): \(models.joined(separator: ", "))"
    return "\(found); \(count(status.attachments, "attachment"))"
  }
}
