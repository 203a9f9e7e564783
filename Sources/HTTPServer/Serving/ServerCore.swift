import CMicroHTTPD
import Glibc
import JSONDocument
import Synchronization

/// The state that the callbacks of libmicrohttpd share.
final class ServerCore: Sendable {
  /// The memory for the header of a request, and the largest piece of a body that is received at once, in bytes.
  private static let connectionMemory = 32 << 10

  let library: MicroHTTPD
  let settings: ServerSettings
  let handler: any RequestHandler
  let lanes: WorkLanes
  let connections = ConnectionTable()
  let streams = StreamTable()
  let budget: BodyBudget
  /// The number of requests whose header has arrived and whose response is not sent.
  let active = Atomic(0)
  let cutOff = Atomic(0)
  /// The number of connections that ended without a request. libmicrohttpd says nothing of a request whose first line it refuses.
  let withoutRequest = Atomic(0)
  /// The connections from when they are accepted until they are closed.
  let quota: ConnectionQuota
  /// True if connections are closed after their current response.
  let isStopping = Atomic(false)
  let hasStopped = Atomic(false)

  init(_ library: MicroHTTPD, _ settings: ServerSettings, _ handler: any RequestHandler) {
    self.library = library
    self.settings = settings
    self.handler = handler
    lanes = WorkLanes(settings)
    budget = BodyBudget(limit: settings.bodyBudget)
    quota = ConnectionQuota(
      limit: settings.maximumConnections, ofClient: settings.maximumConnectionsOfClient)
  }

  /// Returns the options of the library, without those for TLS. The last one ends the list.
  func options(_ context: UnsafeMutableRawPointer) -> [MHD_OptionItem] {
    func callback<Function>(_ function: Function) -> Int { unsafeBitCast(function, to: Int.self) }
    let seconds = max(1, Int(settings.timeout / .seconds(1)))
    return [
      MHD_OptionItem(.CONNECTION_MEMORY_LIMIT, Self.connectionMemory),
      MHD_OptionItem(.CONNECTION_LIMIT, libraryLimit),
      MHD_OptionItem(.CONNECTION_TIMEOUT, seconds),
      MHD_OptionItem(.THREAD_POOL_SIZE, settings.connectionThreads),
      MHD_OptionItem(.URI_LOG_CALLBACK, callback(Self.beginRequest), context),
      MHD_OptionItem(.NOTIFY_COMPLETED, callback(Self.endRequest), context),
      MHD_OptionItem(.NOTIFY_CONNECTION, callback(Self.noteConnection), context),
      MHD_OptionItem(.END, 0),
    ]
  }

  /// A limit that is never reached, whichever threads the connections are on: libmicrohttpd 0.9.75 keeps a lock for ever if it has to close a connection
  /// because of its limit.
  private var libraryLimit: Int { (settings.maximumConnections + 1024) * settings.connectionThreads }

  /// Cuts off slow clients until the server stops.
  func cutOffSlowClients() {
    while !hasStopped.load(ordering: .relaxed) {
      let count = connections.cutOffLate(settings)
      if count > 0 { cutOff.add(count, ordering: .relaxed) }
      usleep(200_000)
    }
  }

  // MARK: - Callbacks

  private typealias BeginRequest =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer?
  private typealias EndRequest =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_RequestTerminationCode
    ) -> Void
  private typealias NoteConnection =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_ConnectionNotificationCode
    ) -> Void

  private static func core(_ context: UnsafeMutableRawPointer) -> ServerCore {
    Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  }

  /// A connection began or ended.
  private static let noteConnection: NoteConnection = { context, connection, state, code in
    guard let context, let connection, let state else { return }
    let core = core(context)
    let address = core.library.info(.CONNECTION_INFO_CLIENT_ADDRESS, of: connection)?.client_addr
    if code == .CONNECTION_NOTIFY_STARTED {
      guard let descriptor = core.library.info(.CONNECTION_INFO_CONNECTION_FD, of: connection)?.connect_fd else {
        return
      }
      let entry = ConnectionEntry(
        descriptor: descriptor, client: address.map { SocketName.client($0) } ?? SocketName.unixClient,
        limit: core.settings.timeout)
      core.connections.add(entry)
      state.pointee = Unmanaged.passRetained(entry).toOpaque()
    } else {
      core.quota.ended(address)
      guard let known = state.pointee else { return }
      let entry = Unmanaged<ConnectionEntry>.fromOpaque(known).takeRetainedValue()
      if !entry.hasRequest.load(ordering: .relaxed) { core.withoutRequest.add(1, ordering: .relaxed) }
      core.connections.remove(entry)
      state.pointee = nil
    }
  }

  /// The first line of a request arrived. The target is taken from it as it was sent.
  private static let beginRequest: BeginRequest = { context, target, connection in
    guard let context, let target, let connection else { return nil }
    let core = core(context)
    guard let known = core.library.info(.CONNECTION_INFO_SOCKET_CONTEXT, of: connection)?.socket_context else {
      return nil
    }
    let entry = Unmanaged<ConnectionEntry>.fromOpaque(known).takeUnretainedValue()
    entry.hasRequest.store(true, ordering: .relaxed)
    let exchange = Exchange(core, connection, entry, rawTarget: String(cString: target))
    return Unmanaged.passRetained(exchange).toOpaque()
  }

  /// The header of a request, a piece of its body, or its end arrived, or the response is ready.
  static let handleRequest: MHD_AccessHandlerCallback = { _, _, _, method, version, data, size, state in
    guard let known = state?.pointee, let method, let version, let size else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    return exchange.proceed(
      method: method, version: version, piece: UnsafeRawBufferPointer(start: data, count: size.pointee),
      taken: { size.pointee = 0 })
  }

  /// A response was sent, or the connection broke.
  private static let endRequest: EndRequest = { _, _, state, code in
    guard let known = state?.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue().end(
      isComplete: code == .REQUEST_TERMINATED_COMPLETED_OK)
    state?.pointee = nil
  }
}
