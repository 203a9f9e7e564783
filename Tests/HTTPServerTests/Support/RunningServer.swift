import Glibc
import OKitStorage
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// A server in this process whose requests a test answers, and connections to it.
final class RunningServer: Sendable {
  /// Answers each request with what the test wants, and notes what was sent.
  final class Handler: RequestHandler {
    private let answer: @Sendable (HTTPRequest) -> HTTPResponse
    private let noted = Mutex<[RequestRecord]>([])

    init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) { self.answer = answer }

    var records: [RequestRecord] { noted.withLock { $0 } }

    func admission(of request: HTTPRequest) -> Admission { .admitted(Admitted(request: request, answer: answer)) }

    func response(to fault: RequestFault) -> HTTPResponse {
      let status =
        switch fault {
        case .malformed, .unexpectedBody: 400
        case .tooLarge: 413
        case .overloaded, .exhausted: 503
        case .noSpace: 507
        }
      return HTTPResponse(status, body: .bytes(Array("\(fault)".utf8)))
    }

    func finished(_ record: RequestRecord) { noted.withLock { $0.append(record) } }
  }

  private struct Admitted: AdmittedRequest {
    let request: HTTPRequest
    let answer: @Sendable (HTTPRequest) -> HTTPResponse
    var maximumBody: Int64 { 1 << 20 }

    func answerAtOnce(_ body: RequestBody?) -> Answer { .later(.questions) }

    func answer(_ body: RequestBody?, in lane: WorkLane) -> HTTPResponse { answer(request) }
  }

  let handler: Handler
  let server: HTTPServer
  private let socket: ListenSocket

  init(
    _ settings: ServerSettings = ServerSettings(),
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { _ in HTTPResponse(204) }
  ) throws {
    handler = Handler(answer)
    socket = try ListenSocket(.tcp(host: "127.0.0.1", port: 0))
    server = try HTTPServer(socket, settings, handler: handler)
  }

  /// Waits until `count` requests are over.
  func records(_ count: Int) -> [RequestRecord] {
    for _ in 0..<500 where handler.records.count < count { usleep(10_000) }
    return handler.records
  }

  /// A connection to the server.
  final class Client {
    let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Client {
      let bytes = Array(text.utf8)
      _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      return self
    }

    /// Ends the connection.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Receives `count` bytes, or fewer if the connection ends before or nothing arrives for 10 seconds. Returns their number.
    func receive(count: Int) -> Int {
      var received = 0
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while received < count {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 10_000) == 1 else { return received }
        let part = recv(descriptor, &buffer, min(buffer.count, count - received), 0)
        guard part > 0 else { return received }
        received += part
      }
      return received
    }

    /// Receives until the connection ends, `end` arrives, or nothing arrives for 10 seconds.
    func receive(until end: String? = nil) -> String {
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 10_000) == 1 else { return String(decoding: received, as: UTF8.self) + "[timeout]" }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        let text = String(decoding: received, as: UTF8.self)
        guard count > 0 else { return text }
        received += buffer[..<count]
        if let end, String(decoding: received, as: UTF8.self).hasSuffix(end) {
          return String(decoding: received, as: UTF8.self)
        }
      }
    }
  }

  /// Connects, with a buffer of this size in bytes if one is given. Returns nil if the connection is refused.
  func connect(receiveBuffer: Int32? = nil) throws -> Client? {
    guard case .tcp(_, let port) = socket.address else { return nil }
    let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let client = Client(descriptor)
    // A buffer that is set before the connection is made does not grow.
    if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    return isConnected ? client : nil
  }
}
