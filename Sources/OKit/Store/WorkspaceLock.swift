import Glibc

/// An advisory lock on a workspace: flock(2) on `okit/.lock`, which is never removed. Released when nothing holds it any more, also by
/// a crash.
final class WorkspaceLock {
  enum Mode { case shared, exclusive }

  private let descriptor: Int32
  private(set) var mode: Mode

  /// Takes the lock, waiting for at most `patience`; `whileWaiting` is called now and then and may throw to give up.
  ///
  /// Throws an error of kind `busy` when another process keeps it, and `SystemError` where the lock file cannot be opened.
  init(_ path: String, _ mode: Mode, patience: Duration, whileWaiting: () throws -> Void) throws {
    let descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o666)
    guard descriptor >= 0 else {
      if errno == ELOOP { throw OKitError(.malformed, "\(path) is a symbolic link, which is not followed here") }
      throw SystemError("open", path)
    }
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileStatus(raw: status).kind == .file else {
      throw OKitError(.malformed, "\(path) is not a regular file")
    }
    self.mode = mode
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    var pause: UInt32 = 1_000
    while flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError("lock", path) }
      try whileWaiting()
      guard clock.now < deadline else { throw OKitError(.busy, "another okit is at work in this workspace") }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
  }

  /// Takes the folder at `path` itself as a lock file, without waiting.
  ///
  /// Throws an error of kind `busy` when another process has it, and `SystemError` where it cannot be opened.
  init(folder path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    self.descriptor = descriptor
    mode = .exclusive
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw OKitError(.busy, "another okit is making a workspace in \(path)")
    }
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
