import CSystem
import Glibc

/// Something that threads wait for until it has happened, once and for all.
///
/// The semaphore does the synchronization, so that sharing the latch is sound.
final class Latch: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Says that it has happened.
  func open() { sem_post(semaphore) }

  /// Waits until it has happened, for at most so many milliseconds. Returns true if it has.
  func wait(milliseconds: Int32) -> Bool {
    guard okit_semaphore_wait(semaphore, milliseconds) != 0 else { return false }
    // Whoever waits next finds it open, too.
    sem_post(semaphore)
    return true
  }
}
