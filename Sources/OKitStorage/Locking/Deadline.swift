import Glibc

/// A moment until which something is waited for. It also comes nearer while the machine sleeps.
///
/// The standard library's ContinuousClock would bring Swift's concurrency runtime into the command, with half a megabyte and work at each start.
package struct Deadline: Sendable {
  /// Since the machine was started.
  private let moment: Duration

  /// The moment that comes after `time`.
  package init(after time: Duration) { moment = Self.now + time }

  /// Whether it has come.
  package var isPast: Bool { Self.now >= moment }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
