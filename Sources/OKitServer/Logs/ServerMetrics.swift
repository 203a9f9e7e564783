import Glibc
import HTTPServer
import OKitStorage
import Synchronization

/// The statistics of a server, in the text format of Prometheus.
final class ServerMetrics: Sendable {
  /// The upper bounds of the histogram, in seconds.
  private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
  /// Any other method counts as one, so that clients cannot fill the memory.
  private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE"]

  private struct Key: Hashable, Comparable {
    let method: String
    let status: Int

    static func < (left: Key, right: Key) -> Bool { (left.method, left.status) < (right.method, right.status) }
  }

  private struct Counts {
    var requests: [Key: Int] = [:]
    var buckets = [Int](repeating: 0, count: bounds.count + 1)
    var microseconds: Int64 = 0
    var sent: Int64 = 0
    var received: Int64 = 0
    var incomplete = 0
  }

  private let counts = Mutex(Counts())
  private let start = Timestamp.now()

  /// Counts a request.
  func count(_ record: RequestRecord) {
    let method = record.request.method
    let key = Key(method: Self.methods.contains(method) ? method : "other", status: record.status)
    let seconds = Double(record.microseconds) / 1_000_000
    counts.withLock { counts in
      counts.requests[key, default: 0] += 1
      // A stream lasts as long as its client listens, which says nothing about the server.
      if !record.isStream {
        counts.buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        counts.microseconds += record.microseconds
      }
      counts.sent += record.size
      counts.received += record.received
      if !record.isComplete { counts.incomplete += 1 }
    }
  }

  /// The state of the server at a moment.
  struct Gauges {
    var connections = 0
    var activeRequests = 0
    var cutOffConnections = 0
    var connectionsWithoutRequest = 0
    var eventStreams = 0
  }

  /// Returns the text.
  func text(_ gauges: Gauges) -> String {
    let counts = counts.withLock { $0 }
    var text = ""
    func metric(_ name: String, _ type: String, _ help: String, _ values: [(labels: String, value: String)]) {
      text += "# HELP okit_\(name) \(help)\n# TYPE okit_\(name) \(type)\n"
      for (labels, value) in values { text += "okit_\(name)\(labels) \(value)\n" }
    }
    func single(_ name: String, _ type: String, _ help: String, _ value: Int64) {
      metric(name, type, help, [("", "\(value)")])
    }
    metric(
      "http_requests_total", "counter", "Requests by method and status.",
      counts.requests.sorted { $0.key < $1.key }.map { key, count in
        ("{method=\"\(key.method)\",status=\"\(key.status)\"}", "\(count)")
      })
    single(
      "http_requests_broken_total", "counter", "Requests whose response was not sent as a whole.",
      Int64(counts.incomplete))
    text +=
      "# HELP okit_http_request_seconds Time from the first line of a request to the end of its response, without /events.\n"
    text += "# TYPE okit_http_request_seconds histogram\n"
    var sum = 0
    for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts.buckets) {
      sum += count
      text += "okit_http_request_seconds_bucket{le=\"\(bound)\"} \(sum)\n"
    }
    text += "okit_http_request_seconds_sum \(Double(counts.microseconds) / 1_000_000)\n"
    text += "okit_http_request_seconds_count \(sum)\n"
    single("http_sent_bytes_total", "counter", "Bytes of the contents of responses.", counts.sent)
    single("http_received_bytes_total", "counter", "Bytes of the bodies of requests.", counts.received)
    single("http_connections", "gauge", "Open connections.", Int64(gauges.connections))
    single("http_requests_active", "gauge", "Requests that are being answered.", Int64(gauges.activeRequests))
    single("http_connections_cut_off_total", "counter", "Connections of slow clients.", Int64(gauges.cutOffConnections))
    single(
      "http_connections_without_request_total", "counter",
      "Connections that ended before the first line of a request could be read.",
      Int64(gauges.connectionsWithoutRequest))
    single("event_streams", "gauge", "Clients that listen to events.", Int64(gauges.eventStreams))
    single("resident_memory_bytes", "gauge", "Memory of the process.", Self.residentMemory)
    single("start_time_seconds", "gauge", "Start of the server since 1970.", start)
    return text
  }

  private static var residentMemory: Int64 {
    guard let file = try? OpenFile("/proc/self/statm"), let bytes = try? file.bytes(at: 0, count: 128) else { return 0 }
    let pages = bytes.split(separator: UInt8(ascii: " ")).dropFirst().first.flatMap {
      Int64(String(decoding: $0, as: UTF8.self))
    }
    return (pages ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
