import Glibc
import Synchronization

/// How far a long step has come, on one line of a terminal that is gone in the end.
///
/// Nothing appears in the first half second, and never more than ten times a second. Any thread may advance it.
public final class Progress: Sendable {
  /// In nanoseconds: when the line appears, and how often it changes.
  private static let delay: Int64 = 500_000_000
  private static let interval: Int64 = 100_000_000

  private let label: String
  private let total: Int64?
  /// `nil` where nothing is to be drawn.
  private let descriptor: Int32?
  private let environment: [String: String]
  /// Nanoseconds since some moment.
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

  /// Counts bytes as done. A few nanoseconds where nothing is drawn.
  public func advance(by bytes: Int64) {
    guard let descriptor else { return }
    let done = done.add(bytes, ordering: .relaxed).newValue
    let now = clock()
    let due = nextDraw.load(ordering: .relaxed)
    guard now >= due else { return }
    // Of several threads that come at the same time one draws.
    guard nextDraw.compareExchange(expected: due, desired: now + Self.interval, ordering: .relaxed).exchanged
    else { return }
    let columns = WindowSize.columns(of: descriptor, environment: environment)
    let line = ProgressLine(
      label: label, done: done, total: total, seconds: Double(now - start) / 1_000_000_000)
    isOnScreen.withLock { isOnScreen in
      isOnScreen = true
      // The last column stays free: some terminals go to the next line when it is filled.
      send("\r" + line.text(columns: columns - 1) + "\u{1B}[K", to: descriptor)
    }
  }

  /// Takes the line away for good.
  public func finish() {
    nextDraw.store(.max, ordering: .relaxed)
    erase()
  }

  /// Takes the line away until it is drawn again.
  func erase() {
    guard let descriptor else { return }
    isOnScreen.withLock { isOnScreen in
      if isOnScreen { send("\r\u{1B}[K", to: descriptor) }
      isOnScreen = false
    }
  }

  private func send(_ text: String, to descriptor: Int32) {
    var text = text
    // What fails to be drawn is not worth an error.
    _ = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
  }

  static let now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
