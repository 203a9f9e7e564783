import Glibc
import JSONDocument
import Synchronization

/// Work on a separate thread, alongside the caller. The last reference to this object cancels the work when it goes away.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private let run: BackgroundRun<Value>
  private let thread = Mutex<pthread_t?>(nil)

  /// Starts `work`. The work calls its argument regularly, which throws once the result is no longer wanted.
  ///
  /// If the system cannot create a thread, the work is done when this returns.
  package init(_ work: @escaping @Sendable (_ requireWanted: () throws -> Void) throws -> Value) {
    run = BackgroundRun(work)
    if !begin() { run.run() }
  }

  /// Starts work that only makes progress together with the caller; nil if the system cannot create a thread.
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

  /// Waits for the result and returns it. Throws the error of the work, or the error that `whileWaiting` throws to give up.
  package func value(whileWaiting: () throws -> Void = {}) throws -> Value {
    while !run.done.wait(milliseconds: 50) { try whileWaiting() }
    join()
    guard let result = run.result.withLock({ $0 }) else { preconditionFailure("done without a result") }
    return try result.get()
  }

  /// Cancels the work and waits for its end.
  func cancel() {
    run.isUnwanted.store(true, ordering: .relaxed)
    join()
  }

  /// Waits for the end of the work.
  package func join() {
    if let id = thread.withLock({ $0.take() }) { pthread_join(id, nil) }
  }
}

/// The state that the thread shares with its owner.
private final class BackgroundRun<Value: Sendable>: Sendable {
  /// Thrown in work whose result is no longer wanted.
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
