import CSystem
package import Glibc

/// All system calls by which the library changes files.
///
/// Tests wrap `LiveFileSystemCalls` to count, fail or record calls. Each method makes one call, without a retry, and throws `SystemError`.
package protocol FileSystemCalls: Sendable {
  /// Creates a file that must not exist and opens it for writing; permission bits as in open(2).
  func createFile(_ path: FilePath, mode: UInt32) throws -> Int32
  /// Writes some of `bytes`, at least one, and returns how many.
  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: FilePath) throws -> Int
  /// Creates a folder that must not exist.
  func createFolder(_ path: FilePath, mode: UInt32) throws
  /// Renames, and replaces an existing file.
  func rename(_ path: FilePath, to newPath: FilePath) throws
  /// Renames; fails with `EEXIST` if something is at `newPath`.
  func renameExclusively(_ path: FilePath, to newPath: FilePath) throws
  /// Exchanges two paths in one step.
  func exchange(_ path: FilePath, with otherPath: FilePath) throws
  /// Removes a file or a link.
  func removeFile(_ path: FilePath) throws
  /// Removes an empty folder.
  func removeFolder(_ path: FilePath) throws
  /// Flushes a file or folder to the disk.
  func flush(_ descriptor: Int32, path: FilePath) throws
  /// Flushes the whole file system that the descriptor is on.
  func flushFileSystem(_ descriptor: Int32, path: FilePath) throws
  /// Sets permission bits.
  func setMode(_ mode: UInt32, of descriptor: Int32, path: FilePath) throws
  /// Sets owner and group.
  func setOwner(_ owner: UInt32, group: UInt32, of descriptor: Int32, path: FilePath) throws
  /// Sets the times of the last access and the last change. A link is not followed.
  func setTimes(_ times: [timespec], of path: FilePath) throws
  /// Sets an extended attribute.
  func setAttribute(_ name: String, to value: [UInt8], of descriptor: Int32, path: FilePath) throws
}

/// The real system calls.
package struct LiveFileSystemCalls: FileSystemCalls {
  /// Creates the system's own calls.
  package init() {}

  /// open(2) with `O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC`.
  package func createFile(_ path: FilePath, mode: UInt32) throws -> Int32 {
    let descriptor = Glibc.open(path.text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemError("create", path) }
    return descriptor
  }

  /// write(2).
  package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: FilePath) throws -> Int {
    let written = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    guard written >= 0 else { throw SystemError("write", path) }
    return written
  }

  /// mkdir(2).
  package func createFolder(_ path: FilePath, mode: UInt32) throws {
    try check(mkdir(path.text, mode), "create", path)
  }

  /// rename(2).
  package func rename(_ path: FilePath, to newPath: FilePath) throws {
    try check(Glibc.rename(path.text, newPath.text), "rename", path)
  }

  /// renameat2(2) with `RENAME_NOREPLACE`.
  package func renameExclusively(_ path: FilePath, to newPath: FilePath) throws {
    try check(okit_rename_exclusive(AT_FDCWD, path.text, AT_FDCWD, newPath.text), "create", newPath)
  }

  /// renameat2(2) with `RENAME_EXCHANGE`.
  package func exchange(_ path: FilePath, with otherPath: FilePath) throws {
    try check(okit_exchange(AT_FDCWD, path.text, AT_FDCWD, otherPath.text), "exchange", path)
  }

  /// unlink(2).
  package func removeFile(_ path: FilePath) throws {
    try check(unlink(path.text), "remove", path)
  }

  /// rmdir(2).
  package func removeFolder(_ path: FilePath) throws {
    try check(rmdir(path.text), "remove", path)
  }

  /// fsync(2).
  package func flush(_ descriptor: Int32, path: FilePath) throws {
    try check(fsync(descriptor), "flush", path)
  }

  /// syncfs(2).
  package func flushFileSystem(_ descriptor: Int32, path: FilePath) throws {
    try check(okit_syncfs(descriptor), "flush", path)
  }

  /// fchmod(2).
  package func setMode(_ mode: UInt32, of descriptor: Int32, path: FilePath) throws {
    try check(fchmod(descriptor, mode), "set the mode of", path)
  }

  /// fchown(2).
  package func setOwner(_ owner: UInt32, group: UInt32, of descriptor: Int32, path: FilePath) throws {
    try check(fchown(descriptor, owner, group), "set the owner of", path)
  }

  /// utimensat(2).
  package func setTimes(_ times: [timespec], of path: FilePath) throws {
    try check(utimensat(AT_FDCWD, path.text, times, AT_SYMLINK_NOFOLLOW), "set the times of", path)
  }

  /// fsetxattr(2).
  package func setAttribute(_ name: String, to value: [UInt8], of descriptor: Int32, path: FilePath) throws {
    try check(okit_set_attribute(descriptor, name, value, value.count), "set an attribute of", path)
  }

  private func check(_ result: Int32, _ operation: String, _ path: FilePath) throws {
    guard result == 0 else { throw SystemError(operation, path) }
  }
}
