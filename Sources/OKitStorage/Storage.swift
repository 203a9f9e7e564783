/// The files of a workspace as bytes: where they are, who may change them, and how several of them change together.
///
/// It knows nothing of what is in them.
package final class Storage {
  /// The folder that holds `okit/`, absolute.
  package let root: String
  /// The data folder, with links followed once for all.
  package let dataFolder: String
  /// The folder of backups: as configured, else `okit/backup`.
  package let backupFolder: String
  /// Whose files are staged here: those of the workspace with this id. Nil for a data folder that was never made a workspace, which can only be read.
  package let owner: StagedName.Owner?
  package let system: FileSystem
  /// The users and folders that the caller trusts.
  package let trust: Trust
  package let observer: any Observer
  /// For how long another process that keeps the workspace is waited for.
  package let lockTimeout: Duration
  /// The user other than the caller and root to whom the workspace belongs, once that is known; the inner nil is nobody.
  var knownForeignOwner: UInt32??
  /// The lock, while this object reads or writes under it.
  package var hold: HeldLock?

  /// The files below `root`. `id` is that of the workspace, a UUID, and `configuredBackupFolder` the folder of backups, relative to `root` or absolute.
  ///
  /// Throws an error of kind `configuration` if folders lie in one another, or behind a link that `trust` does not allow.
  package init(
    at root: String, id: String?, configuredBackupFolder: String?, lockTimeout: Duration, observer: any Observer,
    trust: Trust, calls: any FileSystemCalls
  ) throws {
    self.root = root
    self.lockTimeout = lockTimeout
    self.observer = observer
    self.trust = trust
    owner = id.map(StagedName.Owner.init(workspaceID:))
    system = FileSystem(calls: calls)
    let top = Folder("root", root)
    let okit = Folder("workspace", Path.join(root, WorkspaceLayout.folder), in: top)
    let data = Folder("data folder", Path.join(root, WorkspaceLayout.data), in: okit)
    let model = Folder("model folder", Path.join(root, WorkspaceLayout.model), in: okit)
    let backups =
      configuredBackupFolder.map { Folder("backup folder", Path.absolute($0, in: root)) }
      ?? Folder("backup folder", Path.join(root, WorkspaceLayout.backup), in: okit)
    let exports = Folder("export folder", Path.join(root, WorkspaceLayout.export), in: okit)
    dataFolder = data.isThere ? data.path : data.link
    // What okit.json says stays as it is, since it is shown.
    backupFolder = configuredBackupFolder == nil && backups.isThere ? backups.path : backups.link

    // Folders in one another would back up backups, export exports, and move away what they move to.
    for inner in [okit, model, backups, exports] { try inner.requireOutside(data) }
    for inner in [data, backups] { try inner.requireOutside(exports) }
    // Backups can lie beside or around the workspace, but data cannot be one of them.
    if !Path.lies(okit.path, in: backups.path) { try data.requireOutside(backups) }

    try requireInside(okit, in: [top.path])
    for folder in [data, model, exports] { try requireInside(folder, in: [top.path, okit.path]) }
    // Everybody who reads okit.json sees the folder that it names, but not where a link leads.
    if configuredBackupFolder == nil || Path.lies(backupFolder, in: root) {
      try requireInside(backups, in: [top.path, okit.path])
    }
  }

  package var okitFolder: String { absolute(WorkspaceLayout.folder) }
  package var journalPath: String { absolute(WorkspaceLayout.journal) }
  var lockPath: String { absolute(WorkspaceLayout.lock) }
  package var configurationPath: String { absolute(WorkspaceLayout.configuration) }
  package var modelFolder: String { absolute(WorkspaceLayout.model) }
  /// Where decrypted data are exported to.
  package var exportFolder: String { absolute(WorkspaceLayout.export) }

  /// The place of `path`, which is relative to the workspace.
  package func absolute(_ path: String) -> String { Path.join(root, path) }

  /// An absolute path as it is shown: relative to the workspace where it lies there.
  package func relative(_ path: String) -> String { path.withoutPrefix(root + "/") ?? path }

  /// Throws an error of kind `configuration` for a data folder that was never made a workspace.
  package func requireOwner() throws {
    guard owner == nil else { return }
    throw OKitError(.configuration, "\(root) has no okit/okit.json and is read-only", remedy: .takeOver(root))
  }

  /// The file at `path` (relative to the workspace) as it is now; nil where there is none.
  package func snapshot(_ path: String) throws -> FileSnapshot? {
    guard try FileStatus.of(absolute(path)) != nil else { return nil }
    return try open(absolute(path)).snapshot
  }

  /// Throws an error of kind `malformed` where a folder on the way to `path` (relative to the workspace) is a link, which could lead
  /// anywhere. `okit/data` itself and its like may be links.
  package func requireNoLinkedFolder(on path: String) throws {
    let folders = path.pathComponents.dropLast()
    for count in stride(from: 3, through: folders.count, by: 1) {
      let folder = absolute(folders.prefix(count).joined(separator: "/"))
      guard try FileStatus.of(folder)?.kind != .link else {
        throw OKitError(.malformed, "\(folder) is a symbolic link, which is not followed")
      }
    }
  }
}
