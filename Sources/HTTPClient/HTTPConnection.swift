import CCurl
import Ciphers
import Glibc

/// Sends requests to one server, and keeps the connection open between them.
///
/// Certificates are always verified. Credentials go to the server of the first URL only, and only over `https` or to this machine.
package final class HTTPConnection {
  /// The maximum time in seconds to wait because a server asks for it.
  private static let longestWait = 60
  /// The time between two looks whether to go on, in milliseconds.
  private static let pause = 50
  /// The time in seconds after which a request is not repeated, unless a server asks for it or its answer had begun.
  private static let repetitionTime: Int64 = 20
  /// The maximum number of redirections within the server.
  private static let mostRedirections = 5

  private let library: CurlLibrary
  private let handle: UnsafeMutableRawPointer
  private let server: HTTPURL
  private let settings: HTTPSettings
  /// Called with the number of bytes that were sent or received. An error that it throws ends the request.
  package var advanced: (Int64) throws -> Void = { _ in }

  /// Prepares a connection to the server of `url`. Nothing is sent yet.
  package init(to url: HTTPURL, _ settings: HTTPSettings) throws(HTTPError) {
    library = try CurlLibrary.required()
    guard let handle = library.createHandle() else { throw HTTPError(.invalidSettings, "libcurl has no memory") }
    self.handle = handle
    server = url
    self.settings = settings
  }

  deinit { library.freeHandle(handle) }

  /// Receives the bytes of an answer, piece by piece.
  package typealias Receiver = (UnsafeRawBufferPointer) throws -> Void

  /// Sends `request`, and passes the bytes of a successful answer to a receiver. `makeReceiver` is called for each attempt, because what arrived in the
  /// one before is worthless.
  ///
  /// Repeats a request whose server cannot be reached, and one that changes nothing also if the connection ends before the answer is complete, and after
  /// the statuses 408, 425, 429, 500, 502, 503 and 504. Follows redirections within the server; those of requests that change something only with 307
  /// and 308.
  ///
  /// Throws ``HTTPError``, and the errors of the receiver, of the request's body and of ``advanced``.
  package func send(
    _ request: HTTPRequest, makeReceiver: () throws -> Receiver = { { _ in } }
  ) throws -> HTTPResponse {
    var request = request
    var redirections = 0
    while true {
      let response = try sendRepeatedly(request, makeReceiver)
      guard [301, 302, 307, 308].contains(response.status), let location = response.location else { return response }
      let target = try request.url.resolving(location)
      guard target.hasOrigin(of: server) else {
        throw HTTPError(.redirected, "\(server.origin) sends okit to another server, \(target.origin)")
      }
      redirections += 1
      // A browser would turn other redirected requests into GET.
      guard request.method.isSafe || [307, 308].contains(response.status), redirections <= Self.mostRedirections else {
        throw HTTPError(.redirected, "\(request.url) is redirected to \(target)")
      }
      var next = HTTPRequest(request.method, target)
      next.fields = request.fields
      next.body = request.body
      next.acceptsCompression = request.acceptsCompression
      next.largestAnswer = request.largestAnswer
      request = next
    }
  }

  private func sendRepeatedly(
    _ request: HTTPRequest, _ makeReceiver: () throws -> Receiver
  ) throws -> HTTPResponse {
    var attempt = 0
    let start = HTTPTransfer.now()
    while true {
      let transfer = HTTPTransfer(request, settings, receive: try makeReceiver(), advanced: advanced)
      let result = Result { try perform(request, transfer) }
      let wait: Int?
      // A server that hangs would cost many times as much.
      var isWorthwhile = HTTPTransfer.now() - start < Self.repetitionTime
      switch result {
      case .success(let response):
        let isPassing = [408, 425, 429, 500, 502, 503, 504].contains(response.status) && request.method.isSafe
        wait = isPassing ? response.retryAfter.map { $0 * 1000 } ?? 0 : nil
      case .failure(let error as HTTPError):
        wait = error.reason == .unreachable || error.reason == .interrupted && request.method.isSafe ? 0 : nil
        if transfer.hasLostConnection { isWorthwhile = true }
      case .failure: wait = nil
      }
      guard let wait, wait <= Self.longestWait * 1000, attempt < settings.retries,
        isWorthwhile || wait > 0
      else {
        return try result.get()
      }
      // Twice as long each time, so that a server that is overloaded is not kept busy.
      try pause(milliseconds: max(wait, 250 << attempt))
      attempt += 1
    }
  }

  /// Waits, unless ``advanced`` throws meanwhile.
  package func pause(milliseconds: Int) throws {
    for _ in 0..<milliseconds / Self.pause {
      usleep(useconds_t(Self.pause) * 1000)
      try advanced(0)
    }
  }

  private func perform(_ request: HTTPRequest, _ transfer: HTTPTransfer) throws -> HTTPResponse {
    var fields = request.fields
    // Without it, libcurl waits for the permission to send a large body.
    fields.append(("Expect", ""))
    var list: UnsafeMutablePointer<curl_slist>?
    defer { library.freeList(list) }
    for (name, value) in fields { list = library.append(list, "\(name): \(value)") ?? list }
    let mayShowCredentials = server.scheme == "https" || server.isLoopback
    if case .authorization(let shared) = settings.credentials {
      guard mayShowCredentials else {
        throw HTTPError(.insecure, "credentials are not sent to \(server.origin), because it is not https")
      }
      shared.secret.joined(after: "Authorization: ", before: "\0").withUnsafeBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          if let text = $0.baseAddress { list = library.append(list, text) ?? list }
        }
      }
    }
    library.resetHandle(handle)
    // The options point to what is gone afterwards.
    defer { library.resetHandle(handle) }
    var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = message.withUnsafeMutableBufferPointer { message in
      withExtendedLifetime(transfer) {
        configure(request, transfer, list, message.baseAddress, mayShowCredentials)
        return library.perform(handle)
      }
    }
    if let failure = transfer.failure {
      guard let error = failure as? HTTPError, error.reason == .interrupted else { throw failure }
      throw HTTPError(.interrupted, "\(request.url): \(error)")
    }
    guard code == CURLE_OK || transfer.isCut else {
      let end = message.firstIndex(of: 0) ?? 0
      var text = String(decoding: message[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // That libcurl may not send the body again is its own affair.
      if code == CURLE_SEND_FAIL_REWIND { text = "The connection ended without an answer" }
      if text.isEmpty, let known = library.errorText(code) { text = String(cString: known) }
      var delivered: curl_off_t = 0
      _ = okit_curl_get_offset(library.information, handle, CURLINFO_PRETRANSFER_TIME_T, &delivered)
      throw Self.error(code, text, request.url, isBeforeRequest: delivered == 0)
    }
    guard transfer.hasHeader else {
      throw HTTPError(.interrupted, "\(request.url): the connection ended within the answer")
    }
    var retryAfter: curl_off_t = 0
    _ = okit_curl_get_offset(library.information, handle, CURLINFO_RETRY_AFTER, &retryAfter)
    return transfer.response(retryAfter: retryAfter > 0 ? Int(min(retryAfter, 86_400)) : nil)
  }

  private func configure(
    _ request: HTTPRequest, _ transfer: HTTPTransfer, _ fields: UnsafeMutablePointer<curl_slist>?,
    _ message: UnsafeMutablePointer<CChar>?, _ mayShowCredentials: Bool
  ) {
    func set(_ option: CURLoption, _ value: Int) { _ = okit_curl_set_long(library.setOption, handle, option, value) }
    func set(_ option: CURLoption, _ value: String) {
      // libcurl copies texts.
      _ = value.withCString { okit_curl_set_pointer(library.setOption, handle, option, $0) }
    }
    func set(_ option: CURLoption, _ value: UnsafeRawPointer?) {
      _ = okit_curl_set_pointer(library.setOption, handle, option, value)
    }
    let context = UnsafeRawPointer(Unmanaged.passUnretained(transfer).toOpaque())
    set(CURLOPT_URL, request.url.description)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_ERRORBUFFER, UnsafeRawPointer(message))
    set(CURLOPT_HTTPHEADER, UnsafeRawPointer(fields))
    // The header is for the server, not for a proxy.
    set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    set(CURLOPT_USERAGENT, "okit")
    if request.largestAnswer != .max, !request.acceptsCompression {
      _ = okit_curl_set_offset(
        library.setOption, handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.largestAnswer))
    }
    // With this option, libcurl also decompresses what a server compresses without being asked.
    set(CURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "gzip" : "identity")
    // A proxy would see credentials that are meant for this machine.
    if server.isLoopback { set(CURLOPT_PROXY, "") }
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout)
    if let authorities = settings.authorities {
      set(CURLOPT_CAINFO, authorities)
      set(CURLOPT_CAPATH, UnsafeRawPointer?.none)
    }
    if let certificate = settings.certificate {
      set(CURLOPT_SSLCERT, certificate.path)
      set(CURLOPT_SSLKEY, certificate.keyPath ?? certificate.path)
    }
    if case .netrc(let path) = settings.credentials, mayShowCredentials {
      set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
      set(CURLOPT_NETRC_FILE, path)
    }
    _ = okit_curl_set_transfer(library.setOption, handle, CURLOPT_WRITEFUNCTION, HTTPTransfer.write)
    set(CURLOPT_WRITEDATA, context)
    _ = okit_curl_set_transfer(library.setOption, handle, CURLOPT_HEADERFUNCTION, HTTPTransfer.header)
    set(CURLOPT_HEADERDATA, context)
    _ = okit_curl_set_progress(library.setOption, handle, HTTPTransfer.progress)
    set(CURLOPT_XFERINFODATA, context)
    set(CURLOPT_NOPROGRESS, 0)
    switch request.method {
    case .get: break
    case .head: set(CURLOPT_NOBODY, 1)
    case .post, .put, .delete:
      if let body = request.body {
        set(CURLOPT_UPLOAD, 1)
        _ = okit_curl_set_offset(library.setOption, handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(body.size))
        _ = okit_curl_set_transfer(library.setOption, handle, CURLOPT_READFUNCTION, HTTPTransfer.read)
        set(CURLOPT_READDATA, context)
        _ = okit_curl_set_seek(library.setOption, handle, HTTPTransfer.seek)
        set(CURLOPT_SEEKDATA, context)
      }
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  private static func error(
    _ code: CURLcode, _ text: String, _ url: HTTPURL, isBeforeRequest: Bool
  ) -> HTTPError {
    let reason: HTTPError.Reason =
      switch code {
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE, CURLE_USE_SSL_FAILED:
        .insecure
      case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_FAILED_INIT:
        .invalidSettings
      case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_TOO_MANY_REDIRECTS, CURLE_FILESIZE_EXCEEDED,
        CURLE_WRITE_ERROR, CURLE_UNSUPPORTED_PROTOCOL:
        .invalidAnswer
      default: isBeforeRequest ? .unreachable : .interrupted
      }
    // libcurl's texts begin with a capital letter and may contain what a server sent.
    let first = text.utf8.prefix { $0 >= 0x20 && $0 != 0x7F }.prefix(200)
    let detail = String(decoding: first, as: UTF8.self)
    let isName = detail.utf8.dropFirst().prefix { $0 != 0x20 }.contains { (0x41...0x5A).contains($0) }
    return HTTPError(reason, "\(url): " + (isName ? detail : detail.prefix(1).lowercased() + detail.dropFirst()))
  }
}
