import JSONDocument

/// A folder whose `okit/` holds models, their definitions, backups and exports.
public final class Workspace {
  static let folderName = "okit"

  /// The folder that holds `okit/`, absolute.
  public let root: String
  /// What `okit/okit.json` says; nil for a data folder that was never made a workspace, which can only be read.
  public let configuration: Configuration?
  /// Who reads what its values say.
  let reader: Reader
  /// The keys that open its encrypted models.
  public let keyring: Keyring
  /// For how long another process that keeps the workspace is waited for.
  let lockTimeout: Duration
  let system: FileSystem
  /// The users and folders that the caller trusts.
  let trust: Trust
  let observer: any Observer
  /// Runs the hooks of the workspace; without it none is run.
  public var hookRunner: (any ProgramRunner)?
  /// True once the observer was warned that the definitions are missing.
  var hasWarnedOfDefinitions = false
  /// The lock, while this object reads or writes under it.
  var hold: WorkspaceHold?
  /// Called before an edit removes more than ten entities, with their number; throwing stops the edit. Nothing is locked meanwhile. Nil asks nobody.
  public var confirmRemoval: ((_ entities: Int) throws -> Void)?

  /// Opens the workspace in the folder `root`; texts and dates in values are those for `reader`.
  ///
  /// `keys` gives the keys of a workspace with this configuration; by default there are none, and encrypted models cannot be read. Operations throw an error
  /// of kind `busy` if another process keeps the workspace locked for longer than `lockTimeout`.
  ///
  /// Throws an error of kind `notFound` where there is neither `okit/okit.json` nor `okit/data`, and of kind `configuration` where
  /// `okit.json` cannot be understood, and if the data lie behind a link that `trust` does not allow. Throws what `keys` throws.
  public init(
    at root: String, keys: (Configuration?) throws -> Keyring = { _ in Keyring() }, lockTimeout: Duration = .zero,
    reader: Reader = Reader(), observer: any Observer = SilentObserver(), trust: Trust = Trust(),
    calls: any FileSystemCalls = LiveFileSystemCalls()
  ) throws {
    guard Self.isOne(root) else { throw OKitError(.notFound, "no workspace in \(root)", remedy: .initialize) }
    self.root = root
    self.reader = reader
    self.observer = observer
    self.trust = trust
    system = FileSystem(calls: calls)
    let path = Path.join(Path.join(root, Self.folderName), Configuration.fileName)
    configuration = try FileStatus.of(path) == nil ? nil : Configuration(reading: path)
    keyring = try keys(configuration)
    self.lockTimeout = lockTimeout
    try requireFoldersApart()
    try requireFoldersInside()
  }

  /// The same workspace as it is now, opened again: its folders may be elsewhere, and its configuration another.
  func reopened() throws -> Workspace {
    try Workspace(
      at: root, keys: { _ in keyring }, lockTimeout: lockTimeout, reader: reader, observer: observer, trust: trust,
      calls: system.calls)
  }

  /// Folders that hold one another would back up backups, export exports, and move away what they move to.
  private func requireFoldersApart() throws {
    typealias Folder = (name: String, path: String)
    func folder(_ name: String, _ path: String) -> Folder { (name, Path.resolvedAsFarAsThere(path)) }
    func require(_ inner: Folder, notIn outer: Folder) throws {
      guard Path.lies(inner.path, in: outer.path) else { return }
      throw OKitError(
        .configuration,
        "the \(inner.name) (\(inner.path)) must not be inside the \(outer.name) (\(outer.path))"
      )
    }
    let okit = folder("workspace", okitFolder)
    let data = folder("data folder", dataFolder)
    let backups = folder("backup folder", backupFolder)
    let exports = folder("export folder", exportFolder)
    for inner in [okit, folder("model folder", modelFolder), backups, exports] { try require(inner, notIn: data) }
    for inner in [data, backups] { try require(inner, notIn: exports) }
    // Backups can lie beside or around the workspace, but data cannot be one of them.
    if !Path.lies(okit.path, in: backups.path) { try require(data, notIn: backups) }
  }

  /// Whether the folder `root` is a workspace, or holds the data of one.
  public static func isOne(_ root: String) -> Bool {
    let okit = Path.join(root, folderName)
    let configuration = try? FileStatus.of(Path.join(okit, Configuration.fileName))
    if configuration != nil { return true }
    return (try? FileStatus.of(Path.join(okit, "data"), followingLinks: true))?.kind == .folder
  }

  /// The workspace that the absolute folder `start` is in: itself or the nearest folder above it.
  public static func root(above start: String) -> String? {
    var folder = start
    while true {
      if isOne(folder) { return folder }
      guard folder != "/" else { return nil }
      folder = Path.parent(of: folder)
    }
  }

  var okitFolder: String { Path.join(root, Self.folderName) }
  var journalPath: String { Path.join(okitFolder, Journal.fileName) }
  var lockPath: String { Path.join(okitFolder, ".lock") }
  var configurationPath: String { Path.join(okitFolder, Configuration.fileName) }
  var modelFolder: String { Path.join(okitFolder, "model") }
  /// Where decrypted data are exported to.
  var exportFolder: String { Path.join(okitFolder, "export") }

  /// The data folder, with links followed once for all.
  private(set) lazy var dataFolder: String = {
    let path = Path.join(okitFolder, "data")
    return Path.resolved(path) ?? path
  }()

  /// The folder of backups: as configured, else `okit/backup`.
  public private(set) lazy var backupFolder: String = {
    if let folder = configuration?.backup.folder { return Path.absolute(folder, in: root) }
    let path = Path.join(okitFolder, "backup")
    return Path.resolved(path) ?? path
  }()

  /// The place of `path`, which is relative to the workspace.
  func absolute(_ path: String) -> String { Path.join(root, path) }

  /// An absolute path as it is shown: relative to the workspace where it lies there.
  func relative(_ path: String) -> String { path.withoutPrefix(root + "/") ?? path }

  /// What `okit.json` says. Throws an error of kind `configuration` in a folder that was never made a workspace.
  public func requireConfiguration() throws -> Configuration {
    guard let configuration else {
      throw OKitError(.configuration, "\(root) has no okit/okit.json and is read-only", remedy: .takeOver(root))
    }
    return configuration
  }
}

extension Workspace {
  /// What `okit.json` says by now; read again under the lock, since another process may have changed it.
  func currentConfiguration() throws -> Configuration {
    _ = try requireConfiguration()
    return try Configuration(reading: configurationPath)
  }
}
