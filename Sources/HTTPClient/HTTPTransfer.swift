import CCurl
import Glibc

/// One request and its answer. The functions that libcurl calls keep their state here.
final class HTTPTransfer {
  /// The maximum size of all header fields of an answer in bytes. A server has no reason to send more.
  private static let largestHeader = 65_536
  /// The maximum number of bytes of an error that are kept.
  private static let largestProblem = 65_536
  /// The number of bytes per second that must be transferred on average after ``slowTime``.
  private static let slowestRate: Int64 = 4_000
  /// The time in seconds in which a transfer can be slower than ``slowestRate``.
  private static let slowTime: Int64 = 600

  private let url: HTTPURL
  private let body: HTTPRequest.Body?
  private let limit: Int64
  private let receive: HTTPConnection.Receiver
  private let advanced: (Int64) throws -> Void
  private let stallTimeout: Int64
  private let start = HTTPTransfer.now()
  private var lastActivity = HTTPTransfer.now()
  private var sent: Int64 = 0
  private var received: Int64 = 0
  private var headerSize = 0
  private(set) var fields: [String: String] = [:]
  private(set) var status = 0
  private(set) var problem: [UInt8] = []
  /// True after the empty line that ends the header of the answer. libcurl also accepts one that is cut off.
  private(set) var hasHeader = false
  private var isHTTP1 = true
  /// True if the transfer ended because an error page is too long. What came before is enough.
  private(set) var isCut = false
  /// The error that ended the transfer from within.
  private(set) var failure: (any Error)?
  /// True if the connection ended within the bytes of an answer, and no limit or timeout ended it.
  var hasLostConnection: Bool { received > 0 && failure == nil }

  init(
    _ request: HTTPRequest, _ settings: HTTPSettings, receive: @escaping HTTPConnection.Receiver,
    advanced: @escaping (Int64) throws -> Void
  ) {
    stallTimeout = Int64(settings.stallTimeout)
    url = request.url
    body = request.body
    limit = request.largestAnswer
    self.receive = receive
    self.advanced = advanced
  }

  /// The answer.
  func response(retryAfter: Int?) -> HTTPResponse {
    HTTPResponse(
      status: status, etag: fields["etag"].flatMap { EntityTag.isValid($0) ? $0 : nil }, location: fields["location"],
      mayChangeUnnoticed: fields["date"].map { $0 == fields["last-modified"] } ?? false, retryAfter: retryAfter,
      problem: problem,
      isDelimited: !isHTTP1 || fields["content-length"] != nil || fields["transfer-encoding"] != nil)
  }

  // MARK: - Called by libcurl

  static let write: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    HTTPTransfer.of($3).received(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) ? $1 * $2 : 0
  }
  static let header: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    HTTPTransfer.of($3).receivedHeader(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) ? $1 * $2 : 0
  }
  static let read: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    HTTPTransfer.of($3).send(into: UnsafeMutableRawBufferPointer(start: $0, count: $1 * $2))
  }
  /// Keeps libcurl from sending a body again, after a connection that it had kept turned out to be closed: the server may have stored it already.
  static let seek: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = { context, offset, origin in
    origin == SEEK_SET && HTTPTransfer.of(context).sent == Int64(offset) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
  }

  /// Lets a person end a transfer in which nothing arrives, and ends one that does not get on.
  static let progress:
    @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32 = {
      context, _, _, _, _ in
      let transfer = HTTPTransfer.of(context)
      return transfer.attempt {
        try transfer.requireProgress()
        try transfer.advanced(0)
      } ? 0 : 1
    }

  /// Throws an error if the server stalls, or sends so slowly that the end is not in sight.
  private func requireProgress() throws {
    let now = Self.now()
    // A server may need time for what it received.
    let isWorking = body != nil && sent == body?.size && headerSize == 0
    guard now - lastActivity <= (isWorking ? 4 * stallTimeout : stallTimeout) else {
      throw HTTPError(.interrupted, "nothing has arrived for \(now - lastActivity) seconds")
    }
    guard now - start <= Self.slowTime + (sent + received) / Self.slowestRate else {
      throw HTTPError(.interrupted, "the transfer is slower than \(Self.slowestRate / 1000) KB per second")
    }
  }

  /// A clock in seconds that nobody sets.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer {
    guard let context else { preconditionFailure("libcurl returns the context that it was given") }
    return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
  }

  private func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastActivity = Self.now()
    guard (200...299).contains(status) else {
      // More of an error page than this is not needed.
      problem += bytes.prefix(Self.largestProblem - problem.count)
      received += Int64(bytes.count)
      isCut = received > Int64(Self.largestProblem) * 16
      return !isCut
    }
    received += Int64(bytes.count)
    guard received <= limit else {
      failure = HTTPError(.invalidAnswer, "\(url) has more than \(limit) bytes")
      return false
    }
    return attempt {
      try receive(bytes)
      try advanced(Int64(bytes.count))
    }
  }

  func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastActivity = Self.now()
    headerSize += bytes.count
    guard headerSize <= Self.largestHeader else {
      failure = HTTPError(.invalidAnswer, "\(url): more than \(Self.largestHeader) bytes of header fields")
      return false
    }
    if bytes.starts(with: "HTTP/".utf8) {
      // The answer to a proxy or a preliminary answer came before.
      fields = [:]
      hasHeader = false
      isHTTP1 = bytes.starts(with: "HTTP/1".utf8)
      let digits = bytes.drop { $0 != 0x20 }.dropFirst().prefix(3)
      status = digits.reduce(0) { $0 * 10 + (0x30...0x39 ~= $1 ? Int($1) - 0x30 : 0) }
    } else if bytes.elementsEqual("\r\n".utf8) || bytes.elementsEqual("\n".utf8) {
      hasHeader = true
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let name = String(validating: bytes[..<colon], as: UTF8.self),
      let value = String(validating: bytes[(colon + 1)...], as: UTF8.self)
    {
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
      let text = value.utf8.drop(while: isSpace)
      let end = text.lastIndex { !isSpace($0) }.map { text.index(after: $0) } ?? text.startIndex
      fields[name.lowercased()] = String(text[..<end])
    }
    return true
  }

  private func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    lastActivity = Self.now()
    var count = 0
    let isDone = attempt {
      count = try body?.read(sent, buffer) ?? 0
      sent += Int64(count)
      try advanced(Int64(count))
    }
    return isDone ? count : Int(CURL_READFUNC_ABORT)
  }

  private func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      failure = error
      return false
    }
  }
}
