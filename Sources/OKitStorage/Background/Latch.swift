import CSystem
import Glibc

/// A one-time event that threads can wait for.
///
/// The semaphore synchronizes the threads, so sharing the latch is safe.
final class Latch: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Signals the event.
  func open() { sem_post(semaphore) }

  /// Waits for the event for at most `milliseconds`. Returns true if it has happened.
  func wait(milliseconds: Int32) -> Bool {
    guard okit_semaphore_wait(semaphore, milliseconds) != 0 else { return false }
    // The latch stays open for the next thread that waits.
    sem_post(semaphore)
    return true
  }
}
