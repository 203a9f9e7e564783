import Glibc

/// An advisory lock on a workspace: flock(2) on `okit/.lock`, which okit never removes. The last reference releases the lock, and so does a crash.
package final class WorkspaceLock {
  /// Shared locks are for readers, exclusive ones for writers.
  package enum Mode { case shared, exclusive }

  /// A file that is replaced more often than this while okit locks it is replaced on purpose.
  private static let maximumAttempts = 100

  private let descriptor: Int32
  private let path: FilePath
  /// The status when the file was opened.
  private let status: FileStatus
  private var isReleased = false

  /// Takes the lock on the file at `path`, waiting for at most `timeout`. Calls `whileWaiting` regularly, which may throw to give up.
  ///
  /// If the file is removed or replaced in the meantime, its lock excludes nobody, so okit locks the file that is at `path` now. Before each attempt,
  /// `prepare` gets the status of the file, or nil if there is none, so that it can create the file. Throws an error of kind `busy` if another process
  /// keeps the lock, and `SystemError` if the file cannot be opened.
  package init(
    _ path: FilePath, _ mode: Mode, timeout: Duration, prepare: (FileStatus?) throws -> Void = { _ in },
    whileWaiting: () throws -> Void
  ) throws {
    let deadline = Deadline(after: timeout)
    var attempts = 0
    while true {
      attempts += 1
      guard attempts <= Self.maximumAttempts else { throw OKitError(.busy, "another program keeps replacing \(path)") }
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
      var descriptor = open(path.text, flags)
      if descriptor < 0, errno == ENOENT {
        try prepare(nil)
        descriptor = open(path.text, flags)
      }
      guard descriptor >= 0 else {
        if errno == ELOOP { throw OKitError(.malformed, "\(path) is a symbolic link, which is not followed") }
        throw SystemError("open", path)
      }
      do {
        let status = try Self.status(of: descriptor, path)
        guard status.kind == .file else {
          throw OKitError(.malformed, "\(path) is not a regular file")
        }
        try prepare(status)
        let operation = mode == .shared ? LOCK_SH : LOCK_EX
        guard try Self.take(descriptor, operation, path, until: deadline, whileWaiting: whileWaiting) else {
          throw OKitError(.busy, "another okit is using this workspace")
        }
        if try status.isSameFile(as: FileStatus.of(path)) {
          self.descriptor = descriptor
          self.path = path
          self.status = status
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
    status = try Self.status(of: descriptor, path)
    guard try Self.take(descriptor, LOCK_EX, path, until: Deadline(after: timeout), whileWaiting: {}) else {
      throw OKitError(.busy, "another okit is creating files in \(path)")
    }
  }

  /// Turns an exclusive lock into a shared one. For a moment, another process can take an exclusive lock and change the workspace.
  func share(timeout: Duration, whileWaiting: () throws -> Void) throws {
    guard try Self.take(descriptor, LOCK_SH, path, until: Deadline(after: timeout), whileWaiting: whileWaiting) else {
      throw OKitError(.busy, "another okit is using this workspace")
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

  private static func status(of descriptor: Int32, _ path: FilePath) throws -> FileStatus {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw SystemError("lock", path) }
    return FileStatus(raw: raw)
  }

  /// True if the locked file is still at its path. Otherwise another process may hold the lock on the new file.
  package var isInPlace: Bool { get throws { try status.isSameFile(as: FileStatus.of(path)) } }

  deinit { release() }

  /// Releases the lock early.
  package func release() {
    guard !isReleased else { return }
    isReleased = true
    // Closing alone would leave the lock with a child process between fork and exec.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
