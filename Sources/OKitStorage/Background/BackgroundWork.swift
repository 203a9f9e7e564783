import Glibc
import Synchronization

/// Work on a thread of its own, beside what the caller does meanwhile; it ends at the latest with the last reference to this.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private let run: BackgroundRun<Value>
  private let thread = Mutex<pthread_t?>(nil)

  /// Begins `work`, which calls its argument now and then, to end where it is no longer wanted. Where the system gives no thread, it is done
  /// when this returns.
  package init(_ work: @escaping @Sendable (_ requireWanted: () throws -> Void) throws -> Value) {
    run = BackgroundRun(work)
    if !begin() { run.run() }
  }

  /// Begins work that goes on only together with what the caller does; nil where the system gives no thread.
  package init?(alongside work: @escaping @Sendable () throws -> Value) {
    run = BackgroundRun { _ in try work() }
    if !begin() { return nil }
  }

  deinit { cancel() }

  private func begin() -> Bool {
    let background = BackgroundThread { [run] in run.run() }
    guard let id = background.start() else { return false }
    thread.withLock { $0 = id }
    return true
  }

  /// Waits for the result. Throws what the work threw, and what `whileWaiting` throws to give up.
  package func value(whileWaiting: () throws -> Void = {}) throws -> Value {
    while !run.done.wait(milliseconds: 50) { try whileWaiting() }
    join()
    guard let result = run.result.withLock({ $0 }) else { preconditionFailure("done without a result") }
    return try result.get()
  }

  /// Ends the work, and waits for that.
  func cancel() {
    run.isUnwanted.store(true, ordering: .relaxed)
    join()
  }

  /// Waits for the end of the work.
  package func join() {
    if let id = thread.withLock({ $0.take() }) { pthread_join(id, nil) }
  }
}

/// What the thread and its owner share.
private final class BackgroundRun<Value: Sendable>: Sendable {
  /// Thrown in work that nobody wants any more.
  private struct Unwanted: Error {}

  private let work: @Sendable (_ requireWanted: () throws -> Void) throws -> Value
  let isUnwanted = Atomic(false)
  let done = Latch()
  let result = Mutex<Result<Value, any Error>?>(nil)

  init(_ work: @escaping @Sendable (_ requireWanted: () throws -> Void) throws -> Value) {
    self.work = work
  }

  func run() {
    let made = Result {
      try work { if isUnwanted.load(ordering: .relaxed) { throw Unwanted() } }
    }
    result.withLock { $0 = made }
    done.open()
  }
}

/// A thread that takes no signals, so that they reach who can end the work.
private final class BackgroundThread {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Begins; nil where the system gives no thread.
  func start() -> pthread_t? {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var id = pthread_t()
    let context = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &id, nil,
      { context in
        if let context { Unmanaged<BackgroundThread>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, context.toOpaque())
    guard failure == 0 else {
      context.release()
      return nil
    }
    return id
  }
}
