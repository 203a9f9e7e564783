package import Glibc

/// A thread that blocks all signals, so that they reach the thread that can cancel the work.
package final class BackgroundThread {
  private let body: () -> Void

  /// A thread that runs `body` once it is started.
  package init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Starts the thread, which the caller joins; nil if the system cannot create one.
  package func start() -> pthread_t? {
    var id = pthread_t()
    let context = Unmanaged.passRetained(self)
    let failure = Self.blockingSignals {
      pthread_create(
        &id, nil,
        { context in
          if let context { Unmanaged<BackgroundThread>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, context.toOpaque())
    }
    guard failure == 0 else {
      context.release()
      return nil
    }
    return id
  }

  /// Runs `body`, which starts threads that block all signals.
  package static func blockingSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
