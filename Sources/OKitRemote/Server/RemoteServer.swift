import Ciphers
import HTTPClient
import JSONDocument
import OKitModels
import OKitStorage

/// The server of a model: its files by their paths in a data folder, with the requests of the framework.
final class RemoteServer {
  /// The URL of the folder of models.
  let url: HTTPURL
  /// The capabilities and limits of the server.
  let settings: EndpointSettings
  /// True if the server gave an answer, or a part of one, to the last request that changes nothing.
  private(set) var hasAnswered = true
  /// False if the server does not know HEAD.
  private var knowsHead = true
  private let connection: HTTPConnection

  /// Prepares requests. Nothing is sent yet. `advanced` is called with the number of bytes that were sent or received.
  ///
  /// Throws an error of kind `configuration` if the URL is not valid, and `unsupported` without libcurl.
  init(_ settings: EndpointSettings, _ http: HTTPSettings, advanced: @escaping (Int64) throws -> Void) throws {
    self.settings = settings
    do {
      url = try HTTPURL(settings.url)
      connection = try HTTPConnection(to: url, http)
    } catch { throw OKitError(error) }
    connection.advanced = advanced
  }

  /// The answer to a request for a file.
  enum Answer {
    /// There is no such file.
    case absent
    /// The file has the tag that was sent.
    case unchanged
    /// The file, with its tag if the server has tags. Unless it is delimited, more bytes may have been lost.
    case found(tag: String?, isDelimited: Bool)

    /// True if there is a file.
    var exists: Bool { if case .absent = self { false } else { true } }
  }

  /// Returns the URL of a file.
  func url(of path: DataPath) -> HTTPURL { url.appending(path.components) }

  /// Passes the bytes of a file to a receiver, unless it still has the tag `known`. `makeReceiver` is called again if the connection is lost meanwhile: the
  /// bytes are sent from the beginning then.
  func get(
    _ path: DataPath, unless known: String? = nil, makeReceiver: () throws -> HTTPConnection.Receiver
  ) throws -> Answer {
    try ask(.get, path, unless: known, makeReceiver) ?? .absent
  }

  /// Asks whether there is a file and which tag it has, without its bytes.
  func look(at path: DataPath, unless known: String? = nil) throws -> Answer {
    try head(path, unless: known) ?? get(path, unless: known) { { _ in } }
  }

  /// Asks like ``look(at:unless:)``, but only with HEAD. Returns nil if the server does not know it, because apps never send it.
  func head(_ path: DataPath, unless known: String? = nil) throws -> Answer? {
    guard knowsHead else { return nil }
    let answer = try ask(.head, path, unless: known) { { _ in } }
    knowsHead = answer != nil
    return answer
  }

  /// Returns the present version of a file on the server; nil if there is none.
  func version(of path: DataPath) throws -> CommonState.File? {
    var staged = StagedFile(nil)
    let answer = try get(path) {
      staged = StagedFile(nil)
      return staged.write
    }
    switch answer {
    case .absent, .unchanged: return nil
    case .found(let tag, _): return CommonState.File(tag: tag, content: try staged.finish())
    }
  }

  /// Returns nil if the server does not know the method.
  private func ask(
    _ method: HTTPRequest.Method, _ path: DataPath, unless known: String?,
    _ makeReceiver: () throws -> HTTPConnection.Receiver
  ) throws -> Answer? {
    var request = HTTPRequest(method, url(of: path))
    request.largestAnswer = ModelName(document: path) == nil ? settings.largestAttachment : settings.largestDocument
    // libcurl does not notice if compressed bytes end early, and those of attachments are seldom compressible.
    request.acceptsCompression = !settings.honorsPreconditions && ModelName(document: path) != nil
    if let known { request.fields.append(("If-None-Match", known)) }
    let response = try send(request, makeReceiver)
    switch response.status {
    case 404, 410: return .absent
    case 304 where known != nil: return .unchanged
    case 200:
      // Where the server checks no tags, bytes are compared instead.
      let isUnreliable = response.mayChangeUnnoticed && !settings.honorsPreconditions
      return .found(tag: isUnreliable ? nil : response.etag, isDelimited: response.isDelimited)
    case 405, 501: if method == .head { return nil } else { fallthrough }
    default: throw OKitError(response, to: method, request.url)
    }
  }

