package import Glibc

/// Changes of files, over the seam: interrupted calls tried again, short writes continued.
package struct FileSystem: Sendable {
  package let calls: any FileSystemCalls

  package init(calls: any FileSystemCalls) { self.calls = calls }

  /// The mode of a file that holds secrets or decrypted data.
  package static let privateFile: mode_t = 0o600
  /// The mode of a folder that holds such files.
  package static let privateFolder: mode_t = 0o700

  /// The bits that new files and folders do not get (umask(2)). It can only be read by setting it, so for a moment it is a strict one.
  package static let creationMask: mode_t = {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }()

  package func createFile(_ path: String, mode: mode_t) throws -> WritableFile {
    WritableFile(descriptor: try retrying { try calls.createFile(path, mode: mode) }, path: path, system: self)
  }

  /// The mode of a file in `folder` that only those can read who may write to the folder: whoever can read a file, can lock it.
  static func lockableMode(in folder: FileStatus) -> mode_t {
    let writers = folder.mode & 0o022
    return privateFile | writers | writers << 1
  }

  /// Creates a file in `folder` that only those can read who may write to the folder.
  func createLockableFile(_ path: String, in folder: FileStatus) throws -> WritableFile {
    let file = try createFile(path, mode: Self.privateFile)
    // Made by root, it is for the owner of the folder all the same.
    _ = try? file.takeOwner(of: folder)
    let mode = Self.lockableMode(in: folder)
    if mode != Self.privateFile { try? setMode(mode, of: file) }
    return file
  }

  /// Opens a file of our own that is there already, for changing what belongs to it.
  func openFile(_ path: String) throws -> WritableFile {
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    return WritableFile(descriptor: descriptor, path: path, system: self)
  }

  package func createFolder(_ path: String, mode: mode_t = 0o777) throws {
    try retrying { try calls.createFolder(path, mode: mode) }
  }

  /// Creates a folder unless it is there; returns whether it was created.
  @discardableResult
  package func ensureFolder(_ path: String, mode: mode_t = 0o777) throws -> Bool {
    do {
      try createFolder(path, mode: mode)
      try flushFolder(Path.parent(of: path))
      return true
    } catch let error as SystemError where error.code == EEXIST {
      guard try FileStatus.of(path, followingLinks: true)?.kind == .folder else {
        throw OKitError(.exists, "\(path) is not a folder")
      }
      return false
    }
  }

  package func rename(_ path: String, to newPath: String) throws {
    try retrying { try calls.rename(path, to: newPath) }
  }

  /// Renames where nothing is at `newPath`, else throws a `SystemError` with `EEXIST`.
  func renameExclusively(_ path: String, to newPath: String) throws {
    do {
      try retrying { try calls.renameExclusively(path, to: newPath) }
    } catch let error as SystemError where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) {
      // Some file systems have no RENAME_NOREPLACE; names are chosen under the lock, so the gap is only against other programs.
      guard try FileStatus.of(newPath) == nil else { throw SystemError("create", newPath, code: EEXIST) }
      try rename(path, to: newPath)
    }
  }

  /// Gives what is staged its name, where nothing has it, and flushes that. When this throws, it is staged as before.
  ///
  /// Throws an error of kind `exists` where something has the name.
  package func renameIntoPlace(_ staged: String, _ path: String) throws {
    do {
      try renameExclusively(staged, to: path)
    } catch let error as SystemError where error.code == EEXIST {
      throw OKitError(.exists, "\(path) already exists")
    }
    let (folder, former) = (Path.parent(of: path), Path.parent(of: staged))
    do {
      try flushFolder(folder)
      // A name that moves from one folder to another is sure only when both are flushed.
      if !former.isExactly(folder) { try flushFolder(former) }
    } catch {
      try? rename(path, to: staged)
      throw error
    }
  }

  package func exchange(_ path: String, with otherPath: String) throws {
    try retrying { try calls.exchange(path, with: otherPath) }
  }

  /// Removes a file; one that is not there is fine.
  package func removeFile(_ path: String) throws {
    do {
      try retrying { try calls.removeFile(path) }
    } catch let error as SystemError where error.code == ENOENT {}
  }

  package func removeFolder(_ path: String) throws {
    try retrying { try calls.removeFolder(path) }
  }

  /// Removes a folder with all that is in it, without following links; one that is not there is fine.
  package func removeTree(_ path: String) throws {
    guard let status = try FileStatus.of(path) else { return }
    guard status.kind == .folder else { return try removeFile(path) }
    for entry in try FolderListing(path).entries {
      try removeTree(Path.join(path, entry.name))
    }
    try removeFolder(path)
  }

  package func setMode(_ mode: mode_t, of file: WritableFile) throws {
    try retrying { try calls.setMode(mode, of: file.descriptor, path: file.path) }
  }

  /// Gives the folder `path` mode, extended attributes and, where permitted, owner of the folder `original`.
  package func takeAttributes(of original: FileSnapshot, toFolder path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    try WritableFile(descriptor: descriptor, path: path, system: self).takeAttributes(of: original)
  }

  /// Flushes a folder, so that the names in it last.
  package func flushFolder(_ path: String) throws {
    try withFolder(path) { descriptor in try retrying { try calls.flush(descriptor, path: path) } }
  }

  /// Flushes all of the file system that the folder `path` is on.
  package func flushFileSystem(of path: String) throws {
    try withFolder(path) { descriptor in try retrying { try calls.flushFileSystem(descriptor, path: path) } }
  }

  private func withFolder(_ path: String, _ body: (Int32) throws -> Void) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
