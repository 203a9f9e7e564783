import Ciphers
import Foundation
import JSONDocument
import Testing

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// A workspace in a temporary folder, with its keys beside it.
final class Scene {
  private let scratch: Scratch
  /// The temporary folder.
  var folder: String { scratch.path }
  /// The workspace.
  var root: String { folder + "/w" }
  var data: String { root + "/okit/data" }
  var backups: String { root + "/okit/backup" }
  /// Who is told what its workspaces do.
  var observer: any Observer = SilentObserver()
  var identityPath: String { folder + "/identity.txt" }
  var keyPath: String { folder + "/okit-cbc.json" }

  /// A folder with keys and no workspace yet.
  init() throws {
    scratch = try Scratch()
    let identity = X25519Identity.generate()
    try Disk.write(identity.encoded().withUnsafeBytes { Array($0) } + [0x0a], to: identityPath)
    try Disk.copy(Bookshop.key, to: keyPath)
    for path in [identityPath, keyPath] { try Disk.setMode(0o600, path) }
  }

  private init(copying other: Scene) throws {
    scratch = try Scratch()
    for name in Disk.names(in: other.folder) { try Disk.copy(other.folder + "/" + name, to: scratch.path + "/" + name) }
  }

  /// What a disk holds, where it was the folder `place`. Notes on what is staged outside of the workspace name it.
  init(of image: DiskImage, at place: String) throws {
    scratch = try Scratch()
    try image.write(to: scratch.path)
    for name in Disk.names(in: root + "/okit") where OutsideStaging.isNote(name) {
      let note = root + "/okit/" + name
      // Here it is another file, and it names another place.
      guard let path = try Disk.text(note).split(separator: "\n", maxSplits: 1).last,
        let status = try FileStatus.of(note)
      else { continue }
      let text = OutsideStaging.text(path.replacingOccurrences(of: place, with: scratch.path), of: status)
      let file = try #require(FileHandle(forWritingAtPath: note))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }
  }

  func copy() throws -> Scene { try Scene(copying: self) }

  /// A workspace made of a data folder, with the identity as its recipient and the kinds that the files show.
  static func workspace(of data: String) throws -> Scene {
    let scene = try Scene()
    try WorkspaceCreation(scene.root, calls: FaultyCalls()).create(.dataFolder(data))
    _ = try RecipientChange(scene.workspace()).add(scene.identities.map(\.recipient))
    return scene
  }

  static func bookshop() throws -> Scene { try workspace(of: Bookshop.data) }

  var identities: [X25519Identity] {
    get throws { try KeyFile.identities(identityPath, passphrase: Scene.noPassphrase, warn: { _ in }) }
  }

  var frameworkKey: OKitCBCKey {
    get throws { try KeyFile.frameworkKey(keyPath, warn: { _ in }) }
  }

  func workspace(
    observer: (any Observer)? = nil, trust: Trust? = nil, calls: any FileSystemCalls = FaultyCalls(),
    keyring: Keyring? = nil, lockTimeout: Duration = .zero, dryRun: Bool = false
  ) throws -> Workspace {
    // Data and models may lie beside the workspace.
    let folder = Path.resolved(folder) ?? folder
    let settings = Array(#"{"safe":{"folder":"\#(folder)"}}"#.utf8)
    let scene = Trust { try SafeFolders(parsing: JSONBytes(settings), path: "config.json") }
    return try Workspace(
      at: root, keys: { _ in keyring ?? self.keyring() }, lockTimeout: lockTimeout, observer: observer ?? self.observer,
      dryRun: dryRun, trust: trust ?? scene, calls: calls)
  }

  /// The keys of the scene, or some of them.
  func keyring(identity: Bool = true, frameworkKey: Bool = true) -> Keyring {
    Keyring(
      identityPath: identity ? identityPath : nil, frameworkKeyPath: frameworkKey ? keyPath : nil,
      passphrase: Scene.noPassphrase)
  }

  func unlock(_ password: String = "password") -> BackupUnlock {
    BackupUnlock(keyring: keyring()) { Scene.secret(password) }
  }

  func model(_ name: String) throws -> ModelFiles {
    let workspace = try workspace()
    return try ModelFiles(ModelName(name), in: workspace, reader: ModelReader(workspace))
  }

  /// Makes a backup, and returns where it is.
  @discardableResult
  func backUp(_ name: String, _ format: BackupFormat, password: String? = nil, asStored: Bool = false) throws -> String
  {
    let creation = BackupCreation(try workspace(), scryptWorkFactor: 1)
    let protection: BackupProtection
    if let password {
      protection = .password(Scene.secret(password))
    } else {
      protection = format == .directory ? .none : .recipients(try identities.map(\.recipient))
    }
    let outcome = try creation.create(
      name, format: format, to: .folder(nil), asStored: asStored, protection: protection)
    return try #require(outcome.path)
  }

  static func secret(_ text: String) -> SecretBytes {
    var secret = SecretBytes(count: text.utf8.count)
    secret.withUnsafeMutableBytes { $0.copyBytes(from: text.utf8) }
    return secret
  }

  static func noPassphrase(_ path: String) throws -> SecretBytes {
    throw OKitError(.usage, "no passphrase was expected for \(path)")
  }
}

/// A tiny workspace with everything in it: two partials, an image, data, a plain model and a definition.
enum Corner {
  /// In every file of the model `shop`, and nowhere else.
  static let secret = "KEEPSECRET"
  static let imageStart: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  static let image = imageStart + [0, 0, 0, 13] + Array("IHDR\(secret) the logo, in 48 bytes..".utf8)
  static let sound = Array("\(secret) a sound of the shop's bell, just plain data".utf8)
  static let shop = ModelName.named("shop")

  private static func attachment(_ id: String, _ format: String, _ size: Int) -> String {
    #"{"id":"\#(id)","format":"\#(format)","label":"","quality":0.5,"scale":1,"template":false,"size":\#(size)}"#
  }

  static let files: [String: [UInt8]] = [
    "shop.json": Array(
      #"{"id":"SHOP","name":"\#(secret)","groups":[{"id":"G1","name":"one"},{"id":"G2","name":"two"}],"#.utf8)
      + Array(#""logo":\#(attachment("LOGO", "image\\/png", image.count)),"#.utf8)
      + Array(#""sound":\#(attachment("SOUND", "", sound.count))}"#.utf8),
    "shop/G1.json": Array(#"{"id":"E1","name":"\#(secret) group one"}"#.utf8),
    "shop/G2.json": Array(#"{"id":"E2","name":"\#(secret) group two"}"#.utf8),
    "_image/LOGO.png": image,
    "_data/SOUND.raw": sound,
    "plain.json": Array(#"{"id":"PLAIN","title":"open"}"#.utf8),
  ]

  /// Writes the files to a data folder.
  static func write(to folder: String) throws {
    for (path, bytes) in files { try Disk.write(bytes, to: folder + "/" + path) }
  }

  /// A workspace of the files, with the model `shop` stored in `form`.
  static func scene(
    _ form: StoredForm = .age, definitions: String = "class Shop: Model {}\n",
    changing change: (_ data: String) throws -> Void = { _ in }
  ) throws -> Scene {
    let source = try Scratch()
    try write(to: source.file("data"))
    try change(source.file("data"))
    let scene = try Scene.workspace(of: source.path)
    try Disk.write(definitions, to: scene.root + "/okit/model/Shop.swift")
    if form.isEncrypted {
      _ = try ModelConversion(scene.workspace()).encrypt(
        .named([shop]), cipher: form == .age ? .age : .okitCBC)
    }
    return scene
  }
}

extension ModelName {
  /// The name `text`, which a test knows to be one.
  static func named(_ text: String) -> ModelName {
    do { return try ModelName(text) } catch { preconditionFailure("\(error)") }
  }
}
