import Ciphers
import CommandKit
import Glibc
import JSONDocument
import OKitMigrations
import OKitModels
import OKitStorage

struct KeyImportCommand: Command {
  static let configuration = CommandConfiguration(
    "import",
    abstract: "Take over an app's key, or an identity.",
    discussion: """
      The file is the key of an app's own encryption, JSON with key and iv as the device's keychain holds it, or an age identity. It is \
      copied to the workspace's folder of keys, readable to you alone. The recipients of an identity are added to the workspace; of an \
      app's key that opens a PNG image, okit.json gets a sum by which any other key or IV is refused from then on.
      """,
    examples: [Example("okit key import cryptinfo.json", "the key of an app's data")])

  @Argument(help: "The file.", valueName: "file", completion: .file)
  var file: String
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace()
    let id = try workspace.requireConfiguration().id
    let source = try session.absolute(file)
    guard access(source, F_OK) == 0 else { throw OKitError(.notFound, "no file at \(file)") }
    let kind = try KeyFile.kind(of: source)
    let name = kind == .identity ? KeyFile.identityName : KeyFile.frameworkKeyName
    guard let path = session.defaultKeyPath(name, id) else {
      throw OKitError(.configuration, "neither $XDG_CONFIG_HOME nor $HOME says where keys lie")
    }
    try workspace.requireTrusted()
    if dryRun { return try tryOut(source, kind, path, workspace, console) }
    // Read first, so that a wrong passphrase leaves nothing behind.
    let recipients =
      kind == .frameworkKey
      ? []
      : try KeyFile.identities(
        source, passphrase: { _ in try session.secrets.read(keys.request(for: source)) }, warn: { _ in }
      ).map(\.recipient)
    let record = kind == .frameworkKey ? try FrameworkKeyRecord(workspace, keyPath: source) : nil
    let isNew = try KeyFile.copy(source, to: path)
    if isNew {
      console.note("\(kind == .identity ? "the identity" : "the app's key") is now in \(path)")
    } else {
      console.note("nothing to do: \(path) holds this key already")
    }
    if let record {
      do {
        try record.write()
      } catch let error as SystemError {
        // The key itself is there and serves for reading.
        console.warn("okit.json could not be told of the key: \(error)")
      }
    }
    let added = try recipients.isEmpty ? [] : RecipientChange(workspace).add(recipients)
    for recipient in added { console.note("\(recipient) is now a recipient") }
    if console.json { return try writeJSON(path, isNew, added.map(\.description), console) }
    if recipients.isEmpty { console.suggest("'okit status' shows what it opens") }
  }

  private func writeJSON(_ path: String, _ isNew: Bool, _ added: [String], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.member("path", path)
      writer.member("new", isNew)
      writer.array("recipients", of: added)
      writer.member("dryRun", dryRun)
    }
  }

  /// Trying out asks for no passphrase, so that what an identity holds is not known.
  private func tryOut(
    _ source: String, _ kind: KeyFile.Kind, _ path: String, _ workspace: Workspace, _ console: Console
  ) throws {
    if kind == .frameworkKey { _ = try FrameworkKeyRecord(workspace, keyPath: source) }
    let isNew = try KeyFile.copy(source, to: path, dryRun: true)
    if console.json { try writeJSON(path, isNew, [], console) }
    console.note(isNew ? "\(source) would be copied to \(path)" : "nothing to do: \(path) holds this key already")
  }
}
