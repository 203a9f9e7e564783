import Glibc

/// Shows other processes that staged files belong to a process that is still running, so that they leave them alone.
///
/// Usually the workspace's lock keeps others from sweeping staged files. The mark is for the case that somebody removes `okit/.lock` meanwhile, as
/// `git clean -X` does. It is an empty file in `okit/`, locked with flock(2). Unlike a process id, a lock means the same in each container and on each host
/// that shares the folder, and no other process gets it after a reboot.
package final class StagingOwnerFile {
  private static let ending = ".owner"
  private static let mostAttempts = 100

  private let file: WritableFile
  private let system: FileSystem

  /// Marks `folder` for the process, under a name that `makeName` gives. Nil if that is not possible: then only the lock protects what is staged.
  init?(in folder: String, _ system: FileSystem, makeName: () -> String) {
    guard let status = try? FileStatus.of(folder, followingLinks: true) else { return nil }
    for _ in 0..<Self.mostAttempts {
      let path = Path.join(folder, makeName() + Self.ending)
      guard let file = try? system.createLockableFile(path, in: status) else { return nil }
      // A process that sweeps may remove the file before it is locked; that process holds the lock until the file is gone.
      if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, (try? FileStatus.of(path)) != nil {
        self.file = file
        self.system = system
        return
      }
      try? system.removeFile(path)
    }
    return nil
  }

  /// Removes the mark; then nothing may be staged any more.
  func end() {
    try? system.removeFile(file.path)
    flock(file.descriptor, LOCK_UN)
  }

  static func matches(_ name: String) -> Bool {
    name.withoutSuffix(ending).map(StagedName.matches) ?? false
  }

  /// Removes the mark at `path` if its process is gone, and returns whether it is. If in doubt, the process is running.
  static func remove(_ path: String, _ system: FileSystem) throws -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return false }
    do {
      try system.removeFile(path)
    } catch let error as SystemError where error.isRefusal {}
    return true
  }
}
