package import Ciphers
import Foundation
import JSONDocument
package import OKitBackups
import OKitData
package import OKitModels
package import OKitStorage
import TestSupport
import Testing

/// A workspace in a temporary folder, with its keys beside it.
package final class Scene {
  private let scratch: TemporaryFolder
  /// The temporary folder.
  package var folder: String { scratch.path }
  /// The workspace.
  package var root: String { folder + "/w" }
  package var data: String { root + "/okit/data" }
  package var backups: String { root + "/okit/backup" }
  /// The names of the files and folders of backups, without the records beside them, sorted; none without a folder.
  package var backupNames: [String] {
    Files.namesIfPresent(in: backups).filter { !$0.hasSuffix(".record.json") }.sorted()
  }
  /// The observer of its workspaces.
  package var observer: any Observer = SilentObserver()
  package var identityPath: String { folder + "/identity.txt" }
  package var keyPath: String { folder + "/okit-cbc.json" }

  /// A folder with keys and no workspace yet.
  package init() throws {
    scratch = try TemporaryFolder()
    let identity = X25519Identity.generate()
    try Files.write(identity.encoded().withUnsafeBytes { Array($0) } + [0x0a], to: identityPath)
    try Files.copy(Fixture.key, to: keyPath)
    for path in [identityPath, keyPath] { try Files.setMode(0o600, path) }
  }

  /// Creates an empty folder.
  package init(isBare: Bool) throws { scratch = try TemporaryFolder() }

  private init(copying other: Scene) throws {
    scratch = try TemporaryFolder()
    try Files.remove(scratch.path)
    try Files.copy(other.folder, to: scratch.path)
  }

  package func copy() throws -> Scene { try Scene(copying: self) }

  /// Returns a workspace of a data folder, with the identity as its recipient and the kinds that the files show.
  package static func workspace(of data: String) throws -> Scene {
    let scene = try Scene()
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.dataFolder(FilePath(text: data)))
    _ = try RecipientChange(scene.workspace()).add(scene.identities.map(\.recipient))
    return scene
  }

  /// Returns an empty workspace.
  package static func empty() throws -> Scene {
    let scene = try Scene()
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.empty)
    return scene
  }

  package static func bookshop() throws -> Scene { try workspace(of: Fixture.data) }

  /// Returns the intact example Bookshop with its app's classes, with every model except the settings stored in `form`.
  package static func exampleShop(_ form: StoredForm) throws -> Scene {
    guard let template = try exampleShops[form]?.get() else { preconditionFailure("\(form)") }
    return try template.copy()
  }

  // The scenes are never changed after they are made: tests get copies.
  nonisolated(unsafe) private static let exampleShops = Dictionary(
    uniqueKeysWithValues: StoredForm.allCases.map { form in (form, Result { try makeExampleShop(form) }) })

  private static func makeExampleShop(_ form: StoredForm) throws -> Scene {
    let scene = try Scene()
    try Files.remove(scene.keyPath)
    try Files.copy(Fixture.example + "/cryptinfo.json", to: scene.keyPath)
    try Files.setMode(0o600, scene.keyPath)
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(
      .dataFolder(FilePath(text: Fixture.example + "/data")))
    _ = try RecipientChange(scene.workspace()).add(scene.identities.map(\.recipient))
    // Partials are encrypted like their model, so the model with partials is of an encrypted kind here.
    let classes = try Files.text(Fixture.definitions + "/Bookshop.swift")
      .replacing("class Directory: Model,", with: "class Directory: ModelEncrypted,")
    try Files.write(classes, to: scene.root + "/okit/model/Bookshop.swift")
    let models = ModelConversion.Selection.named([.named("default"), .named("directory")])
    let conversion = try ModelConversion(scene.workspace())
    if form.isEncrypted {
      _ = try conversion.encrypt(models, cipher: form == .age ? .age : .okitCBC)
    } else {
      _ = try conversion.decrypt(models)
      try Files.edit(scene.data + "/settings.json", #""encryption":true"#, #""encryption":false"#)
    }
    return scene
  }

  package var identities: [X25519Identity] {
    get throws { try KeyFile.identities(FilePath(text: identityPath), passphrase: Scene.noPassphrase, warn: { _ in }) }
  }

  package var recipient: String { get throws { try #require(identities.first).recipient.description } }

  package var frameworkKey: OKitCBCKey {
    get throws { try KeyFile.frameworkKey(FilePath(text: keyPath), warn: { _ in }) }
  }

  package func workspace(
    observer: (any Observer)? = nil, trust: Trust? = nil, calls: any FileSystemCalls = FaultyCalls(),
    keyring: Keyring? = nil, lockTimeout: Duration = .zero, dryRun: Bool = false
  ) throws -> Workspace {
    // Data and models may lie beside the workspace.
    let folder = FilePath(text: folder).resolved?.text ?? folder
    let settings = Array(#"{"safe":{"folder":"\#(folder)"}}"#.utf8)
    let scene = Trust { try SafeFolders(parsing: JSONBytes(settings), path: "config.json") }
    return try Workspace(
      at: FilePath(text: root), keys: { _ in keyring ?? self.keyring() }, lockTimeout: lockTimeout,
      observer: observer ?? self.observer,
      dryRun: dryRun, trust: trust ?? scene, calls: calls)
  }

  /// Returns the workspace for a reader of some languages.
  package func workspace(for reader: LocalePreferences, observer: any Observer = SilentObserver()) throws -> Workspace {
    try Workspace(at: FilePath(text: root), reader: reader, observer: observer)
  }

  /// Returns all or some of the scene's keys.
  package func keyring(identity: Bool = true, frameworkKey: Bool = true) -> Keyring {
    Keyring(
      identityPath: identity ? FilePath(text: identityPath) : nil,
      frameworkKeyPath: frameworkKey ? FilePath(text: keyPath) : nil,
      passphrase: Scene.noPassphrase)
  }

  package func unlock(_ password: String = "password") -> BackupUnlock {
    BackupUnlock(keyring: keyring()) { secret(password) }
  }

  package func model(_ name: String) throws -> ModelFiles {
    let workspace = try workspace()
    return try ModelFiles(ModelName(name), in: workspace, reader: ModelReader(workspace))
  }

  /// Makes a backup, and returns its path.
  @discardableResult
  package func backUp(_ name: String, _ format: BackupFormat, password: String? = nil, asStored: Bool = false) throws
    -> String
  {
    let creation = BackupCreation(try workspace(), scryptWorkFactor: 1)
    let protection: BackupProtection
    if let password {
      protection = .password(secret(password))
    } else {
      protection = format == .directory ? .none : .recipients(try identities.map(\.recipient))
    }
    let outcome = try creation.create(
      name, format: format, to: .folder(nil), asStored: asStored, protection: protection)
    return try #require(outcome.path).text
  }

  package static func noPassphrase(_ path: FilePath) throws -> SecretBytes {
    throw OKitError(.usage, "no passphrase was expected for \(path)")
  }
}

extension ModelName {
  /// Returns `text` as a name, which a test knows to be valid.
  package static func named(_ text: String) -> ModelName {
    do { return try ModelName(text) } catch { preconditionFailure("\(error)") }
  }
}
