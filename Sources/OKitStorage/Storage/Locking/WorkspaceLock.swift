import Glibc

/// An advisory lock on a workspace: flock(2) on `okit/.lock`, which okit never removes. The last reference releases the lock, and so does a crash.
package final class WorkspaceLock {
  /// Shared locks are for readers, exclusive ones for writers.
  package enum Mode { case shared, exclusive }

  /// A file that is replaced more often than this while okit locks it is replaced on purpose.
  private static let maximumAttempts = 100

  private let descriptor: Int32
  private let path: FilePath
  private var isReleased = false

  /// Takes the lock on the file at `path`, waiting for at most `timeout`. Calls `whileWaiting` regularly, which may throw to give up.
  ///
  /// If the file is removed or replaced in the meantime, its lock excludes nobody, so okit locks the file that is at `path` now. Before each attempt,
  /// `create` creates the file if necessary. Throws an error of kind `busy` if another process keeps the lock, and `SystemError` if the file cannot
  /// be opened.
  package init(
    _ path: FilePath, _ mode: Mode, timeout: Duration, create: () throws -> Void = {}, whileWaiting: () throws -> Void
  ) throws {
    let deadline = Deadline(after: timeout)
    var attempts = 0
    while true {
      attempts += 1
      guard attempts <= Self.maximumAttempts else { throw OKitError(.busy, "another program keeps replacing \(path)") }
      try create()
      let descriptor = open(path.text, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      guard descriptor >= 0 else {
        if errno == ELOOP { throw OKitError(.malformed, "\(path) is a symbolic link, which is not followed") }
        throw SystemError("open", path)
      }
      do {
        var status = stat()
        guard fstat(descriptor, &status) == 0, FileStatus(raw: status).kind == .file else {
          throw OKitError(.malformed, "\(path) is not a regular file")
        }
        let operation = mode == .shared ? LOCK_SH : LOCK_EX
        guard try Self.take(descriptor, operation, path, until: deadline, whileWaiting: whileWaiting) else {
          throw OKitError(.busy, "another okit is using this workspace")
        }
        if try Self.isOpen(descriptor, at: path) {
          self.descriptor = descriptor
          self.path = path
          return
        }
      } catch {
        close(descriptor)
        throw error
      }
      close(descriptor)
    }
  }

  /// Locks the folder at `path` itself, waiting for at most `timeout`.
  ///
  /// Throws an error of kind `busy` if another process holds the lock, and `SystemError` if the folder cannot be opened.
  package init(folder path: FilePath, timeout: Duration = .zero) throws {
    let descriptor = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    self.descriptor = descriptor
    self.path = path
    guard try Self.take(descriptor, LOCK_EX, path, until: Deadline(after: timeout), whileWaiting: {}) else {
      throw OKitError(.busy, "another okit is creating files in \(path)")
    }
  }

  /// Locks an open file. Returns false if another process kept it past `deadline`.
  private static func take(
    _ descriptor: Int32, _ operation: Int32, _ path: FilePath, until deadline: Deadline,
    whileWaiting: () throws -> Void
  ) throws -> Bool {
    var pause: UInt32 = 1_000
    while flock(descriptor, operation | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError("lock", path) }
      try whileWaiting()
      guard !deadline.isPast else { return false }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
    return true
  }

  private static func isOpen(_ descriptor: Int32, at path: FilePath) throws -> Bool {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw SystemError("lock", path) }
    guard let found = try FileStatus.of(path)?.raw else { return false }
    return found.st_dev == raw.st_dev && found.st_ino == raw.st_ino
  }

  /// True if the locked file is still at its path. Otherwise another process may hold the lock on the new file.
  var isInPlace: Bool { get throws { try Self.isOpen(descriptor, at: path) } }

  deinit { release() }

  /// Releases the lock early.
  func release() {
    guard !isReleased else { return }
    isReleased = true
    // Closing alone would leave the lock with a child process between fork and exec.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
