package import Glibc
import JSONDocument

/// The files of a workspace as bytes: their paths, the permission to change them, and changes of several files in one step.
///
/// It does not interpret their contents.
package final class Storage {
  /// The folder that holds `okit/`, absolute.
  package let root: FilePath
  /// ``root`` with all links resolved.
  let resolvedRoot: FilePath
  /// `okit/` with all links resolved.
  let resolvedOKitFolder: FilePath
  /// The data folder, with its links resolved when the storage is created.
  package let dataFolder: FilePath
  /// The backup folder: the configured one, or else `okit/backup`.
  package let backupFolder: FilePath
  /// Identifies this workspace in the names of temporary files. Nil for a data folder without `okit.json`, which is read-only.
  package let owner: StagedName.Owner?
  /// Performs all changes of files.
  package let system: FileSystem
  /// The users and folders that the caller trusts.
  package let trust: Trust
  /// Receives progress and messages.
  package let observer: any Observer
  /// The maximum time to wait for another process that locks the workspace.
  package let lockTimeout: Duration
  /// The owner of the workspace, as far as it was determined.
  var foreignOwner = ForeignOwner.unknown
  /// The owners of `okit/` and the data folder when the storage was created; nil once it was locked, because they can have changed.
  var initialOwners: [UInt32]?
  /// A user, other than the current one and root, who owns a workspace.
  enum ForeignOwner {
    case unknown
    case none
    case user(UInt32)
  }

  /// The lock, while this object holds it.
  package var heldLock: HeldLock?

  /// Looks up the folders below `root`. `id` is the UUID of the workspace. `configuredBackupFolder` is absolute or relative to `root`.
  ///
  /// Throws an error of kind `configuration` if the folders contain one another, or if one is behind a link that `trust` does not allow.
  package init(
    at root: FilePath, id: String?, configuredBackupFolder: String?, lockTimeout: Duration, observer: any Observer,
    trust: Trust, calls: any FileSystemCalls
  ) throws {
    self.root = root
    self.lockTimeout = lockTimeout
    self.observer = observer
    self.trust = trust
    owner = id.map(StagedName.Owner.init(workspaceID:))
    system = FileSystem(calls: calls)
    let top = Folder("root", root, path: root.resolved ?? root.resolvingExistingPrefix, status: nil)
    let okit = Folder("workspace", WorkspaceLayout.folder.absolute(in: root), in: top)
    let data = Folder("data folder", WorkspaceLayout.data.absolute(in: root), in: okit)
    let model = Folder("model folder", WorkspaceLayout.model.absolute(in: root), in: okit)
    let backups =
      configuredBackupFolder.map { Folder("backup folder", FilePath($0, in: root)) }
      ?? Folder("backup folder", WorkspaceLayout.backup.absolute(in: root), in: okit)
    initialOwners = [okit, data].compactMap { $0.status?.raw.st_uid }
    resolvedRoot = top.path
    resolvedOKitFolder = okit.path
    let exports = Folder("export folder", WorkspaceLayout.export.absolute(in: root), in: okit)
    dataFolder = data.exists ? data.path : data.link
    // A configured path stays as written in okit.json, because it is shown to people.
    backupFolder = configuredBackupFolder == nil && backups.exists ? backups.path : backups.link

    // If folders contained one another, backups would include backups, and a restore would move the backup folder into itself.
    for inner in [okit, model, backups, exports] { try inner.requireOutside(data) }
    for inner in [data, backups] { try inner.requireOutside(exports) }
    // The backup folder may contain the whole workspace, but not the data alone.
    if !okit.path.lies(in: backups.path) { try data.requireOutside(backups) }

    try requireInside(okit, in: [top.path])
    for folder in [data, model, exports] { try requireInside(folder, in: [top.path, okit.path]) }
    // A path in okit.json is visible to everybody who reads it, unlike the destination of a link.
    if configuredBackupFolder == nil || !Self.visiblyLeads(backupFolder, outOf: root) {
      try requireInside(backups, in: [top.path, okit.path])
    }
  }

  /// True if `path` leads out of `root` by its text alone. A `..` after a name could lead anywhere, because the name could be a link.
  private static func visiblyLeads(_ path: FilePath, outOf root: FilePath) -> Bool {
    guard let part = path.part(after: root) else { return true }
    let names = part.split(separator: "/").drop { $0 == "." }
    return names.first == ".." && !names.drop { $0 == ".." }.contains("..")
  }

  /// Throws an error of kind `usage` if a backup in `folder` would lie among the files that backups contain.
  package func requireBackupsAllowed(in folder: FilePath) throws {
    let backups = Folder("backup folder", folder)
    let contents = [
      Folder("data folder", dataFolder), Folder("model folder", modelFolder),
      Folder("folder of migrations", absolute(WorkspaceLayout.migrations)),
    ]
    for outer in contents where backups.path.lies(in: outer.path) {
      throw OKitError(.usage, "a backup must not be inside the \(outer.name) (\(outer.link))")
    }
  }

  /// Returns the status of `okit/`, behind a link if it is one. Throws a `SystemError` if it is missing.
  func okitFolderStatus() throws -> FileStatus {
    if let known = heldLock?.okitFolder { return known }
    guard let status = try FileStatus.of(okitFolder, followingLinks: true) else {
      throw SystemError("read", okitFolder, code: ENOENT)
    }
    heldLock?.okitFolder = status
    return status
  }

  /// The absolute path of `okit/`.
  package var okitFolder: FilePath { absolute(WorkspaceLayout.folder) }
  /// The absolute path of the journal.
  package var journalPath: FilePath { absolute(WorkspaceLayout.journal) }
  var lockPath: FilePath { absolute(WorkspaceLayout.lock) }
  /// The absolute path of `okit.json`.
  package var configurationPath: FilePath { absolute(WorkspaceLayout.configuration) }
  /// The absolute path of the folder of model files.
  package var modelFolder: FilePath { absolute(WorkspaceLayout.model) }
  /// The absolute path of the folder for exports.
  package var exportFolder: FilePath { absolute(WorkspaceLayout.export) }

  /// Returns the place of `path` in the file system.
  package func absolute(_ path: WorkspacePath) -> FilePath { path.absolute(in: root) }

  /// Returns the place of `path` in the file system, with the links to the data folder resolved.
  package func absolute(inData path: DataPath) -> FilePath { dataFolder.appending(path) }

  /// Returns an absolute path as it is shown: relative to the workspace if it lies in it.
  package func relative(_ path: FilePath) -> String { path.part(after: root) ?? path.text }

  /// Returns the listing of a folder. Under a lock it is kept until the next change.
  package func listing(_ path: FilePath) throws -> FolderListing {
    if let known = heldLock?.listings[path] { return known }
    if let parent = heldLock?.listings[path.parent], !parent.entries.contains(where: { $0.name.isExactly(path.name) }) {
      return .missing
    }
    let listing = try FolderListing(path)
    heldLock?.listings[path] = listing
    return listing
  }

  /// Creates a folder if it is missing. Returns true if it was.
  @discardableResult
  package func ensureFolder(_ path: FilePath, mode: mode_t = 0o777) throws -> Bool {
    let isNew = try system.ensureFolder(path, mode: mode)
    if isNew { heldLock?.listings[path.parent] = nil }
    return isNew
  }

  /// Throws an error of kind `configuration` for a data folder without `okit.json`.
  package func requireOwner() throws {
    guard owner == nil else { return }
    throw OKitError(.configuration, "\(root) has no okit/okit.json and is read-only", remedy: .takeOver(root))
  }

  /// Returns the file at `path` with its current status; nil if there is none.
  package func snapshot(_ path: WorkspacePath) throws -> FileSnapshot? {
    try openIfPresent(absolute(path))?.snapshot
  }

  /// Runs `make` with a temporary path next to `path`. As its last step, `make` renames the file to `path`.
  ///
  /// If `make` throws, the temporary file is removed and the error names `path`.
  package func staging(_ path: FilePath, _ make: (_ staged: FilePath) throws -> Void) throws {
    let staged = path.parent.appending(stagedName())
    let note = OutsideStaging(staged, for: self)
    defer { note.end() }
    do {
      try naming(path, for: staged) { try make(staged) }
    } catch {
      try? system.removeTree(staged)
      throw error
    }
  }

  /// Removes the file or folder at `path`. It is renamed first, so that there is never half of it under its name; then `renamed` is called. If it
  /// cannot be removed completely, warns: the next command that writes removes the rest.
  ///
  /// Throws `SystemError` if it still has its name.
  package func discard(_ path: FilePath, renamed: () -> Void) throws {
    let doomed = path.parent.appending(stagedName())
    let note = OutsideStaging(doomed, for: self)
    do {
      try system.renameIntoPlace(path, doomed)
    } catch {
      note.end()
      throw error
    }
    renamed()
    do {
      try system.removeTree(doomed)
      // The note must not be gone before the temporary name is.
      if note.isWritten { try system.flushFolder(path.parent) }
      note.end()
    } catch let error as SystemError {
      observer.warned("deleted \(path), but it uses disk space until the next command that writes: \(error)")
    }
  }

  /// Writes a file that only its owner can read, in place of a former one at `path`. It belongs to the owner of the former one, or else of the folder,
  /// as far as permitted. Throws `SystemError`.
  package func writePrivateFile(_ bytes: [UInt8], at path: FilePath) throws {
    let former = try FileStatus.of(path) ?? FileStatus.of(path.parent, followingLinks: true)
    try staging(path) { staged in
      let file = try system.createFile(staged, mode: FileSystem.privateFile)
      if let former { try file.takeOwner(of: former) }
      try bytes.withUnsafeBytes { try file.write($0) }
      try file.flush()
      try system.rename(staged, to: path)
      // The note about the staged file must not be gone before its name is.
      try system.flushFolder(path.parent)
    }
  }

  /// Throws an error of kind `malformed` if a folder on the way to `path` is a link, which could lead
  /// anywhere. The folders directly in `okit/`, such as `okit/data`, may be links.
  package func requireNoLinkedFolder(on path: WorkspacePath) throws {
    let folders = path.components.dropLast()
    for count in stride(from: 3, through: folders.count, by: 1) {
      let folder = absolute(WorkspacePath(text: folders.prefix(count).joined(separator: "/")))
      if heldLock?.unlinkedFolders.contains(folder) == true { continue }
      guard try FileStatus.of(folder)?.kind != .link else {
        throw OKitError(.malformed, "\(folder) is a symbolic link, which is not followed")
      }
      heldLock?.unlinkedFolders.insert(folder)
    }
  }
}
