package import Glibc

/// Changes files by way of ``FileSystemCalls``. Retries interrupted calls and completes short writes.
package struct FileSystem: Sendable {
  /// The system calls, which tests replace.
  package let calls: any FileSystemCalls

  package init(calls: any FileSystemCalls) { self.calls = calls }

  /// The mode of a file that holds secrets or decrypted data.
  package static let privateFile: mode_t = 0o600
  /// The mode of a folder that holds such files.
  package static let privateFolder: mode_t = 0o700

  /// The permission bits that new files and folders do not get (umask(2)). Reading the umask requires setting it, so it is strict for a moment.
  package static let creationMask: mode_t = {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }()

  /// Creates a file that must not exist and opens it for writing.
  package func createFile(_ path: FilePath, mode: mode_t) throws -> WritableFile {
    WritableFile(descriptor: try retrying { try calls.createFile(path, mode: mode) }, path: path, system: self)
  }

  /// Returns the mode of a lock file in `folder`. Whoever can read a file can lock it, so only those who may write to the folder may read it.
  static func lockableMode(in folder: FileStatus) -> mode_t {
    let writers = folder.mode & 0o022
    return privateFile | writers | writers << 1
  }

  /// Creates a file in `folder` that is readable only by those who may write to the folder.
  func createLockableFile(_ path: FilePath, in folder: FileStatus) throws -> WritableFile {
    let file = try createFile(path, mode: Self.privateFile)
    // A file created by root still belongs to the owner of the folder.
    _ = try? file.takeOwner(of: folder)
    let mode = Self.lockableMode(in: folder)
    if mode != Self.privateFile { try? setMode(mode, of: file) }
    return file
  }

  /// Opens an existing file of okit, to change its attributes.
  func openFile(_ path: FilePath) throws -> WritableFile {
    let descriptor = open(path.text, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    return WritableFile(descriptor: descriptor, path: path, system: self)
  }

  /// Creates a folder that must not exist.
  package func createFolder(_ path: FilePath, mode: mode_t = 0o777) throws {
    try retrying { try calls.createFolder(path, mode: mode) }
  }

  /// Creates a folder unless it exists. Returns true if it was created.
  @discardableResult
  package func ensureFolder(_ path: FilePath, mode: mode_t = 0o777) throws -> Bool {
    do {
      try createFolder(path, mode: mode)
      try flushFolder(path.parent)
      return true
    } catch let error as SystemError where error.code == EEXIST {
      guard try FileStatus.of(path, followingLinks: true)?.kind == .folder else {
        throw OKitError(.exists, "\(path) is not a folder")
      }
      return false
    }
  }

  /// Renames a file or folder, replacing a file at `newPath`.
  package func rename(_ path: FilePath, to newPath: FilePath) throws {
    try retrying { try calls.rename(path, to: newPath) }
  }

  /// Renames a file or folder. Throws a `SystemError` with `EEXIST` if something is at `newPath`.
  func renameExclusively(_ path: FilePath, to newPath: FilePath) throws {
    do {
      try retrying { try calls.renameExclusively(path, to: newPath) }
    } catch let error as SystemError where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) {
      // Some file systems have no RENAME_NOREPLACE. The lock protects the names from other okit processes, so only other programs can use the gap.
      guard try FileStatus.of(newPath) == nil else { throw SystemError("create", newPath, code: EEXIST) }
      try rename(path, to: newPath)
    }
  }

  /// Renames the temporary file or folder `staged` to its final `path` and flushes both folders. If this throws, the old name is back.
  ///
  /// Throws an error of kind `exists` if something is at `path`.
  package func renameIntoPlace(_ staged: FilePath, _ path: FilePath) throws {
    do {
      try renameExclusively(staged, to: path)
    } catch let error as SystemError where error.code == EEXIST {
      throw OKitError(.exists, "\(path) already exists")
    }
    let (folder, former) = (path.parent, staged.parent)
    do {
      try flushFolder(folder)
      // A move between two folders is durable only when both are flushed.
      if former != folder { try flushFolder(former) }
    } catch {
      try? rename(path, to: staged)
      throw error
    }
  }

  /// Gives the file or folder at `path` the times of `original`.
  package func takeTimes(of original: FileStatus, at path: FilePath) throws {
    try retrying { try calls.setTimes([original.raw.st_atim, original.raw.st_mtim], of: path) }
  }

  /// Exchanges two paths in one step.
  package func exchange(_ path: FilePath, with otherPath: FilePath) throws {
    try retrying { try calls.exchange(path, with: otherPath) }
  }

  /// Removes a file. A missing file is no error.
  package func removeFile(_ path: FilePath) throws {
    do {
      try retrying { try calls.removeFile(path) }
    } catch let error as SystemError where error.code == ENOENT {}
  }

  /// Removes an empty folder.
  package func removeFolder(_ path: FilePath) throws {
    try retrying { try calls.removeFolder(path) }
  }

  /// Removes a folder with everything in it, without following links. A missing folder is no error.
  package func removeTree(_ path: FilePath) throws {
    guard let status = try FileStatus.of(path) else { return }
    guard status.kind == .folder else { return try removeFile(path) }
    for entry in try FolderListing(path).entries {
      try removeTree(path.appending(entry.name))
    }
    try removeFolder(path)
  }

  /// Sets the permission bits of an open file.
  package func setMode(_ mode: mode_t, of file: WritableFile) throws {
    try retrying { try calls.setMode(mode, of: file.descriptor, path: file.path) }
  }

  /// Gives the folder `path` the mode, the extended attributes and, if permitted, the owner of the folder `original`.
  package func takeAttributes(of original: FileSnapshot, toFolder path: FilePath) throws {
    try openFolder(path).takeAttributes(of: original)
  }

  /// Closes the folder `path` to all other users.
  func makePrivate(_ path: FilePath) throws {
    try setMode(Self.privateFolder, of: openFolder(path))
  }

  /// Gives the folder `path` the owner of `original`, as far as permitted.
  func takeOwner(of original: FileStatus, toFolder path: FilePath) throws {
    try openFolder(path).takeOwner(of: original)
  }

  /// Opens the folder `path`, which is not a link, to change its attributes.
  private func openFolder(_ path: FilePath) throws -> WritableFile {
    let descriptor = open(path.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    return WritableFile(descriptor: descriptor, path: path, system: self)
  }

  /// Flushes a folder, so that its names survive a crash.
  package func flushFolder(_ path: FilePath) throws {
    try withFolder(path) { try flush($0, path) }
  }

  /// Flushes the open file or folder `path`.
  func flush(_ descriptor: Int32, _ path: FilePath) throws {
    try retrying { try calls.flush(descriptor, path: path) }
  }

  /// Flushes the whole file system of the folder `path`.
  package func flushFileSystem(of path: FilePath) throws {
    try withFolder(path) { descriptor in try retrying { try calls.flushFileSystem(descriptor, path: path) } }
  }

  private func withFolder(_ path: FilePath, _ body: (Int32) throws -> Void) throws {
    let descriptor = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("flush", path) }
    defer { close(descriptor) }
    try body(descriptor)
  }

  func retrying<Result>(_ call: () throws -> Result) throws -> Result {
    while true {
      do {
        return try call()
      } catch let error as SystemError where error.code == EINTR {
        continue
      }
    }
  }
}
