import CommandKit
import Glibc

/// Work on a thread of its own, as blocking calls and signals need it.
final class Worker<Result>: @unchecked Sendable {
  private let thread: pthread_t
  private let box: Box

  private final class Box: @unchecked Sendable { var result: Result? }

  init(_ body: @escaping () -> Result) {
    let box = Box()
    self.box = box
    thread = startThread {
      unblockSignals()
      box.result = body()
    }
  }

  func signal(_ number: Int32) {
    pthread_kill(thread, number)
  }

  func wait() -> Result {
    pthread_join(thread, nil)
    return box.result!
  }
}

private final class Body {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

private func startThread(_ body: @escaping () -> Void) -> pthread_t {
  var thread = pthread_t()
  let context = Unmanaged.passRetained(Body(body)).toOpaque()
  pthread_create(
    &thread, nil,
    { context in
      Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
      return nil
    }, context)
  return thread
}

/// Tests run on threads that block every signal, and new threads inherit that.
func unblockSignals() {
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_UNBLOCK, &all, nil)
}

/// Installs the handlers of ``Signals`` for all signals, even if the tests were started with ignored ones: a shell ignores SIGINT in a
/// background job, and `nohup` ignores SIGHUP.
func installSignals() {
  for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  Signals.install()
}
