import CMicroHTTPD
import Ciphers
import Glibc
import OKitStorage
import Synchronization

/// One request and its response.
///
/// libmicrohttpd calls it on the thread of the connection. While a worker answers the request, the connection is suspended and nothing else uses
/// this object.
final class Exchange: @unchecked Sendable {
  private enum State {
    /// The header has not arrived.
    case begun
    /// The body arrives, or the end of a request without one.
    case receiving
    /// The body is ignored, because the response is known.
    case refusing(HTTPResponse)
    /// A worker makes the response.
    case working
    case answered(HTTPResponse)
    case sending
  }

  /// A body up to this size is read before its request is refused, so that the connection stays usable.
  private static let ignoredSize: Int64 = 64 << 10
  private static let blockSize = 16 << 10

  private let core: ServerCore
  private let connection: MicroHTTPD.Connection
  private let entry: ConnectionEntry
  private let rawTarget: String
  private let start = MonotonicTime.microseconds
  private var state = State.begun
  private var request: HTTPRequest?
  private var body: RequestBody?
  private var limit: Int64 = 0
  private var received: Int64 = 0
  private var status = 0
  private var size: Int64 = 0
  private var events: EventStream?

  init(
    _ core: ServerCore, _ connection: MicroHTTPD.Connection, _ entry: ConnectionEntry, rawTarget: String
  ) {
    self.core = core
    self.connection = connection
    self.entry = entry
    self.rawTarget = rawTarget
  }

  /// Takes the next part of the request. Returns `NO` to close the connection.
  func proceed(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer, taken: () -> Void
  ) -> MHD_Result {
    switch state {
    case .begun:
      core.active.add(1, ordering: .relaxed)
      return begin(HeaderReader.request(of: self, method: method, version: version))
    case .receiving where !piece.isEmpty:
      defer { taken() }
      return receive(piece)
    case .receiving:
      return respond()
    case .refusing(let response):
      received += Int64(piece.count)
      if piece.isEmpty { return queue(response) }
      taken()
      return received <= limit + Self.ignoredSize ? .YES : .NO
    case .answered(let response):
      return queue(response)
    case .working, .sending:
      return .YES
    }
  }

  /// The request is over. Tells the handler.
  func end(isComplete: Bool) {
    events?.clientIsGone()
    entry.allow(core.settings.timeout)
    if case .begun = state { return }
    core.active.subtract(1, ordering: .relaxed)
    core.handler.finished(
      RequestRecord(
        request: request, status: status, size: size, received: received,
        microseconds: MonotonicTime.microseconds - start, isComplete: isComplete))
  }

  // MARK: - Receiving

  private func begin(_ request: HTTPRequest) -> MHD_Result {
    self.request = request
    let expected = request.declaredSize
    limit = core.handler.maximumBody(of: request)
    var refusal = core.handler.refusal(of: request)
    if refusal == nil, let expected, expected > limit {
      refusal = core.handler.response(to: .tooLarge(limit: limit))
    }
    entry.allow(request.hasBody ? core.settings.time(for: min(expected ?? limit, limit)) : nil)
    guard let refusal else {
      state = .receiving
      return .YES
    }
    state = .refusing(refusal)
    // The client may wait for permission to send a large body, which it must not send.
    guard request.hasBody, expected ?? .max > Self.ignoredSize else { return .YES }
    return queue(refusal)
  }

  private func receive(_ piece: UnsafeRawBufferPointer) -> MHD_Result {
    received += Int64(piece.count)
    guard received <= limit else {
      body = nil
      state = .refusing(core.handler.response(to: .tooLarge(limit: limit)))
      return .YES
    }
    do {
      let body =
        try self.body ?? RequestBody(expectedSize: request?.declaredSize, in: core.settings.bodyFolder)
      self.body = body
      try body.append(piece)
    } catch {
      body = nil
      state = .refusing(core.handler.response(to: .noSpace))
    }
    return .YES
  }

  // MARK: - Answering

