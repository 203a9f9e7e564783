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
    /// The body is ignored, because the response is known. It is sent at its end or, if that does not come in time, without libmicrohttpd.
    case refusing(HTTPResponse, Deadline)
    /// The response was sent without libmicrohttpd. The rest of the body is ignored for a while: to close the connection now could destroy it.
    case lingering(Deadline)
    /// A worker makes the response.
    case working
    case answered(HTTPResponse)
    case sending
  }

  /// A body up to this size is read before its request is refused, so that the connection stays usable.
  private static let ignoredSize: Int64 = 64 << 10
  /// The time in which a client reads the response that ended its body.
  private static let lingeringTime = Duration.seconds(2)
  private static let blockSize = 16 << 10

  private let core: ServerCore
  private let connection: MicroHTTPD.Connection
  private let entry: ConnectionEntry
  private let rawTarget: String
  private let start = MonotonicTime.microseconds
  private var state = State.begun
  private var request: HTTPRequest?
  private var admitted: (any AdmittedRequest)?
  private var body: RequestBody?
  /// The time at which the header had arrived, in milliseconds.
  private var bodyStart: Int64 = 0
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
    case .refusing(let response, let deadline):
      received += Int64(piece.count)
      if piece.isEmpty { return queue(response) }
      taken()
      return deadline.isPast ? sendNow(response) : .YES
    case .lingering(let deadline):
      received += Int64(piece.count)
      taken()
      return piece.isEmpty || deadline.isPast ? .NO : .YES
    case .answered(let response):
      return queue(response)
    case .working, .sending:
      return .YES
    }
  }

  /// The request is over. Tells the handler.
  func end(isComplete: Bool) {
    if let events {
      events.clientIsGone()
      core.streams.remove(events)
    }
    entry.allow(core.settings.timeout)
    let isLingering = if case .lingering = state { true } else { false }
    // libmicrohttpd itself refuses what it cannot parse, also in the middle of a body.
    if status == 0 {
      status = core.library.info(.CONNECTION_INFO_HTTP_STATUS, of: connection).map { Int($0.http_status) } ?? 0
    }
    if case .begun = state {
      if status == 0 { return }
    } else {
      core.active.subtract(1, ordering: .relaxed)
    }
    core.handler.finished(
      RequestRecord(
        request: request ?? HTTPRequest(method: "-", rawTarget: rawTarget, version: "-", client: entry.client),
        status: status, size: size, received: received, microseconds: MonotonicTime.microseconds - start,
        isComplete: isComplete || isLingering, isStream: events != nil))
  }

  // MARK: - Receiving

  private func begin(_ request: HTTPRequest) -> MHD_Result {
    self.request = request
    bodyStart = MonotonicTime.milliseconds
    entry.allow(request.hasBody ? core.settings.timeout : nil)
    if let fault = RequestFraming.fault(of: request) {
      // What follows may be the body or the next request. libmicrohttpd closes the connection if the response does not wait for the body.
      return queue(core.handler.response(to: .malformed(fault)).closing)
    }
    let refusal: HTTPResponse
    switch core.handler.admission(of: request) {
    case .refused(let response): refusal = response
    case .admitted(let admitted):
      guard let fault = fault(of: request, admitted) else {
        self.admitted = admitted
        state = .receiving
        return .YES
      }
      refusal = core.handler.response(to: fault)
    }
    if request.hasBody, request.declaredSize ?? .max > Self.ignoredSize {
      // The client may wait for permission to send the body, which it then does not send. Another one is already sending, and must be able to go on
      // until it looks for an answer.
      if request.expectsContinue { return queue(refusal) }
      return sendNow(refusal.closing)
    }
    state = refusing(refusal)
    return .YES
  }

  /// Returns the reason to refuse the body of a request by its header.
  private func fault(of request: HTTPRequest, _ admitted: any AdmittedRequest) -> RequestFault? {
    guard request.hasBody else { return nil }
    limit = admitted.maximumBody
    if limit == 0 { return .unexpectedBody }
    guard let expected = request.declaredSize else { return nil }
    if expected > limit { return .tooLarge(limit: limit) }
    return core.budget.hasRoom(for: expected) ? nil : .overloaded
  }

  private func receive(_ piece: UnsafeRawBufferPointer) -> MHD_Result {
    received += Int64(piece.count)
    // A client that is slow all the time must not hold the connection for as long as the whole body might take.
    entry.allow(core.settings.time(for: received), from: bodyStart)
    guard received <= limit else { return stopReceiving(.tooLarge(limit: limit)) }
    do {
      let body =
        try self.body
        ?? RequestBody(expectedSize: request?.declaredSize, in: core.settings.bodyFolder, budget: core.budget)
      self.body = body
      try body.append(piece)
      return .YES
    } catch is BodyBudget.Exceeded {
      return stopReceiving(.overloaded)
    } catch let error as SystemError where [EMFILE, ENFILE, ENOMEM].contains(error.code) {
      return stopReceiving(.exhausted)
    } catch {
      return stopReceiving(.noSpace)
    }
  }

  private func stopReceiving(_ fault: RequestFault) -> MHD_Result {
    body = nil
    state = refusing(core.handler.response(to: fault).closing)
    return .YES
  }

  /// The rest of the body is ignored, for a limited time.
  private func refusing(_ response: HTTPResponse) -> State {
    let time = core.settings.timeout
    if request?.hasBody == true { entry.allow(time + Self.lingeringTime) }
    return .refusing(response, Deadline(after: time))
  }

  // MARK: - Answering

  private func respond() -> MHD_Result {
    guard let admitted else { return .NO }
    let lane: WorkLane
    switch admitted.answerAtOnce(body) {
    case .ready(let response): return queue(response)
    case .later(let later): lane = later
    }
    entry.allow(nil)
    state = .working
    core.library.suspend(connection)
    let latest = Deadline(after: core.settings.timeout)
    let work: @Sendable () -> Void = { [self] in
      state = .answered(latest.isPast ? core.handler.response(to: .overloaded) : admitted.answer(body, in: lane))
      body = nil
      core.library.resume(connection)
    }
    if !core.lanes.add(work, to: lane) {
      state = .answered(core.handler.response(to: .overloaded))
      core.library.resume(connection)
    }
    return .YES
  }

  private func queue(_ response: HTTPResponse) -> MHD_Result {
    state = .sending
    body = nil
    status = response.status
    size = request?.method == "HEAD" ? 0 : response.size ?? 0
    if let size = response.size {
      entry.allowToRead(size, core.settings)
    } else {
      entry.allow(nil)
    }
    guard let made = make(response) else { return .NO }
    defer { core.library.destroy(made) }
    for (name, value) in response.headers { _ = core.library.addHeader(made, name, value) }
    if core.isStopping.load(ordering: .relaxed) { _ = core.library.addHeader(made, "Connection", "close") }
    return core.library.queue(connection, UInt32(response.status), made)
  }

  /// Sends a response in the middle of a body, which libmicrohttpd cannot do.
  private func sendNow(_ response: HTTPResponse) -> MHD_Result {
    guard case .bytes(let content) = response.body else { return .NO }
    var text = "HTTP/1.1 \(response.status) \r\nDate: \(HTTPDate.text(Int64(time(nil))))\r\n"
    text += "Content-Length: \(content.count)\r\n"
    for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
    let bytes = Array((text + "\r\n").utf8) + content
    guard core.library.sendNow(bytes, to: connection) ?? entry.sendNow(bytes) else { return .NO }
    status = response.status
    size = Int64(content.count)
    state = .lingering(Deadline(after: Self.lingeringTime))
    entry.allow(Self.lingeringTime)
    return .YES
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
      core.streams.add(stream)
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

extension HTTPResponse {
  /// The response with the header that ends its connection.
  fileprivate var closing: HTTPResponse {
    var response = self
    response.headers.append(("Connection", "close"))
    return response
  }
}

extension HTTPRequest {
  /// True if the client waits for permission to send the body.
  fileprivate var expectsContinue: Bool {
    value("expect")?.utf8.lazy.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }.elementsEqual("100-continue".utf8)
      ?? false
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
