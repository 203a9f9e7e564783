import Glibc
import Synchronization

/// Gets the pages of a large buffer from the system on another thread, a little ahead of the thread that fills the buffer from its start.
///
/// The system clears each page before a process gets it, which takes longer than parsing what is written there.
final class PagePreparation {
  /// The size, in bytes, from which a thread is worth its cost.
  private static let minimum = 1 << 25
  /// The bytes that are prepared at once.
  private static let step = 1 << 22
  /// The steps that are prepared ahead, so that a buffer that is filled only in part takes little more memory.
  private static let ahead: UInt32 = 4

  /// The state that the threads share. The semaphore counts the steps that may be prepared.
  private final class State: @unchecked Sendable {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    let isEnded = Atomic(false)

    init() { sem_init(semaphore, 0, PagePreparation.ahead) }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }
  }

  private let state = State()
  private var thread: pthread_t?
  /// The offset from which the next step may be prepared.
  private(set) var next = PagePreparation.step

  /// Starts to prepare a buffer from an offset; nil if that is not worth a thread, or if there is none.
  init?(_ memory: UnsafeMutableRawPointer, from offset: Int, size: Int) {
    guard size - offset >= Self.minimum else { return nil }
    next = offset + Self.step
    let (start, end) = (Int(bitPattern: memory) + offset, Int(bitPattern: memory) + size)
    let background = BackgroundThread { [state] in Self.prepare(start, end, state) }
    guard let id = background.start() else { return nil }
    thread = id
  }

  deinit { end() }

  /// Lets the thread go on, because the buffer is filled up to an offset.
  func advance(to offset: Int) {
    while next <= offset {
      sem_post(state.semaphore)
      next += Self.step
    }
  }

  /// Waits for the end of the thread. The buffer must not be freed or moved before.
  func end() {
    guard let id = thread.take() else { return }
    state.isEnded.store(true, ordering: .relaxed)
    sem_post(state.semaphore)
    pthread_join(id, nil)
  }

  private static func prepare(_ start: Int, _ end: Int, _ state: State) {
    let page = Int(getpagesize())
    var position = (start + page - 1) / page * page
    while position + page <= end {
      while sem_wait(state.semaphore) != 0 {}
      if state.isEnded.load(ordering: .relaxed) { return }
      let size = min(step, (end - position) / page * page)
      // Fails before Linux 5.14, and if there is not enough memory. Writing to the pages gets them as well.
      guard madvise(UnsafeMutableRawPointer(bitPattern: position), size, MADV_POPULATE_WRITE) == 0 else { return }
      position += size
    }
  }
}
