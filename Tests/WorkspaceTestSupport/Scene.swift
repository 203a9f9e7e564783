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
  /// Who is told what its workspaces do.
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

  /// A folder with nothing in it.
  package init(isBare: Bool) throws { scratch = try TemporaryFolder() }

  private init(copying other: Scene) throws {
    scratch = try TemporaryFolder()
    try Files.remove(scratch.path)
    try Files.copy(other.folder, to: scratch.path)
  }

  package func copy() throws -> Scene { try Scene(copying: self) }

  /// A workspace made of a data folder, with the identity as its recipient and the kinds that the files show.
  package static func workspace(of data: String) throws -> Scene {
    let scene = try Scene()
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.dataFolder(FilePath(text: data)))
    _ = try RecipientChange(scene.workspace()).add(scene.identities.map(\.recipient))
    return scene
  }

  /// An empty workspace.
  package static func empty() throws -> Scene {
    let scene = try Scene()
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.empty)
    return scene
  }

  package static func bookshop() throws -> Scene { try workspace(of: Fixture.data) }

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

  /// The workspace as it is for somebody who reads some languages.
  package func workspace(for reader: LocalePreferences, observer: any Observer = SilentObserver()) throws -> Workspace {
    try Workspace(at: FilePath(text: root), reader: reader, observer: observer)
  }

  /// The keys of the scene, or some of them.
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

  /// Makes a backup, and returns where it is.
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

/// A tiny workspace with everything in it: two partials, an image, data, a plain model and a definition.
package enum Corner {
  /// In every file of the model `shop`, and nowhere else.
  package static let secret = "KEEPSECRET"
  package static let image =
    SampleAttachment.pngSignature + [0, 0, 0, 13] + Array("IHDR\(secret) the logo, in 48 bytes..".utf8)
  package static let sound = Array("\(secret) a sound of the shop's bell, just plain data".utf8)
  package static let shop = ModelName.named("shop")

  package static let files: [String: [UInt8]] = [
    "shop.json": Array(
      #"{"id":"SHOP","name":"\#(secret)","groups":[{"id":"G1","name":"one"},{"id":"G2","name":"two"}],"#.utf8)
      + Array(#""logo":\#(SampleAttachment.json("LOGO", "image\\/png", size: image.count)),"#.utf8)
      + Array(#""sound":\#(SampleAttachment.json("SOUND", "", size: sound.count))}"#.utf8),
    "shop/G1.json": Array(#"{"id":"E1","name":"\#(secret) group one"}"#.utf8),
    "shop/G2.json": Array(#"{"id":"E2","name":"\#(secret) group two"}"#.utf8),
    "_image/LOGO.png": image,
    "_data/SOUND.raw": sound,
    "plain.json": Array(#"{"id":"PLAIN","title":"open"}"#.utf8),
  ]

  /// Writes the files to a data folder.
  package static func write(to folder: String) throws {
    for (path, bytes) in files { try Files.write(bytes, to: folder + "/" + path) }
  }

  /// A workspace of the files, with the model `shop` stored in `form`.
  package static func scene(
    _ form: StoredForm = .age, definitions: String = "class Shop: Model {}\n",
    changing change: (_ data: String) throws -> Void = { _ in }
  ) throws -> Scene {
    let source = try TemporaryFolder()
    try write(to: source.file("data"))
    try change(source.file("data"))
    let scene = try Scene.workspace(of: source.path)
    try Files.write(definitions, to: scene.root + "/okit/model/Shop.swift")
    if form.isEncrypted {
      _ = try ModelConversion(scene.workspace()).encrypt(
        .named([shop]), cipher: form == .age ? .age : .okitCBC)
    }
    return scene
  }
}

extension ModelName {
  /// The name `text`, which a test knows to be one.
  package static func named(_ text: String) -> ModelName {
    do { return try ModelName(text) } catch { preconditionFailure("\(error)") }
  }
}
