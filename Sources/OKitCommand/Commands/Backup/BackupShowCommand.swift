import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupShowCommand: Command {
  static let configuration = CommandConfiguration(
    "show",
    abstract: "Show the contents listed in a backup's manifest.",
    discussion: "Reads only the first entry and does not verify the files; use 'backup verify' to check them.",
    examples: [Example("okit backup show 20261121T075014Z", "show the contents of a backup")])

  @Argument(
    help: "The backup; a name with a slash is a file path.", valueName: "name", completion: .workspace(.backups))
  var name: String
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let target = try BackupTarget(name, session)
    let keyring = try session.keyring(keys, workspaceID: target.workspace?.configuration?.id)
    let manifest = try BackupInspection(unlock: session.unlock(password, keyring))
      .manifest(of: target.path)
    if console.json {
      return try console.writeJSON { manifest.write(to: &$0) }
    }
    let output = console.standardOutput
    let content = manifest.content == .decrypted ? "decrypted" : "as stored"
    try output.writeLine("created    \(time(manifest.created, session))")
    try output.writeLine("workspace  \(console.shown(manifest.workspace))")
    try output.writeLine(
      "content    \(content), \(count(manifest.files.count, "file")), \(size(manifest.totalSize, console))"
    )
    try output.writeLine()
    var table = TextTable([.init("MODEL", cutting: .never), .init("KIND"), .init("STORED")])
    for model in manifest.models {
      table.add([model.name.description, model.kind?.rawValue ?? "-", model.form.rawValue])
    }
    try table.write(to: console)
  }
}

/// The backup that a name refers to, and the workspace, if it is needed or exists.
struct BackupTarget {
  let path: FilePath
  let workspace: Workspace?

  init(_ name: String, _ session: Session) throws {
    // A file path needs no workspace, so a broken one is ignored.
    workspace = BackupListing.isPath(name) ? session.workspaceIfAnyQuietly() : try session.workspace()
    path = try BackupListing.path(of: name, in: workspace, from: FilePath.workingFolder())
  }
}
