import Glibc
import JSONDocument

/// Shows other processes that temporary files belong to a process that is still running, so that they do not remove them.
///
/// Usually the workspace's lock is enough for that. The owner file helps if somebody removes `okit/.lock` in the meantime, for example with
/// `git clean -X`. It is an empty file in `okit/`, locked with flock(2). Unlike a process id, a lock is valid across containers and hosts
/// that share the folder, and no other process can get it by accident after a reboot.
package final class StagingOwnerFile {
  private static let ending = ".owner"
  private static let maximumAttempts = 100

  private let file: WritableFile
  private let system: FileSystem

  /// Creates the file in `folder`, which has this status, under a name from `makeName`. Nil if that fails; then only the workspace's lock protects the temporary files.
  init?(in folder: FilePath, _ status: FileStatus, _ system: FileSystem, makeName: () -> String) {
    for _ in 0..<Self.maximumAttempts {
      let path = folder.appending(makeName() + Self.ending)
      guard let file = try? system.createLockableFile(path, in: status) else { return nil }
      // A process that cleans up may remove the file before it is locked here. It holds the lock until the file is gone.
      if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, (try? FileStatus.of(path)) != nil {
        self.file = file
        self.system = system
        return
      }
      try? system.removeFile(path)
    }
    return nil
  }

  /// Removes the file. No temporary file may be created after it.
  func end() {
    try? system.removeFile(file.path)
    // A child process that is being started has the file open for a moment, and would keep it locked.
    flock(file.descriptor, LOCK_UN)
  }

  static func matches(_ name: String) -> Bool {
    name.withoutSuffix(ending).map(StagedName.matches) ?? false
  }

  /// Removes the owner file at `path` if its process has ended, and returns true if it has. If in doubt, assumes that the process is running.
  static func remove(_ path: FilePath, _ system: FileSystem) throws -> Bool {
    let descriptor = open(path.text, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return false }
    do {
      try system.removeFile(path)
    } catch let error as SystemError where error.isRefusal {}
    return true
  }
}
