import Glibc

/// An advisory lock on a workspace: flock(2) on `okit/.lock`, which is never removed. Released when nothing holds it any more, also by
/// a crash.
final class WorkspaceLock {
  enum Mode { case shared, exclusive }

  private let descriptor: Int32

  /// Takes the lock on the file at `path`, waiting for at most `patience`; `whileWaiting` is called now and then and may throw to give up.
  ///
  /// Throws an error of kind `busy` when another process keeps it, and `SystemError` where the lock file cannot be opened.
  init(_ path: String, _ mode: Mode, patience: Duration, whileWaiting: () throws -> Void) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ELOOP { throw OKitError(.malformed, "\(path) is a symbolic link, which is not followed here") }
      throw SystemError("open", path)
    }
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileStatus(raw: status).kind == .file else {
      throw OKitError(.malformed, "\(path) is not a regular file")
    }
    let isFree = try Self.take(
      descriptor, mode == .shared ? LOCK_SH : LOCK_EX, path, patience: patience, whileWaiting: whileWaiting)
    guard isFree else { throw OKitError(.busy, "another okit is at work in this workspace") }
  }

  /// Takes the folder at `path` itself as a lock file, waiting for at most `patience`.
  ///
  /// Throws an error of kind `busy` when another process has it, and `SystemError` where it cannot be opened.
  init(folder path: String, patience: Duration = .zero) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    self.descriptor = descriptor
    guard try Self.take(descriptor, LOCK_EX, path, patience: patience, whileWaiting: {}) else {
      throw OKitError(.busy, "another okit is making something in \(path)")
    }
  }

  /// Locks an open file; returns false when another process kept it for longer than `patience`.
  private static func take(
    _ descriptor: Int32, _ operation: Int32, _ path: String, patience: Duration, whileWaiting: () throws -> Void
  ) throws -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    var pause: UInt32 = 1_000
    while flock(descriptor, operation | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError("lock", path) }
      try whileWaiting()
      guard clock.now < deadline else { return false }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
    return true
  }

  deinit {
    // Closing alone would leave the lock to a child that is between fork and exec.
    release()
    close(descriptor)
  }

  /// Gives the lock back early.
  func release() {
    flock(descriptor, LOCK_UN)
  }
}
