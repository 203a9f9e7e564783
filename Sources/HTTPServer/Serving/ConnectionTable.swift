import CSystem
import Glibc
import Synchronization

/// A connection and the time at which it is cut off.
final class ConnectionEntry: Sendable {
  /// Up to this size, a response only has to be read as a whole in time. It is not worth a system call.
  private static let smallSize: Int64 = 64 << 10

  /// The descriptor of the socket.
  let descriptor: Int32
  /// The address of the client.
  let client: String
  /// True if the first line of a request was read.
  let hasRequest = Atomic(false)
  /// The time in milliseconds since the machine was started; `Int64.max` while the server works on a request.
  private let deadline: Atomic<Int64>
  /// The time from which the client reads a large response, in milliseconds; 0 if it does not.
  private let readingStart = Atomic<Int64>(0)
  /// The number of bytes that the client had confirmed then.
  private let confirmedBefore = Atomic<UInt64>(0)

  init(descriptor: Int32, client: String, limit: Duration) {
    self.descriptor = descriptor
    self.client = client
    deadline = Atomic(MonotonicTime.milliseconds + Int64(limit / .milliseconds(1)))
  }

  /// Cuts the connection off `limit` after `start`, a time in milliseconds, unless it makes progress before; nil for no limit.
  func allow(_ limit: Duration?, from start: Int64 = MonotonicTime.milliseconds) {
    setDeadline(limit, from: start)
    // Last: a connection whose client no longer reads is judged by the new deadline.
    readingStart.store(0, ordering: .releasing)
  }

  /// Cuts the connection off unless the client reads a response of `size` bytes at the minimum rate.
  func allowToRead(_ size: Int64, _ settings: ServerSettings) {
    // A Unix socket does not count what its client reads.
    guard size > Self.smallSize, let confirmed else { return allow(settings.time(for: size)) }
    let now = MonotonicTime.milliseconds
    confirmedBefore.store(confirmed, ordering: .relaxed)
    readingStart.store(now, ordering: .relaxed)
    setDeadline(settings.timeout, from: now)
  }

  private func setDeadline(_ limit: Duration?, from start: Int64) {
    deadline.store(limit.map { start + Int64($0 / .milliseconds(1)) } ?? .max, ordering: .releasing)
  }

  /// The number of bytes that the client's system has confirmed; nil if this one does not count them.
  private var confirmed: UInt64? {
    var count: UInt64 = 0
    return okit_confirmed_bytes(descriptor, &count) == 0 ? count : nil
  }

  /// Sends bytes, and then ends the sending side. Returns false if not all bytes can be sent at once.
  func sendNow(_ bytes: [UInt8]) -> Bool {
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return false }
    shutdown(descriptor, Int32(SHUT_WR))
    return true
  }

  /// Cuts the connection off if its time is over. Returns false if it is not, because the client made progress.
  fileprivate func cutOff(at time: Int64, _ settings: ServerSettings) -> Bool {
    let deadline = deadline.load(ordering: .acquiring)
    guard deadline < time else { return false }
    let later = readingDeadline(settings).flatMap { $0 < time ? nil : $0 }
    // The thread of the connection may have changed it meanwhile.
    guard self.deadline.compareExchange(expected: deadline, desired: later ?? .max, ordering: .relaxed).exchanged,
      later == nil
    else { return false }
    shutdown(descriptor, Int32(SHUT_RDWR))
    return true
  }

  /// Returns the time until which a client may read that has read as much as it has; nil if it does not read a large response.
  private func readingDeadline(_ settings: ServerSettings) -> Int64? {
    let start = readingStart.load(ordering: .acquiring)
    guard start > 0, let confirmed else { return nil }
    let count = confirmed - min(confirmed, confirmedBefore.load(ordering: .relaxed))
    return start + Int64(settings.time(for: Int64(count)) / .milliseconds(1))
  }
}

/// The open connections. Those of slow clients are cut off, which libmicrohttpd does only if they are silent.
final class ConnectionTable: Sendable {
  private let entries = Mutex<[ObjectIdentifier: ConnectionEntry]>([:])

  /// The number of connections.
  var count: Int { entries.withLock(\.count) }

  func add(_ entry: ConnectionEntry) { entries.withLock { $0[ObjectIdentifier(entry)] = entry } }

  /// Removes a connection, whose descriptor is still open.
  func remove(_ entry: ConnectionEntry) { entries.withLock { $0[ObjectIdentifier(entry)] = nil } }

  /// Cuts off the connections whose time is over at `time`. Returns their number.
  func cutOffLate(_ settings: ServerSettings, at time: Int64 = MonotonicTime.milliseconds) -> Int {
    // A descriptor stays open, and is not used for anything else, as long as its entry is in the table.
    entries.withLock { entries in entries.values.count { $0.cutOff(at: time, settings) } }
  }
}

/// The time since the machine was started.
package enum MonotonicTime {
  /// The time in milliseconds.
  package static var milliseconds: Int64 { microseconds / 1000 }

  /// The time in microseconds.
  package static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
