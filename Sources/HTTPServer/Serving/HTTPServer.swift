import CMicroHTTPD
import Ciphers
import Glibc
import JSONDocument
import OKitStorage
import Synchronization

/// A server for HTTP/1.1, with or without TLS. One thread starts, changes and stops it.
package final class HTTPServer: @unchecked Sendable {
  let core: ServerCore
  private let context: Unmanaged<ServerCore>
  /// The daemon that gets new connections.
  private let current: Mutex<CurrentDaemon>
  private let acceptor: Acceptor
  /// Daemons with former certificates, whose connections have not ended.
  private var former: [RunningDaemon] = []
  /// Stops when the server does.
  private let sweeper: pthread_t?

  private struct CurrentDaemon: @unchecked Sendable {
    var daemon: RunningDaemon
  }

  /// Starts to answer the requests of `socket` with `handler`.
  ///
  /// Throws an error of kind `unsupported` if libmicrohttpd is missing, and `configuration` if it refuses the certificate or cannot start.
  package init(_ socket: ListenSocket, _ settings: ServerSettings, handler: any RequestHandler) throws {
    guard let library = MicroHTTPD.installed else {
      throw OKitError(
        .unsupported, "cannot serve without libmicrohttpd",
        remedy: .words("install it, on Debian with 'apt install libmicrohttpd12'"))
    }
    guard settings.certificate == nil || library.isSupported(.FEATURE_TLS) == .YES else {
      throw OKitError(.unsupported, "this libmicrohttpd has no TLS")
    }
    let core = ServerCore(library, settings, handler)
    self.core = core
    do {
      let daemon = try RunningDaemon(core, settings.certificate)
      current = Mutex(CurrentDaemon(daemon: daemon))
      do {
        acceptor = try Acceptor(socket)
      } catch {
        daemon.stop()
        throw error
      }
    } catch {
      // The threads of the lanes use the core.
      core.lanes.stop()
      throw error
    }
    context = Unmanaged.passRetained(core)
    sweeper = BackgroundThread { [core] in core.cutOffSlowClients() }.start()
    do {
      try acceptor.start { [unowned self] descriptor, address, size in
        guard core.quota.admit(address) else {
          close(descriptor)
          return
        }
        if !current.withLock({ $0.daemon.add(descriptor, address, size) }) { core.quota.ended(address) }
      }
    } catch {
      stop(waitingFor: .zero)
      throw error
    }
  }

  /// The number of open connections.
  package var connections: Int { core.connections.count }
  /// The number of requests that are being answered.
  package var activeRequests: Int { core.active.load(ordering: .relaxed) }
  /// The number of connections that were cut off because their clients were too slow.
  package var cutOffConnections: Int { core.cutOff.load(ordering: .relaxed) }
  /// The number of connections that ended before the first line of a request could be read.
  package var connectionsWithoutRequest: Int { core.withoutRequest.load(ordering: .relaxed) }

  /// Uses another certificate for new connections. The present ones keep theirs until they end.
  ///
  /// Throws an error of kind `configuration` if it is not valid; the former one then stays.
  package func replaceCertificate(by certificate: ServerSettings.Certificate) throws {
    // libmicrohttpd takes a certificate only at its start.
    let next = try RunningDaemon(core, certificate)
    let last = current.withLock { current in
      defer { current.daemon = next }
      return current.daemon
    }
    last.retire()
    former.append(last)
  }

  /// Ends the daemons of former certificates without connections. The caller calls this now and then.
  package func stopUnused() {
    former.removeAll { daemon in
      guard daemon.isUnused else { return false }
      daemon.stop()
      return true
    }
  }

  /// Refuses new connections, and closes each present one after its current response.
  package func stopAccepting() {
    core.isStopping.store(true, ordering: .relaxed)
    acceptor.stop()
  }

  /// Waits until all requests are answered, but not longer than `limit`, and ends the server.
  package func stop(waitingFor limit: Duration) {
    acceptor.stop()
    let deadline = Deadline(after: limit)
    while core.active.load(ordering: .relaxed) > 0, !deadline.isPast { usleep(10_000) }
    // Nothing may be suspended when the library stops.
    core.lanes.stop()
    core.streams.end()
    core.hasStopped.store(true, ordering: .relaxed)
    for daemon in former + [current.withLock(\.daemon)] { daemon.stop() }
    if let sweeper { pthread_join(sweeper, nil) }
    context.release()
  }
}
