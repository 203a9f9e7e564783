import Glibc

/// A moment to wait for. Time during which the machine sleeps counts.
///
/// The standard library's ContinuousClock would add Swift's concurrency runtime to the command: half a megabyte and a slower start.
package struct Deadline: Sendable {
  /// The time since the machine was started.
  private let moment: Duration

  /// Creates a deadline that is `time` from now.
  package init(after time: Duration) { moment = Self.now + time }

  /// True if the moment has come.
  package var isPast: Bool { Self.now >= moment }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
