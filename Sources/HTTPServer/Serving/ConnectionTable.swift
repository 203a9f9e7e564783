import Glibc
import Synchronization

/// A connection and the time at which it is cut off.
final class ConnectionEntry: Sendable {
  /// The descriptor of the socket.
  let descriptor: Int32
  /// The address of the client.
  let client: String
  /// The time in milliseconds since the machine was started; `Int64.max` while the server works on a request.
  private let deadline: Atomic<Int64>

  init(descriptor: Int32, client: String, limit: Duration) {
    self.descriptor = descriptor
    self.client = client
    deadline = Atomic(MonotonicTime.milliseconds + Int64(limit / .milliseconds(1)))
  }

  /// Cuts the connection off `limit` after `start`, a time in milliseconds, unless it makes progress before; nil for no limit.
  func allow(_ limit: Duration?, from start: Int64 = MonotonicTime.milliseconds) {
    deadline.store(limit.map { start + Int64($0 / .milliseconds(1)) } ?? .max, ordering: .relaxed)
  }

  /// Sends bytes, and then ends the sending side. Returns false if not all bytes can be sent at once.
  func sendNow(_ bytes: [UInt8]) -> Bool {
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return false }
    shutdown(descriptor, Int32(SHUT_WR))
    return true
  }

  fileprivate func isLate(at time: Int64) -> Bool { deadline.load(ordering: .relaxed) < time }
}

/// The open connections. Those of slow clients are cut off, which libmicrohttpd does only if they are silent.
final class ConnectionTable: Sendable {
  private let entries = Mutex<[ObjectIdentifier: ConnectionEntry]>([:])

  /// The number of connections.
  var count: Int { entries.withLock(\.count) }

  func add(_ entry: ConnectionEntry) { entries.withLock { $0[ObjectIdentifier(entry)] = entry } }

  /// Removes a connection, whose descriptor is still open.
  func remove(_ entry: ConnectionEntry) { entries.withLock { $0[ObjectIdentifier(entry)] = nil } }

  /// Cuts off the connections whose time is over. Returns their number.
  func cutOffLate() -> Int {
    let now = MonotonicTime.milliseconds
    // A descriptor stays open, and is not used for anything else, as long as its entry is in the table.
    return entries.withLock { entries in
      var count = 0
      for entry in entries.values where entry.isLate(at: now) {
        shutdown(entry.descriptor, Int32(SHUT_RDWR))
        entry.allow(nil)
        count += 1
      }
      return count
    }
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
