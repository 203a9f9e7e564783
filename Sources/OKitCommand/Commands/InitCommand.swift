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
    abstract: "Make a workspace.",
    discussion: """
      Makes a workspace in a folder, by default the working one. An okit/data folder that is there already is taken over as it is; \
      --data copies a data folder from elsewhere, such as one taken from a device, and leaves that untouched; --from makes a workspace \
      of a backup, with everything in it. A password proves who made a backup, but anybody can make one for your public key or a folder: \
      unless --trust is given, recipients of others, an endpoint and places outside of the workspace are then shown and not taken over. \
      --definitions names the app's Swift files, which stay where they are; the models that they \
      register are recorded with class and kind. Where there is a workspace already, init says so and changes nothing.
      """,
    examples: [
      Example("okit init shop --data ~/device/okit/data", "copy a device's data into a new workspace"),
      Example(
        "okit init shop --from shop.tar.zst.age --password-file pass.txt -i identity.txt",
        "a new machine, from a backup and the identity"),
      Example("okit init shop --definitions ~/App/Model", "with the app's own classes, in place"),
    ])

  @Argument(help: "The folder. (default: the working folder)", valueName: "dir", completion: .folder)
  var folder: String?
  @Option(.long, help: "Copy this data folder.", valueName: "folder", completion: .folder)
  var data: String?
  @Option(.long, help: "Make the workspace of this backup.", valueName: "archive", completion: .file)
  var from: String?
  @Option(
    .long, help: "The app's Swift files or a folder of them; may hold wildcards. Can be repeated.", valueName: "path",
    completion: .file)
  var definitions: [String] = []
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @Flag(
    .long,
    help: "Take over recipients of others and places outside of the workspace from a backup that no password proves.")
  var trust: Bool
  @OptionGroup(title: "OPTIONS OF --FROM") var restoring: RestoredFormOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if data != nil && from != nil { throw UsageError("--data and --from exclude each other", showsUsage: true) }
    if trust && from == nil { throw UsageError("--trust is about a backup, which --from names", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let folder = try session.absoluteFolder(self.folder ?? global.root ?? ".")
    let creation = WorkspaceCreation(folder, observer: session.observer)
    if try creation.isDone {
      guard data == nil && from == nil else {
        throw OKitError(
          .exists, "\(folder) is a workspace already",
          remedy: .words("'okit import' or 'okit backup restore' takes over into it"))
      }
      console.note("\(folder) is a workspace already")
      if console.json { try writeJSON(folder, session) }
      return
    }
    if dryRun { return try tryOut(creation, folder, session) }
    let notTaken = try creation.create(origin(session), definitions: definitions.map(session.absolute))
    tell(notTaken: notTaken, console)
    let root = try session.absoluteFolder(folder)
    if console.json {
      try warnOfDefinitions(root, session)
      return try writeJSON(root, session)
    }
    try console.writeResult(root)
    try session.observer.warnOnFailure(to: "look into the new workspace") { try describe(root, session) }
  }

  private func tell(notTaken: [String], _ console: Console) {
    for line in notTaken { console.warn("not taken over from the backup, which anybody can have made: \(line)") }
    if !notTaken.isEmpty { console.hint("if you know who made the backup, --trust takes it over, or change okit.json") }
  }

  private func describe(_ root: String, _ session: Session) throws {
    let console = session.console
    let status = try status(of: root, session)
    console.note(Self.summary(of: status))
    if try warnOfDefinitions(root, session) { return }
    if status.models.contains(where: { $0.form == .okitCBC && $0.access == .locked }) {
      let found = KeyFile.frameworkKey(besideDataIn: try data.map(session.absoluteFolder) ?? root)
      let key = ShellWord.quoted(found ?? KeyFile.appFileName)
      console.hint(
        "'okit key import \(key) -C \(ShellWord.quoted(root))' takes over the app's key, which opens the locked models")
    } else if from == nil && data == nil && status.models.isEmpty {
      console.hint("'okit import FILE.json -C \(ShellWord.quoted(root))' takes a model over")
    } else {
      console.suggest("'okit status -C \(ShellWord.quoted(root))' shows what is in it")
    }
  }

  /// Warns of what is not understood in the app's files, and if no class of a model is among them; returns true in the latter case.
  @discardableResult
  private func warnOfDefinitions(_ root: String, _ session: Session) throws -> Bool {
    guard !definitions.isEmpty else { return false }
    let known = try WorkspaceDefinitions(patterns: definitions.map(session.absolute), in: root)
    for problem in known.definitions.problems { session.console.warn(problem.warning) }
    guard known.modelClassNames.isEmpty else { return false }
    let types = count(known.definitions.declaredTypeCount, "type")
    session.console.warn(
      "found no model class in \(count(known.files.count, "Swift file")) (\(types))",
      hint: "add the files that declare classes derived from Model (or ModelEncrypted, …) "
        + (dryRun ? "with --definitions" : "to 'definitions' in \(root)/okit/okit.json"))
    return true
  }

  private func status(of root: String, _ session: Session) throws -> WorkspaceStatus {
    try WorkspaceStatus(of: session.workspace(at: root, keys))
  }

  /// Without a lock: a workspace that is there already stays as it is, whatever another okit left or is about to do.
  private func writeJSON(_ root: String, _ session: Session) throws {
    let workspace = try session.workspace(at: root)
    let models = try workspace.storedModels()
    try writeJSON(workspace.root, id: workspace.configuration?.id, models, session.console)
  }

  private func writeJSON(_ root: String, id: String?, _ models: [ModelName], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.member("root", root)
      writer.member("id", id)
      writer.array("models", of: models.map(\.description))
      writer.member("dryRun", dryRun)
    }
  }

  private func tryOut(_ creation: WorkspaceCreation, _ folder: String, _ session: Session) throws {
    let preview = try creation.preview(origin(session), definitions: definitions.map(session.absolute))
    tell(notTaken: preview.notTaken, session.console)
    try warnOfDefinitions(folder, session)
    if session.console.json { return try writeJSON(folder, id: nil, preview.models, session.console) }
    session.console.note("\(folder) would be made a workspace with \(count(preview.models.count, "model"))")
  }

  private func origin(_ session: Session) throws -> WorkspaceCreation.Origin {
    if let data { return .dataFolder(try session.absolute(data)) }
    guard let from else { return .empty }
    let origin = WorkspaceCreation.BackupOrigin(
      path: try session.absolute(from), form: try restoring.choice(), isTrusted: trust
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
