import CMicroHTTPD
import Glibc

/// libmicrohttpd, a system library that speaks HTTP.
///
/// It is loaded only when it is needed, instead of being linked: one command needs it, and it brings GnuTLS along.
struct MicroHTTPD: Sendable {
  typealias Connection = OpaquePointer
  typealias Response = OpaquePointer
  typealias Daemon = OpaquePointer

  typealias Stop = @Sendable @convention(c) (_ daemon: Daemon) -> Void
  typealias Add =
    @Sendable @convention(c) (
      _ daemon: Daemon, _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
    ) -> MHD_Result
  typealias Change = @Sendable @convention(c) (_ connection: Connection) -> Void
  typealias Values =
    @Sendable @convention(c) (
      _ connection: Connection, _ kind: MHD_ValueKind, _ iterator: MHD_KeyValueIterator?,
      _ context: UnsafeMutableRawPointer?
    ) -> Int32
  typealias Queue =
    @Sendable @convention(c) (_ connection: Connection, _ status: UInt32, _ response: Response) -> MHD_Result
  typealias FromBuffer =
    @Sendable @convention(c) (
      _ size: Int, _ buffer: UnsafeMutableRawPointer?, _ mode: MHD_ResponseMemoryMode
    ) -> Response?
  typealias FromFile =
    @Sendable @convention(c) (_ size: UInt64, _ descriptor: Int32, _ offset: UInt64) -> Response?
  typealias FromCallback =
    @Sendable @convention(c) (
      _ size: UInt64, _ blockSize: Int, _ reader: MHD_ContentReaderCallback, _ context: UnsafeMutableRawPointer?,
      _ free: MHD_ContentReaderFreeCallback?
    ) -> Response?
  typealias AddHeader =
    @Sendable @convention(c) (
      _ response: Response, _ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>
    ) -> MHD_Result
  typealias Destroy = @Sendable @convention(c) (_ response: Response) -> Void
  typealias IsSupported = @Sendable @convention(c) (_ feature: MHD_FEATURE) -> MHD_Result

  /// A function with variable arguments, which C code calls.
  struct VariadicFunction: @unchecked Sendable {
    let address: UnsafeMutableRawPointer
  }

  let start: VariadicFunction
  let connectionInfo: VariadicFunction
  let daemonInfo: VariadicFunction
  let stop: Stop
  let add: Add
  let suspend: Change
  let resume: Change
  let values: Values
  let queue: Queue
  let responseFromBuffer: FromBuffer
  let responseFromFile: FromFile
  let responseFromCallback: FromCallback
  let addHeader: AddHeader
  let destroy: Destroy
  let isSupported: IsSupported

  /// The name of the version whose interface okit knows.
  static let names = ["libmicrohttpd.so.12"]

  /// The libmicrohttpd of this system; nil if there is none. It is loaded on first use and stays loaded.
  static let installed = MicroHTTPD(names: names)

  /// Loads the first library with one of these names; nil if none has all functions.
  init?(names: [String]) {
    for name in names {
      guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { continue }
      if let library = MicroHTTPD(handle) {
        self = library
        return
      }
      dlclose(handle)
    }
    return nil
  }

  private init?(_ handle: UnsafeMutableRawPointer) {
    func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
    guard let start = dlsym(handle, "MHD_start_daemon"), let info = dlsym(handle, "MHD_get_connection_info"),
      let daemonInfo = dlsym(handle, "MHD_get_daemon_info"),
      let stop = function("MHD_stop_daemon", Stop.self), let add = function("MHD_add_connection", Add.self),
      let suspend = function("MHD_suspend_connection", Change.self),
      let resume = function("MHD_resume_connection", Change.self),
      let values = function("MHD_get_connection_values", Values.self),
      let queue = function("MHD_queue_response", Queue.self),
      let fromBuffer = function("MHD_create_response_from_buffer", FromBuffer.self),
      let fromFile = function("MHD_create_response_from_fd_at_offset64", FromFile.self),
      let fromCallback = function("MHD_create_response_from_callback", FromCallback.self),
      let addHeader = function("MHD_add_response_header", AddHeader.self),
      let destroy = function("MHD_destroy_response", Destroy.self),
      let isSupported = function("MHD_is_feature_supported", IsSupported.self)
    else { return nil }
    self.start = VariadicFunction(address: start)
    connectionInfo = VariadicFunction(address: info)
    self.daemonInfo = VariadicFunction(address: daemonInfo)
    self.stop = stop
    self.add = add
    self.suspend = suspend
    self.resume = resume
    self.values = values
    self.queue = queue
    responseFromBuffer = fromBuffer
    responseFromFile = fromFile
    responseFromCallback = fromCallback
    self.addHeader = addHeader
    self.destroy = destroy
    self.isSupported = isSupported
  }
}

extension MicroHTTPD {
  /// Returns information about a connection; nil if the library does not know it.
  func info(_ type: MHD_ConnectionInfoType, of connection: Connection) -> MHD_ConnectionInfo? {
    okit_mhd_connection_info(connectionInfo.address, connection, type)?.pointee
  }

  /// Returns the number of open connections of a daemon.
  func connections(of daemon: Daemon) -> Int {
    okit_mhd_daemon_info(daemonInfo.address, daemon, .DAEMON_INFO_CURRENT_CONNECTIONS).map {
      Int($0.pointee.num_connections)
    } ?? 0
  }

  /// Sends bytes on a connection with TLS past the library, whose thread must call this while it sends nothing itself. Returns false if not all bytes
  /// can be sent at once; nil if the connection has no TLS.
  func sendNow(_ bytes: [UInt8], to connection: Connection) -> Bool? {
    info(.CONNECTION_INFO_GNUTLS_SESSION, of: connection)?.tls_session.map {
      Self.gnuTLSSend?($0, bytes, bytes.count) == bytes.count
    }
  }

  private typealias GnuTLSSend =
    @Sendable @convention(c) (_ session: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer, _ count: Int) -> Int

  /// The function of the GnuTLS that libmicrohttpd loaded.
  private static let gnuTLSSend: GnuTLSSend? = {
    guard let handle = dlopen("libgnutls.so.30", RTLD_LAZY | RTLD_NOLOAD) else { return nil }
    return dlsym(handle, "gnutls_record_send").map { unsafeBitCast($0, to: GnuTLSSend.self) }
  }()
}
