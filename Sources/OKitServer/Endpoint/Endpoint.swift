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
    hub = EventHub({ try workspace.forEvents() }, report: report)
  }

  /// Replaces the tokens. Requests that are being answered keep their access, but event streams end, because they would never end by themselves.
  package func replaceTokens(by tokens: AccessTokens) {
    access.replaceTokens(by: tokens)
    hub.endStreams()
  }

  /// Shows the state of `server` in the metrics.
  package func observe(_ server: HTTPServer) {
    gauges.withLock { gauges in
      gauges = { [weak server] in
        guard let server else { return ServerMetrics.Gauges() }
        return ServerMetrics.Gauges(
          connections: server.connections, activeRequests: server.activeRequests,
          cutOffConnections: server.cutOffConnections,
          connectionsWithoutRequest: server.connectionsWithoutRequest)
      }
    }
  }

  /// Keeps event streams alive. The server calls this several times a minute.
  package func tick() { hub.tick() }

  /// Ends the event streams, which would never end by themselves, and refuses new ones.
  package func endStreams() { hub.end() }

  // MARK: - Before the body

  package func admission(of request: HTTPRequest) -> Admission {
    do {
      let route = try check(request)
      return .admitted(EndpointRequest(endpoint: self, request: request, route: route))
    } catch {
      return .refused(secured(Problem(error, root: workspace.root).response))
    }
  }

  private func check(_ request: HTTPRequest) throws -> Route {
    try access.requireOwnHost(request)
    let route = try Route(request.target)
    if case .health = route {} else { try access.requireToken(request) }
    guard route.methods.contains(request.method) else {
      let allowed = route.methods.joined(separator: ", ")
      throw Refusal(405, "the method is not allowed here", headers: [("Allow", allowed)])
    }
    guard case .file(let file) = route else { return route }
    try access.require(file, isWriting: !request.isReading, request)
    if !request.isReading, request.method != "DELETE" { try FileWriting.requireValidHeader(request, file) }
    return route
  }

  fileprivate func maximumBody(of request: HTTPRequest) -> Int64 {
    ["POST", "PUT"].contains(request.method) ? options.maximumBody : 0
  }

  package func response(to fault: RequestFault) -> HTTPResponse {
    let refusal =
      switch fault {
      case .malformed(let reason): Refusal(400, reason)
      case .unexpectedBody: Refusal(400, "only POST and PUT have a body")
      case .tooLarge(let limit): Refusal(413, "the body is larger than \(limit) bytes")
      case .overloaded, .exhausted: Refusal(503, "too many requests are waiting")
      case .noSpace: Refusal(507, "the body cannot be stored")
      }
    return secured(Problem(refusal, root: workspace.root).response)
  }

  // MARK: - Answering

  fileprivate func answerAtOnce(_ request: HTTPRequest, _ route: Route) -> Answer {
    let response: HTTPResponse? = answering(request) {
      switch route {
      case .file(let file):
        guard request.isReading, try !workspace.hasInterruptedChange() else { return nil }
        return try reading.response(to: request, for: file, mayBlock: false)
      case .health:
        guard try FileStatus.of(WorkspaceLayout.data.absolute(in: workspace.root), followingLinks: true) != nil else {
          throw Refusal(503, "the data folder is missing")
        }
        return Self.text("ok\n", "text/plain; charset=utf-8")
      case .metrics:
        var gauges = gauges.withLock { $0 }?() ?? ServerMetrics.Gauges()
        gauges.eventStreams = hub.count
        return Self.text(metrics.text(gauges), "text/plain; version=0.0.4; charset=utf-8")
      case .value, .list, .events: return nil
      }
    }
    if let response { return .ready(response) }
    guard case .file = route else { return .later(.questions) }
    // Only the lane of changes finishes a change.
    let isForFiles = request.isReading && (try? workspace.hasInterruptedChange()) == false
    return .later(isForFiles ? .files : .changes)
  }

  fileprivate func answer(
    _ request: HTTPRequest, _ route: Route, _ body: RequestBody?, in lane: WorkLane
  ) -> HTTPResponse {
    let response = answering(request) {
      guard case .file(let file) = route else { return try answerQuestion(request, route) }
      if request.isReading {
        if case .changes = lane { try workspace.finishInterruptedChange() }
        return try reading.response(to: request, for: file, mayBlock: true)
      }
      let writing = FileWriting(
        try workspace.forChange(), versions, opensEncrypted: options.decrypts, newModels: options.newModels)
      return try request.method == "DELETE" ? writing.remove(request, file) : writing.store(request, body, at: file)
    }
    return response ?? self.response(to: .overloaded)
  }

  private var reading: FileReading { get throws { FileReading(try workspace.forReading(), versions) } }

  /// Returns the response that `body` makes; the one to its error if it throws.
  private func answering(_ request: HTTPRequest, _ body: () throws -> HTTPResponse?) -> HTTPResponse? {
    do {
      return try body().map(secured)
    } catch {
      let problem = Problem(error, root: workspace.root)
      if problem.status == 500 { report("\(request.method) failed: \(error)") }
      return secured(problem.response)
    }
  }

  private func answerQuestion(_ request: HTTPRequest, _ route: Route) throws -> HTTPResponse {
    guard let target = request.target else { throw Refusal(400, "the target of the request is malformed") }
    let scopes = access.scopes(of: request)
    let containsAll = scopes.allSatisfy(\.containsAll)
    let isInScope: @Sendable (String) -> Bool = { name in scopes.allSatisfy { $0.contains(name) } }
    if case .events = route {
      let parameters = try QuestionParameters(target, allowing: ["model"])
      let names = parameters.all("model")
      if let name = names.first(where: { !isInScope($0) }) {
        throw Refusal(403, "\(PathComponent.printable(name)) is not in the scope of the token or of the server")
      }
      let known = names.isEmpty ? [] : try workspace.forQuestion().knownModels().map(\.name)
      // A model that the classes name can still get its file.
      if let name = names.first(where: { name in !known.contains { $0.description.isExactly(name) } }) {
        throw Refusal(404, "no such model: \(PathComponent.printable(name))")
      }
      if request.method == "HEAD" { return HTTPResponse(200, headers: Self.eventHeaders) }
      let stream: EventStream
      do {
        stream = try hub.subscribe { model in
          isInScope(model.description) && (names.isEmpty || names.contains(where: model.description.isExactly))
        }
      } catch let error as OKitError where !containsAll {
        // All models are read, and the error could be about one that the client must not know.
        report("\(request.method) failed: \(error)")
        throw Refusal(500, "the models cannot be watched")
      }
      do {
        // The token can have been revoked while the models were read.
        try access.requireToken(request)
      } catch {
        stream.end()
        throw error
      }
      return HTTPResponse(200, headers: Self.eventHeaders, body: .events(stream))
    }
    let questions = Questions(try workspace.forQuestion(), containsAll: containsAll, scope: isInScope)
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
    log?.write(record, token: access.token(of: record.request)?.line)
  }
}

/// A request whose header was accepted, with the resource that it names.
private struct EndpointRequest: AdmittedRequest {
  let endpoint: Endpoint
  let request: HTTPRequest
  let route: Route

  var maximumBody: Int64 { endpoint.maximumBody(of: request) }

  func answerAtOnce(_ body: RequestBody?) -> Answer { endpoint.answerAtOnce(request, route) }

  func answer(_ body: RequestBody?, in lane: WorkLane) -> HTTPResponse {
    endpoint.answer(request, route, body, in: lane)
  }
}

extension HTTPRequest {
  /// True if the request changes nothing.
  fileprivate var isReading: Bool { ["GET", "HEAD"].contains(method) }
}
