import Glibc
import JSONDocument
import Synchronization

/// Threads for work that can take long, so that the threads of connections never wait.
final class WorkerPool: @unchecked Sendable {
  typealias Work = @Sendable () -> Void

  /// The amount of work that may wait.
  private let limit: Int
  // The mutex guards everything below it.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [Work] = []
  private var isStopped = false
  private var threads: [pthread_t] = []

  /// Starts `count` threads, or as many as the system allows.
  init(count: Int, limit: Int) {
    self.limit = limit
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    threads = (0..<count).compactMap { _ in BackgroundThread { [unowned self] in run() }.start() }
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Adds work. Returns false if too much of it waits already.
  func add(_ work: @escaping Work) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isStopped, !threads.isEmpty, waiting.count < limit else { return false }
    waiting.append(work)
    pthread_cond_signal(condition)
    return true
  }

  /// Waits until all work is done, and ends the threads.
  func stop() {
    pthread_mutex_lock(mutex)
    isStopped = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  private func run() {
    pthread_mutex_lock(mutex)
    while true {
      if !waiting.isEmpty {
        let work = waiting.removeFirst()
        pthread_mutex_unlock(mutex)
        work()
        pthread_mutex_lock(mutex)
      } else if isStopped {
        break
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
    pthread_mutex_unlock(mutex)
  }
}

/// The threads of each lane.
final class WorkLanes: Sendable {
  private let changes: WorkerPool
  private let questions: WorkerPool
  private let files: WorkerPool

  init(_ settings: ServerSettings) {
    changes = WorkerPool(count: 1, limit: settings.maximumWaiting)
    questions = WorkerPool(count: 1, limit: settings.maximumWaiting)
    files = WorkerPool(count: settings.fileThreads, limit: settings.maximumWaiting)
  }

  /// Adds work to a lane. Returns false if too much of it waits already.
  func add(_ work: @escaping WorkerPool.Work, to lane: WorkLane) -> Bool {
    switch lane {
    case .changes: changes.add(work)
    case .questions: questions.add(work)
    case .files: files.add(work)
    }
  }

  /// Waits until all work is done, and ends the threads.
  func stop() {
    for pool in [changes, questions, files] { pool.stop() }
  }
}
