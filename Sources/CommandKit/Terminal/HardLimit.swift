import Glibc

/// Ends the program after a time, even if it asks for nothing meanwhile.
package struct HardLimit {
  /// The output and status for the timer's handler. It is prepared in advance because a signal handler must not allocate memory.
  nonisolated(unsafe) private static var message: (bytes: UnsafeMutablePointer<CChar>, count: Int, status: Int32)?

  private let duration: Duration
  private let status: Int32
  private let message: String

  /// A limit that prints `message` to standard error and exits with `status`.
  package init(after duration: Duration, status: Int32, message: String) {
    self.duration = duration
    self.status = status
    self.message = message
  }

  func start() {
    guard let bytes = strdup(message) else { return }
    Self.message = (bytes, strlen(bytes), status)
    signal(SIGALRM) { _ in
      guard let message = HardLimit.message else { return }
      _ = write(STDERR_FILENO, message.bytes, message.count)
      _exit(message.status)
    }
    let (seconds, attoseconds) = duration.components
    var timer = itimerval()
    timer.it_value = timeval(tv_sec: Int(clamping: seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  func stop() {
    var timer = itimerval()
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    signal(SIGALRM, SIG_DFL)
    if let message = Self.message { free(message.bytes) }
    Self.message = nil
  }
}