  /// The condition under which the server changes a file.
  enum Precondition {
    /// There is no file.
    case absent
    /// The file has this tag.
    case tag(String)
    /// Nothing, because the server checks nothing, or the file has no tag that it can compare.
    case none

    /// True if the server refuses the change of another version.
    var isChecked: Bool { if case .none = self { false } else { true } }
  }

  /// Returns the precondition for a file whose version `known` is expected; nil if there should be none.
  func precondition(for known: CommonState.File?) -> Precondition {
    guard settings.honorsPreconditions else { return .none }
    guard let known else { return .absent }
    // A weak tag does not promise equal bytes, and If-Match never matches it.
    return known.tag.flatMap { $0.hasPrefix("W/") ? nil : .tag($0) } ?? .none
  }

  /// The result of a request that changes a file.
  enum Outcome {
    /// It was changed, and has the tag if the server says it.
    case done(tag: String?)
    /// There is no answer, or one that somebody else's change or the first of two equal requests can cause. The file can have either version.
    case uncertain(OKitError)
    /// The server refused it.
    case refused(OKitError)
  }

  /// Stores a file.
  func store(
    _ path: DataPath, _ body: HTTPRequest.Body, isEncrypted: Bool, if precondition: Precondition
  ) throws -> Outcome {
    var request = HTTPRequest(settings.method == .put ? .put : .post, url(of: path))
    // The framework sends all plain files, also attachments, as JSON. Other servers may go by the type of a file.
    let isDocument = ModelName(document: path) != nil
    request.fields.append(
      ("Content-Type", isDocument && !isEncrypted ? "application/json" : "application/octet-stream"))
    request.body = body
    add(precondition, to: &request)
    return try change(request)
  }

  /// Removes a file. One that does not exist counts as removed.
  func remove(_ path: DataPath, if precondition: Precondition) throws -> Outcome {
    var request = HTTPRequest(.delete, url(of: path))
    add(precondition, to: &request)
    return try change(request)
  }

  private func change(_ request: HTTPRequest) throws -> Outcome {
    let response: HTTPResponse
    do {
      response = try connection.send(request)
    } catch let error as HTTPError {
      // A server that redirects a request has not carried it out.
      if error.reason == .redirected { return .refused(OKitError(error)) }
      guard [.unreachable, .interrupted].contains(error.reason) else { throw OKitError(error) }
      return .uncertain(OKitError(error))
    }
    let isRemoved = request.method == .delete && [404, 410].contains(response.status)
    if response.isSuccess || isRemoved { return .done(tag: response.etag) }
    let error = OKitError(response, to: request.method, request.url)
    guard [412, 429].contains(response.status) || (500...599).contains(response.status) else {
      return .refused(error)
    }
    retryAfter = response.retryAfter
    return .uncertain(error)
  }

  /// The time in seconds for which the server wants to be left alone.
  private var retryAfter: Int?
  /// The maximum time in seconds to wait because the server asks for it.
  private static let longestWait = 60

  /// Waits before a request is repeated, twice as long each time, or as long as the server wants.
  func pause(beforeRepetition number: Int) throws {
    let wanted = min(retryAfter ?? 0, Self.longestWait)
    retryAfter = nil
    try connection.pause(milliseconds: max(wanted * 1000, 250 << number))
  }

  private func add(_ precondition: Precondition, to request: inout HTTPRequest) {
    switch precondition {
    case .absent: request.fields.append(("If-None-Match", "*"))
    case .tag(let tag): request.fields.append(("If-Match", tag))
    case .none: break
    }
  }

  private func send(
    _ request: HTTPRequest, _ makeReceiver: () throws -> HTTPConnection.Receiver
  ) throws -> HTTPResponse {
    hasAnswered = false
    do {
      let response = try connection.send(request) {
        let receive = try makeReceiver()
        return { [self] piece in
          hasAnswered = true
          try receive(piece)
        }
      }
      hasAnswered = true
      return response
    } catch let error as HTTPError {
      throw OKitError(error)
    }
  }
}
