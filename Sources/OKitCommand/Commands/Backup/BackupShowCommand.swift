import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupShowCommand: Command {
  static let configuration = CommandConfiguration(
    "show",
    abstract: "Show the contents listed in a backup's manifest.",
    discussion: "Shows the list of contents at the start of the backup. 'backup verify' checks the files themselves.",
    examples: [Example("okit backup show 20261121T075014Z", "show the contents of a backup")])

  @Argument(
    help: "The backup; a name with a slash is a file path.", valueName: "name", completion: .workspace(.backups))
  var name: String
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: [name], places)
    let source = try session.places(places, workspace, password).source(of: name, from: FilePath.workingFolder())
    let keyring = try session.keyring(keys, workspaceID: workspace?.configuration?.id)
    let manifest = try session.openingBackups(in: workspace) {
      try BackupInspection(unlock: session.unlock(password, keyring)).manifest(of: source)
    }
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
