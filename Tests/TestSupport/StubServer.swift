import Glibc
import Synchronization

/// An HTTP server on this machine that keeps files in memory, with tags and preconditions, and that can misbehave.
package final class StubServer: Sendable {
  /// A request that it got.
  package struct Request: Sendable {
    package let method: String
    package let path: String
    /// The header fields, with names in lower case.
    package let fields: [String: String]
    package let body: [UInt8]
  }

  /// An answer instead of the usual one.
  package enum Answer: Sendable {
    /// These bytes, then the end of the connection.
    case bytes([UInt8])
    /// These bytes, then others again and again until the client leaves.
    case endless([UInt8], [UInt8])
    /// The usual answer, of which only so many bytes arrive before the connection ends. The request has its effect.
    case cut(after: Int)

    /// An answer with a status, other header fields, and a text.
    package static func status(_ status: Int, _ fields: String..., text: String = "") -> Answer {
      let head = ["HTTP/1.1 \(status) Stub", "Content-Length: \(text.utf8.count)", "Connection: close"] + fields
      return .bytes(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + text).utf8))
    }
  }

  private struct State {
    var files: [String: [UInt8]] = [:]
    var requests: [Request] = []
    var answer: @Sendable (Request, _ count: Int) -> Answer? = { _, _ in nil }
    var replacement: (path: String, bytes: [UInt8], method: String, after: String)?
    var hasTags = true
    var keepsWrites = true
  }

  package let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  package init() throws {
    // A client that leaves must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, raw, &size) == 0
      }
    }
    guard isBound else { throw ChildProcess.Failure("cannot listen") }
    port = UInt16(bigEndian: address.sin_port)
    self.listener = listener
    Self.detach(self, listener) { thread in
      while true {
        let connection = accept(thread.descriptor, nil, nil)
        if connection < 0 { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let server = thread.server else {
          close(connection)
          return
        }
        Self.detach(server, connection) { thread in
          while thread.server?.serveOne(thread.descriptor) == true {}
          close(thread.descriptor)
        }
      }
    }
  }

  /// The state of a thread, which must not keep the server alive.
  private final class Thread {
    weak var server: StubServer?
    let descriptor: Int32
    let body: (Thread) -> Void

    init(_ server: StubServer, _ descriptor: Int32, _ body: @escaping (Thread) -> Void) {
      (self.server, self.descriptor, self.body) = (server, descriptor, body)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The URL of a folder on it.
  package func url(_ folder: String = "") -> String { "http://127.0.0.1:\(port)\(folder)" }

  /// The file at a path; nil if there is none.
  package subscript(path: String) -> [UInt8]? {
    get { state.withLock { $0.files[path] } }
    set { state.withLock { $0.files[path] = newValue } }
  }

  package func text(_ path: String) -> String? { self[path].map { String(decoding: $0, as: UTF8.self) } }

  package var paths: [String] { state.withLock { $0.files.keys.sorted() } }

  /// The requests since the last call.
  package func takeRequests() -> [Request] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  /// Answers requests differently if `answer` returns something. It gets the request and the number of earlier ones for that path.
  package func answer(_ answer: @escaping @Sendable (Request, _ count: Int) -> Answer?) {
    state.withLock { $0.answer = answer }
  }

  /// False for a server without ETag and preconditions.
  package func setTags(_ hasTags: Bool) { state.withLock { $0.hasTags = hasTags } }

  /// False for a server that accepts writes and forgets them, so that each trial begins with the same files.
  package func setKeepsWrites(_ keepsWrites: Bool) { state.withLock { $0.keepsWrites = keepsWrites } }

  // MARK: - Connections

  private static func detach(_ server: StubServer, _ descriptor: Int32, _ body: @escaping (Thread) -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        let thread = Unmanaged<Thread>.fromOpaque(raw).takeRetainedValue()
        thread.body(thread)
        return nil
      }, Unmanaged.passRetained(Thread(server, descriptor, body)).toOpaque())
    pthread_detach(thread)
  }

  /// Replaces a file by `bytes` after the next request with this method and path.
  package func replace(_ path: String, with bytes: [UInt8], after request: (method: String, path: String)) {
    state.withLock { $0.replacement = (path, bytes, request.method, request.path) }
  }

  /// Answers one request. Returns false at the end of the connection.
  private func serveOne(_ connection: Int32) -> Bool {
    guard let request = Self.read(connection) else { return false }
    let (special, usual) = state.withLock { state -> (Answer?, [UInt8]) in
      let count = state.requests.count { $0.path == request.path }
      state.requests.append(request)
      defer {
        if let next = state.replacement, next.method == request.method, next.after == request.path {
          state.files[next.path] = next.bytes
          state.replacement = nil
        }
      }
      let special = state.answer(request, count)
      switch special {
      case .cut, nil: return (special, Self.usual(request, &state))
      case .bytes, .endless: return (special, [])
      }
    }
    switch special {
    case .bytes(let bytes):
      _ = Self.write(bytes, connection)
      return false
    case .endless(let head, let piece):
      guard Self.write(head, connection) else { return false }
      while Self.write(piece, connection) {}
      return false
    case .cut(let count):
      _ = Self.write(Array(usual.prefix(count)), connection)
      return false
    case nil: return Self.write(usual, connection)
    }
  }

  private static func usual(_ request: Request, _ state: inout State) -> [UInt8] {
    func tag(_ bytes: [UInt8]) -> String {
      var hash: UInt64 = 14_695_981_039_346_656_037
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
      return "\"\(String(hash, radix: 16))\""
    }
    func answer(_ status: Int, _ bytes: [UInt8] = [], tag: String? = nil, hidesBody: Bool = false) -> [UInt8] {
      var head = "HTTP/1.1 \(status) Stub\r\n"
      if status != 304, status != 204 { head += "Content-Length: \(bytes.count)\r\n" }
      if let tag, state.hasTags { head += "ETag: \(tag)\r\n" }
      return Array((head + "\r\n").utf8) + (hidesBody ? [] : bytes)
    }
    let present = state.files[request.path]
    if state.hasTags {
      let isWrite = !["GET", "HEAD"].contains(request.method)
      if let wanted = request.fields["if-match"], isWrite, wanted != present.map(tag) { return answer(412) }
      if request.fields["if-none-match"] == "*", isWrite, present != nil { return answer(412) }
      if let known = request.fields["if-none-match"], !isWrite, known == present.map(tag) {
        return answer(304, tag: known)
      }
    }
    switch request.method {
    case "GET", "HEAD":
      guard let present else { return answer(404, Array("<html>not found</html>".utf8)) }
      return answer(200, present, tag: tag(present), hidesBody: request.method == "HEAD")
    case "POST", "PUT":
      if state.keepsWrites { state.files[request.path] = request.body }
      return answer(204, tag: tag(request.body))
    case "DELETE":
      if state.keepsWrites { state.files[request.path] = nil }
      return answer(present == nil ? 404 : 204)
    default: return answer(405)
    }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    func receive() -> Bool {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count > 0 { bytes += buffer[..<count] }
      return count > 0
    }
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
      guard receive() else { return nil }
      headEnd = bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(end) }
    }
    guard let headEnd else { return nil }
    let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
    }
    let size = fields["content-length"].flatMap { Int($0) } ?? 0
    while bytes.count < headEnd + 4 + size {
      guard receive() else { return nil }
    }
    return Request(
      method: String(words[0]), path: String(words[1]), fields: fields,
      body: Array(bytes[(headEnd + 4)..<(headEnd + 4 + size)]))
  }

  private static func write(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(connection, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }
}
