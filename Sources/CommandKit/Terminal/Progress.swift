import Glibc
import Synchronization

/// Shows the progress of a long step on one line of a terminal, and removes the line at the end.
///
/// The line appears after half a second and is updated at most ten times per second. Thread-safe.
package final class Progress: Sendable {
  /// The delay before the line appears, in nanoseconds.
  private static let delay: Int64 = 500_000_000
  /// The minimum time between two updates, in nanoseconds.
  private static let interval: Int64 = 100_000_000

  private let label: String
  private let total: Int64?
  /// `nil` if nothing is drawn.
  private let descriptor: Int32?
  private let environment: [String: String]
  /// A monotonic clock in nanoseconds.
  private let clock: @Sendable () -> Int64
  private let start: Int64
  private let done = Atomic<Int64>(0)
  private let nextDraw: Atomic<Int64>
  private let isOnScreen = Mutex(false)

  init(
    _ label: String, total: Int64?, descriptor: Int32?, environment: [String: String],
    clock: @escaping @Sendable () -> Int64 = Progress.now
  ) {
    self.label = Console.printable(label)
    self.total = total
    self.descriptor = descriptor
    self.environment = environment
    self.clock = clock
    start = clock()
    nextDraw = Atomic(start + Self.delay)
  }

  deinit {
    erase()
  }

  /// Adds finished bytes. Takes a few nanoseconds if nothing is drawn.
  package func advance(by bytes: Int64) {
    guard let descriptor else { return }
    let done = done.add(bytes, ordering: .relaxed).newValue
    let now = clock()
    let due = nextDraw.load(ordering: .relaxed)
    guard now >= due else { return }
    // Only one of several concurrent threads draws.
    guard nextDraw.compareExchange(expected: due, desired: now + Self.interval, ordering: .relaxed).exchanged
    else { return }
    let columns = WindowSize.columns(of: descriptor, environment: environment)
    let line = ProgressLine(
      label: label, done: done, total: total, seconds: Double(now - start) / 1_000_000_000)
    isOnScreen.withLock { isOnScreen in
      isOnScreen = true
      // The last column stays empty, because some terminals wrap when it is filled.
      send("\r" + line.text(columns: columns - 1) + "\u{1B}[K", to: descriptor)
    }
  }

  /// Removes the line permanently.
  package func finish() {
    nextDraw.store(.max, ordering: .relaxed)
    erase()
  }

  /// Removes the line until the next update.
  func erase() {
    guard let descriptor else { return }
    isOnScreen.withLock { isOnScreen in
      if isOnScreen { send("\r\u{1B}[K", to: descriptor) }
      isOnScreen = false
    }
  }

  private func send(_ text: String, to descriptor: Int32) {
    var text = text
    // A failed update is not an error.
    _ = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
  }

  static let now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
