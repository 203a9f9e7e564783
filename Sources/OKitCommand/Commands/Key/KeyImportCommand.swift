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
    abstract: "Import an app's key or an identity.",
    discussion: """
      The file is an app's key (JSON with key and iv, as in the device's keychain) or an age identity. It is copied to the workspace's key \
      folder, readable only by you. The recipients of an identity are added to the workspace. If an app's key opens a PNG image, okit \
      records a checksum of the key in okit.json and then rejects any other key or IV.
      """,
    examples: [Example("okit key import cryptinfo.json", "import an app's key")])

  @Argument(help: "The file.", valueName: "file", completion: .file)
  var file: String
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.localWorkspace(dryRun: dryRun)
    let id = try workspace.requireConfiguration().id
    let source = try session.absolute(file)
    guard access(source.text, F_OK) == 0 else { throw OKitError(.notFound, "no such file: \(file)") }
    let kind = try KeyFile.kind(of: source)
    let name = kind == .identity ? KeyFile.identityName : KeyFile.frameworkKeyName
    guard let path = session.defaultKeyPath(name, id) else {
      throw OKitError(.configuration, "no key folder: $XDG_CONFIG_HOME and $HOME are not set")
    }
    try workspace.requireTrusted()
    if dryRun { return try preview(source, kind, path, workspace, console) }
    // Read first, so that a wrong passphrase leaves nothing behind.
    let recipients =
      kind == .frameworkKey
      ? []
      : try KeyFile.identities(
        source, passphrase: { _ in try session.secrets.read(keys.request(for: source.text)) }, warn: { _ in }
      ).map(\.recipient)
    let record = kind == .frameworkKey ? try FrameworkKeyRecord(workspace, keyPath: source) : nil
    let isNew = try KeyFile.copy(source, to: path, isDryRun: false)
    if isNew {
      console.note("imported the \(kind == .identity ? "identity" : "app's key") to \(path)")
    } else {
      console.note("nothing to do: \(path) already contains this key")
    }
    if let record {
      do {
        try record.write()
      } catch let error as SystemError {
        // The key itself is imported and can decrypt.
        console.warn("cannot record the key in okit.json: \(error)")
      }
    }
    let added = try recipients.isEmpty ? [] : RecipientChange(workspace).add(recipients)
    for recipient in added { console.note("added recipient \(recipient)") }
    if console.json { return try writeJSON(path, isNew, added.map(\.description), console) }
    if recipients.isEmpty { console.suggest("run 'okit status' to see which models it opens") }
  }

  private func writeJSON(_ path: FilePath, _ isNew: Bool, _ added: [String], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.member("path", path)
      writer.member("new", isNew)
      writer.array("recipients", of: added)
      writer.member("dryRun", dryRun)
    }
  }

  /// Reports what the import would do. A dry run asks for no passphrase, so the recipients of a protected identity are unknown.
  private func preview(
    _ source: FilePath, _ kind: KeyFile.Kind, _ path: FilePath, _ workspace: Workspace, _ console: Console
  ) throws {
    if kind == .frameworkKey { _ = try FrameworkKeyRecord(workspace, keyPath: source) }
    let isNew = try KeyFile.copy(source, to: path, isDryRun: true)
    if console.json { try writeJSON(path, isNew, [], console) }
    console.note(isNew ? "would copy \(source) to \(path)" : "nothing to do: \(path) already contains this key")
  }
}
