import Glibc
import Synchronization

/// The fingerprint of a large file, made on a thread of its own while the caller writes what takes its place.
final class BackgroundFingerprint: Sendable {
  /// From this size on, in bytes, a thread is worth it.
  static let worthwhileSize: Int64 = 4 << 20

  private struct Cancelled: Error {}

  private let path: String
  private let isCancelled = Atomic(false)
  private let isDone = Atomic(false)
  private let result = Mutex<Result<Journal.Fingerprint?, any Error>>(.success(nil))
  private let thread = Mutex<pthread_t?>(nil)

  /// Begins to read the file at `path`.
  init(_ path: String) {
    self.path = path
    // The thread takes no signals, so that they reach who can end the work.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var id = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    let failure = pthread_create(
      &id, nil, { Unmanaged<BackgroundFingerprint>.fromOpaque($0!).takeRetainedValue().read() }, context)
    if failure == 0 {
      thread.withLock { $0 = id }
    } else {
      Unmanaged<BackgroundFingerprint>.fromOpaque(context).release()
      _ = read()
    }
  }

  private func read() -> UnsafeMutableRawPointer? {
    let made = Result {
      try Journal.Fingerprint.of(path) { _ in if isCancelled.load(ordering: .relaxed) { throw Cancelled() } }
    }
    result.withLock { $0 = made }
    isDone.store(true, ordering: .releasing)
    return nil
  }

  /// Waits for the fingerprint; nil where nothing is there. Throws what reading the file threw, and what `whileWaiting` throws to give up.
  func value(whileWaiting: () throws -> Void) throws -> Journal.Fingerprint? {
    while !isDone.load(ordering: .acquiring) {
      try whileWaiting()
      usleep(500)
    }
    finish()
    return try result.withLock { try $0.get() }
  }

  /// Ends the reading.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    finish()
  }

  /// Waits for the end of the reading.
  private func finish() {
    let id = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if let id { pthread_join(id, nil) }
  }
}