  private func respond() -> MHD_Result {
    guard let request else { return .NO }
    if let response = core.handler.respond(to: request, body: body, mayBlock: false) { return queue(response) }
    entry.allow(nil)
    state = .working
    core.library.suspend(connection)
    let latest = Deadline(after: core.settings.timeout)
    let work: @Sendable () -> Void = { [self] in
      let response = latest.isPast ? nil : core.handler.respond(to: request, body: body, mayBlock: true)
      state = .answered(response ?? core.handler.response(to: .overloaded))
      body = nil
      core.library.resume(connection)
    }
    let isAdded = core.lanes.add(work, to: core.handler.lane(of: request))
    if !isAdded {
      state = .answered(core.handler.response(to: .overloaded))
      core.library.resume(connection)
    }
    return .YES
  }

  private func queue(_ response: HTTPResponse) -> MHD_Result {
    state = .sending
    status = response.status
    size = request?.method == "HEAD" ? 0 : response.size ?? 0
    entry.allow(response.size.map(core.settings.time))
    guard let made = make(response) else { return .NO }
    defer { core.library.destroy(made) }
    for (name, value) in response.headers { _ = core.library.addHeader(made, name, value) }
    if core.isStopping.load(ordering: .relaxed) { _ = core.library.addHeader(made, "Connection", "close") }
    return core.library.queue(connection, UInt32(response.status), made)
  }

  private func make(_ response: HTTPResponse) -> MicroHTTPD.Response? {
    switch response.body {
    case .bytes(var bytes):
      return bytes.withUnsafeMutableBytes {
        core.library.responseFromBuffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
      }
    case .file(let part):
      // The library closes its copy.
      let descriptor = fcntl(part.descriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      let made = core.library.responseFromFile(UInt64(part.range.count), descriptor, UInt64(part.range.lowerBound))
      if made == nil { close(descriptor) }
      return made
    case .events(let stream):
      events = stream
      return core.library.responseFromCallback(
        .max, Self.blockSize, Self.readEvents, Unmanaged.passRetained(self).toOpaque(), Self.release)
    }
  }

  // MARK: - Events

  private static let endOfStream = -1

  private static let readEvents: MHD_ContentReaderCallback = { context, _, buffer, size in
    guard let context, let buffer else { return endOfStream }
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    guard let stream = exchange.events else { return endOfStream }
    let (library, connection) = (exchange.core.library, exchange.connection)
    let taken = stream.take(into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) {
      library.suspend(connection)
      return { [exchange] in library.resume(exchange.connection) }
    }
    switch taken {
    case .bytes(let count):
      exchange.size += Int64(count)
      return count
    case .waiting: return 0
    case .end: return endOfStream
    }
  }

  private static let release: MHD_ContentReaderFreeCallback = { context in
    if let context { Unmanaged<Exchange>.fromOpaque(context).release() }
  }
}

extension Exchange {
  /// Collects the header of a request.
  fileprivate final class HeaderReader {
    private var headers: [(name: String, value: String)] = []
    private var credential: Credential?
    private var authorizations = 0

    static func request(
      of exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
    ) -> HTTPRequest {
      let reader = HeaderReader()
      _ = exchange.core.library.values(
        exchange.connection, .HEADER_KIND, addHeader, Unmanaged.passUnretained(reader).toOpaque())
      return HTTPRequest(
        method: String(cString: method), rawTarget: exchange.rawTarget, version: String(cString: version),
        client: exchange.entry.client, credential: reader.authorizations == 1 ? reader.credential : nil,
        hasAuthorization: reader.authorizations > 0, headers: reader.headers)
    }

    private static let addHeader: MHD_KeyValueIterator = { context, _, name, value in
      guard let context, let name else { return .YES }
      let reader = Unmanaged<HeaderReader>.fromOpaque(context).takeUnretainedValue()
      let text = String(cString: name).utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
      let lowercased = String(decoding: text, as: UTF8.self)
      if lowercased == "authorization" {
        // A token must not become a String, which cannot be wiped.
        reader.authorizations += 1
        reader.credential = value.flatMap {
          Credential(authorization: UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
      } else {
        reader.headers.append((lowercased, value.map { String(cString: $0) } ?? ""))
      }
      return .YES
    }
  }
}
