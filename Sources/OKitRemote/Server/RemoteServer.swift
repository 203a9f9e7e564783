import Ciphers
import HTTPClient
import JSONDocument
import OKitModels
import OKitStorage

/// The server of a model: its files by their paths in a data folder, with the requests of the framework.
final class RemoteServer {
  /// The URL of the folder of models.
  let url: HTTPURL
  /// What the server can do.
  let settings: EndpointSettings
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
    /// The file, with its tag if the server has tags.
    case found(tag: String?)
  }

  /// Returns the URL of a file.
  func url(of path: DataPath) -> HTTPURL { url.appending(path.components) }

  /// Passes the bytes of a file to `receive`, unless it still has the tag `known`.
  func get(
    _ path: DataPath, unless known: String? = nil, receive: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Answer {
    try ask(.get, path, unless: known, receive)
  }

  /// Asks whether there is a file and which tag it has, without its bytes.
  func look(at path: DataPath, unless known: String? = nil) throws -> Answer {
    try ask(.head, path, unless: known) { _ in }
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: DataPath, unless known: String?,
    _ receive: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Answer {
    var request = HTTPRequest(method, url(of: path))
    request.largestAnswer = ModelName(document: path) == nil ? settings.largestAttachment : settings.largestDocument
    if let known { request.fields.append(("If-None-Match", known)) }
    let response = try send(request, receive)
    switch response.status {
    case 404, 410: return .absent
    case 304 where known != nil: return .unchanged
    case 200: return .found(tag: response.etag)
    default: throw OKitError(response, to: method, request.url)
    }
  }

  /// Stores a file. With preconditions, the server does so only if the file has the tag `known`, or does not exist if that is nil.
  ///
  /// - Returns: The new tag; nil if the server does not say.
  func store(
    _ path: DataPath, _ body: HTTPRequest.Body, isEncrypted: Bool, known: String?
  ) throws -> String? {
    var request = HTTPRequest(settings.method == .put ? .put : .post, url(of: path))
    // The framework sends all plain files, also attachments, as JSON. Other servers may go by the type of a file.
    let isDocument = ModelName(document: path) != nil
    request.fields.append(
      ("Content-Type", isDocument && !isEncrypted ? "application/json" : "application/octet-stream"))
    request.body = body
    addPrecondition(known, to: &request)
    let response = try send(request)
    guard response.isSuccess else { throw OKitError(response, to: request.method, request.url) }
    return response.etag
  }

  /// Removes a file, which has the tag `known`. One that does not exist counts as removed.
  func remove(_ path: DataPath, known: String?) throws {
    var request = HTTPRequest(.delete, url(of: path))
    if let known { addPrecondition(known, to: &request) }
    let response = try send(request)
    guard response.isSuccess || [404, 410].contains(response.status) else {
      throw OKitError(response, to: .delete, request.url)
    }
  }

  private func addPrecondition(_ known: String?, to request: inout HTTPRequest) {
    guard settings.honorsPreconditions else { return }
    request.fields.append(known.map { ("If-Match", $0) } ?? ("If-None-Match", "*"))
  }

  private func send(
    _ request: HTTPRequest, _ receive: @escaping (UnsafeRawBufferPointer) throws -> Void = { _ in }
  ) throws -> HTTPResponse {
    do {
      return try connection.send(request, receive: receive)
    } catch let error as HTTPError {
      throw OKitError(error)
    }
  }
}
