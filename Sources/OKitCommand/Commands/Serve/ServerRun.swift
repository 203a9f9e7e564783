import Ciphers
import CommandKit
import Glibc
import HTTPServer
import OKitModels
import OKitServer
import OKitStorage
import Synchronization

/// One run of `okit serve`, from its start to the signal that ends it.
struct ServerRun {
  /// The time for running requests after SIGTERM.
  private static let stopTime = Duration.seconds(30)
  /// The number of bodies of the largest size that can be received at the same time, and the least space for all bodies.
  private static let largestBodies: Int64 = 4
  private static let leastBodyBudget: Int64 = 256 << 20
  /// Descriptors for everything but connections.
  private static let otherDescriptors: rlim_t = 256

  private let session: Session
  private let options: ServeCommand
  private let console: Console

  init(_ session: Session, _ options: ServeCommand) {
    self.session = session
    self.options = options
    console = session.console
  }

  func run() throws {
    let messages = Messages(console)
    let workspace = try open(messages)
    try workspace.prepare(isReadOnly: options.readOnly)
    let tokens = try options.tokens.map { try AccessTokens(reading: session.absolute($0)) }
    let certificate = try certificate()
    let socket = try socket()
    defer { socket.removeFile() }
    try requireSafe(socket, hasTokens: tokens != nil, hasTLS: certificate != nil)

    var settings = ServerSettings()
    settings.timeout = options.timeout.duration
    settings.maximumConnections = options.maxConnections
    settings.maximumConnectionsOfClient = options.maxConnectionsPerAddress
    settings.bodyFolder = workspace.root.appending(WorkspaceLayout.folder.text)
    settings.bodyBudget = max(Self.leastBodyBudget, options.maxBody.bytes * Self.largestBodies)
    settings.certificate = certificate
    // A download needs one for its file, too.
    Self.allowDescriptors(2 * rlim_t(options.maxConnections) + Self.otherDescriptors)
    let log = AccessLog(to: console.standardOutput.descriptor, as: console.json ? .json : .combined)
    let endpoint = try Endpoint(
      workspace, serveOptions(socket, hasTokens: tokens != nil, hasTLS: certificate != nil), tokens: tokens, log: log
    ) { messages.warn($0) }

    // From here on, signals wait until the main thread asks for them.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let server = try HTTPServer(socket, settings, handler: endpoint)
    endpoint.observe(server)
    messages.announce("listening at \(Self.url(socket.address, hasTLS: certificate != nil))")
    ServiceManager.notify("READY=1", at: session.environment("NOTIFY_SOCKET"))
    waitForEnd(signals, server, endpoint, messages)
    ServiceManager.notify("STOPPING=1", at: session.environment("NOTIFY_SOCKET"))
    server.stopAccepting()
    messages.announce("stopping")
    endpoint.endStreams()
    server.stop(waitingFor: Self.stopTime)
  }

  // MARK: - Preparing

  private func open(_ messages: Messages) throws -> ServedWorkspace {
    let observer = ServerObserver { messages.warn($0) }
    // The key of the environment does not count: whoever starts the server says that it decrypts.
    let keys = options.keys.identity == nil ? nil : options.keys
    return try ServedWorkspace { try session.workspace(serving: keys, observer: observer) }
  }

  private func certificate() throws -> ServerSettings.Certificate? {
    guard let chain = options.tlsCert, let key = options.tlsKey else { return nil }
    return ServerSettings.Certificate(
      chain: SharedSecret(try KeyFile.contents(session.absolute(chain))),
      key: SharedSecret(try KeyFile.contents(session.absolute(key)) { console.warn($0) }))
  }

  private func socket() throws -> ListenSocket {
    if let listen = options.listen {
      guard let address = ListenAddress(parsing: listen) else { throw UsageError("'\(listen)' is not an address") }
      guard case .unix(let path) = address else { return try ListenSocket(address) }
      return try ListenSocket(.unix(session.absoluteOutput(path.text)))
    }
    if let passed = try ServiceManager.passedSocket(session.environment) { return passed }
    return try ListenSocket(.tcp(host: "127.0.0.1", port: 8123))
  }

  /// Throws a ``UsageError`` if other machines could read or change the models.
  private func requireSafe(_ socket: ListenSocket, hasTokens: Bool, hasTLS: Bool) throws {
    guard !socket.isLocal, !options.insecure, !hasTokens || !hasTLS else { return }
    throw UsageError(
      "other machines can connect to \(socket.address), but there \(hasTokens ? "is no TLS" : "are no tokens")",
      hint: hasTokens ? "use --tls-cert and --tls-key, or --insecure behind a proxy" : "use --tokens, or --insecure")
  }

  private func serveOptions(_ socket: ListenSocket, hasTokens: Bool, hasTLS: Bool) -> ServeOptions {
    var serve = ServeOptions()
    serve.models = options.models.isEmpty ? nil : options.models
    serve.isReadOnly = options.readOnly
    serve.decrypts = options.keys.identity != nil
    serve.maximumBody = options.maxBody.bytes
    serve.usesTLS = hasTLS
    if case .tcp = socket.address {
      serve.requiresLoopbackHost = socket.isLocal && !hasTokens && !options.insecure
    }
    return serve
  }

  /// Raises the limit of open files, as far as the system allows it.
  private static func allowDescriptors(_ count: rlim_t) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < count else { return }
    limit.rlim_cur = min(count, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private static func url(_ address: ListenAddress, hasTLS: Bool) -> String {
    if case .unix = address { return address.description }
    return "\(hasTLS ? "https" : "http")://\(address)"
  }

  // MARK: - Running

  /// Waits for SIGTERM or SIGINT. On SIGHUP, reads the tokens and the certificate again.
  private func waitForEnd(_ signals: sigset_t, _ server: HTTPServer, _ endpoint: Endpoint, _ messages: Messages) {
    var signals = signals
    while true {
      var time = timespec(tv_sec: 1, tv_nsec: 0)
      switch sigtimedwait(&signals, nil, &time) {
      case SIGINT, SIGTERM: return
      case SIGHUP:
        readTokens(endpoint, messages)
        readCertificate(server, messages)
      default:
        endpoint.tick()
        server.stopUnused()
      }
    }
  }

  private func readTokens(_ endpoint: Endpoint, _ messages: Messages) {
    guard let path = options.tokens else { return }
    do {
      endpoint.replaceTokens(by: try AccessTokens(reading: session.absolute(path)))
      messages.announce("read the tokens again")
    } catch {
      messages.warn("the former tokens stay valid: \(error)")
    }
  }

  private func readCertificate(_ server: HTTPServer, _ messages: Messages) {
    do {
      guard let certificate = try certificate() else { return }
      try server.replaceCertificate(by: certificate)
      messages.announce("read the certificate again")
    } catch {
      messages.warn("the former certificate stays in use: \(error)")
    }
  }
}

/// The messages of a server on standard error, which come from several threads.
private final class Messages: @unchecked Sendable {
  private let console: Console
  private let mutex = Mutex(())

  init(_ console: Console) { self.console = console }

  func warn(_ message: String) { mutex.withLock { _ in console.warn(message) } }

  func announce(_ message: String) { mutex.withLock { _ in console.announce(message) } }
}
