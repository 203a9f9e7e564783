package import HTTPServer
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage
import Synchronization

/// The endpoint of a workspace: the framework's requests for files, and questions.
package final class Endpoint: RequestHandler {
  private let workspace: ServedWorkspace
  private let options: ServeOptions
  private let access: AccessControl
  private let log: AccessLog?
  private let metrics = ServerMetrics()
  private let versions = FileVersions()
  private let hub: EventHub
  private let gauges = Mutex<(@Sendable () -> ServerMetrics.Gauges)?>(nil)
  private let report: @Sendable (String) -> Void

  /// Serves `workspace`. With `tokens`, each request needs one of them. `report` gets messages for the operator.
  package init(
    _ workspace: ServedWorkspace, _ options: ServeOptions, tokens: AccessTokens?, log: AccessLog?,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.workspace = workspace
    self.options = options
    self.log = log
    self.report = report
    access = try AccessControl(
      models: options.models, isReadOnly: options.isReadOnly, requiresLoopbackHost: options.requiresLoopbackHost, tokens
    )
    hub = EventHub(workspace.events, report: report)
  }

  /// Replaces the tokens. Requests that are being answered keep their access.
  package func replaceTokens(by tokens: AccessTokens) { access.replaceTokens(by: tokens) }

  /// Shows the state of `server` in the metrics.
  package func observe(_ server: HTTPServer) {
    gauges.withLock { gauges in
      gauges = { [weak server] in
        guard let server else { return ServerMetrics.Gauges() }
        return ServerMetrics.Gauges(
          connections: server.connections, activeRequests: server.activeRequests,
          cutOffConnections: server.cutOffConnections)
      }
    }
  }

  /// Keeps event streams alive. The server calls this several times a minute.
  package func tick() { hub.tick() }

  /// Ends the event streams, which would never end by themselves.
  package func endStreams() { hub.end() }

  // MARK: - Before the body

  package func refusal(of request: HTTPRequest) -> HTTPResponse? {
    do {
      try check(request)
      return nil
    } catch {
      return secured(Problem(error, root: workspace.root).response)
    }
  }

  private func check(_ request: HTTPRequest) throws {
    try access.requireOwnHost(request)
    let route = try Route(request.target)
    if case .health = route {} else { try access.requireToken(request) }
    guard route.methods.contains(request.method) else {
      let allowed = route.methods.joined(separator: ", ")
      throw Refusal(405, "the method is not allowed here", headers: [("Allow", allowed)])
    }
    guard case .file(let file) = route else { return }
    let isWriting = !["GET", "HEAD"].contains(request.method)
    try access.require(file, isWriting: isWriting, request)
    if isWriting, request.method != "DELETE" { try FileWriting.requireValidHeader(request, file) }
  }

  package func maximumBody(of request: HTTPRequest) -> Int64 {
    ["POST", "PUT"].contains(request.method) ? options.maximumBody : 0
  }

  package func response(to fault: RequestFault) -> HTTPResponse {
    let refusal =
      switch fault {
      case .tooLarge(let limit): Refusal(413, "the body is larger than \(limit) bytes")
      case .overloaded: Refusal(503, "too many requests are waiting")
      case .noSpace: Refusal(507, "the body cannot be stored")
      }
    return secured(Problem(refusal, root: workspace.root).response)
  }

  // MARK: - Answering

  package func lane(of request: HTTPRequest) -> WorkLane {
    switch try? Route(request.target) {
    case .file: ["GET", "HEAD"].contains(request.method) ? .files : .changes
    default: .questions
    }
  }

  package func respond(to request: HTTPRequest, body: RequestBody?, mayBlock: Bool) -> HTTPResponse? {
    do {
      return try answer(request, body, mayBlock: mayBlock).map(secured)
    } catch {
      let problem = Problem(error, root: workspace.root)
      if problem.status == 500 { report("\(request.method) failed: \(error)") }
      return secured(problem.response)
    }
  }

  private func answer(_ request: HTTPRequest, _ body: RequestBody?, mayBlock: Bool) throws -> HTTPResponse? {
    switch try Route(request.target) {
    case .file(let file):
      if ["GET", "HEAD"].contains(request.method) {
        return try FileReading(workspace.forFile(), versions).response(to: request, for: file, mayBlock: mayBlock)
      }
      guard mayBlock else { return nil }
      let writing = FileWriting(
        try workspace.forChange(), opensEncrypted: options.decrypts, newModels: options.newModels)
      return try request.method == "DELETE" ? writing.remove(request, file) : writing.store(request, body, at: file)
    case .health:
      guard try FileStatus.of(WorkspaceLayout.data.absolute(in: workspace.root), followingLinks: true) != nil else {
        throw Refusal(503, "the data folder is missing")
      }
      return Self.text("ok\n", "text/plain; charset=utf-8")
    case .metrics:
      var gauges = gauges.withLock { $0 }?() ?? ServerMetrics.Gauges()
      gauges.eventStreams = hub.count
      return Self.text(metrics.text(gauges), "text/plain; version=0.0.4; charset=utf-8")
    case .value, .list, .events:
      return mayBlock ? try answerQuestion(request) : nil
    }
  }

  private func answerQuestion(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let target = request.target else { throw Refusal(400, "the target of the request is malformed") }
    let scopes = access.scopes(of: request)
    let isInScope: @Sendable (String) -> Bool = { name in scopes.allSatisfy { $0.contains(name) } }
    let route = try Route(target)
    if case .events = route {
      let parameters = try QuestionParameters(target, allowing: ["model"])
      let names = parameters.all("model")
      if request.method == "HEAD" { return HTTPResponse(200, headers: Self.eventHeaders) }
      let stream = try hub.subscribe { model in
        isInScope(model.description) && (names.isEmpty || names.contains(where: model.description.isExactly))
      }
      return HTTPResponse(200, headers: Self.eventHeaders, body: .events(stream))
    }
    let questions = Questions(
      try workspace.forQuestion(), containsAll: scopes.allSatisfy(\.containsAll), scope: isInScope)
    if case .list = route { return try questions.list(target) }
    return try questions.values(target)
  }

  private static let eventHeaders = [
    ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
  ]

  private static func text(_ text: String, _ type: String) -> HTTPResponse {
    HTTPResponse(
      200, headers: [("Content-Type", type), ("Cache-Control", "no-store")], body: .bytes(Array(text.utf8)))
  }

  /// Returns the response with the headers that keep a browser from using its content in any other way. No page of another origin may read it.
  private func secured(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers += [
      ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    if options.usesTLS { response.headers.append(("Strict-Transport-Security", "max-age=31536000")) }
    return response
  }

  package func finished(_ record: RequestRecord) {
    metrics.count(record)
    log?.write(record, token: record.request.flatMap(access.token)?.line)
  }
}
