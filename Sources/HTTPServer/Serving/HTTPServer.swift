import CMicroHTTPD
import Ciphers
import Glibc
import JSONDocument
import OKitStorage
import Synchronization

/// A server for HTTP/1.1, with or without TLS.
package final class HTTPServer: @unchecked Sendable {
  private let core: ServerCore
  private let daemon: MicroHTTPD.Daemon
  /// Stops when the server does.
  private let sweeper: pthread_t?
  // libmicrohttpd reads them while it starts, and is not known to forget them.
  private let certificate: CertificateText?
  private let context: Unmanaged<ServerCore>

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
    // The library closes its copy.
    let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw SystemError("listen at", socket.address.description) }
    let core = ServerCore(library, settings, handler)
    self.core = core
    let context = Unmanaged.passRetained(core)
    self.context = context
    let certificate = settings.certificate.map(CertificateText.init)
    self.certificate = certificate
    var options = core.options(listeningOn: descriptor, context.toOpaque())
    var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_SUSPEND_RESUME.rawValue | MHD_USE_ITC.rawValue
    if let certificate {
      flags |= MHD_USE_TLS.rawValue
      options.insert(MHD_OptionItem(.HTTPS_MEM_CERT, 0, certificate.chain), at: 0)
      options.insert(MHD_OptionItem(.HTTPS_MEM_KEY, 0, certificate.key), at: 0)
      options.insert(
        MHD_OptionItem(
          .HTTPS_PRIORITIES, 0, strdup("SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2")), at: 0)
    }
    // The threads of the library inherit the mask, so that signals reach the main thread.
    let daemon = BackgroundThread.blockingSignals {
      okit_mhd_start(library.start.address, flags, ServerCore.handleRequest, context.toOpaque(), &options)
    }
    guard let daemon else {
      close(descriptor)
      context.release()
      throw OKitError(
        .configuration,
        settings.certificate == nil
          ? "cannot start the server" : "cannot start the server; the certificate and its key may not match")
    }
    self.daemon = daemon
    sweeper = BackgroundThread { [core] in core.cutOffSlowClients() }.start()
  }

  /// The number of open connections.
  package var connections: Int { core.connections.count }
  /// The number of requests that are being answered.
  package var activeRequests: Int { core.active.load(ordering: .relaxed) }
  /// The number of connections that were cut off because their clients were too slow.
  package var cutOffConnections: Int { core.cutOff.load(ordering: .relaxed) }

  /// Accepts no more connections, and closes each one after its current response.
  package func stopAccepting() {
    core.isStopping.store(true, ordering: .relaxed)
    let descriptor = core.library.quiesce(daemon)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Waits until all requests are answered, but not longer than `limit`, and ends the server. Call ``stopAccepting()`` first.
  package func stop(waitingFor limit: Duration) {
    let deadline = Deadline(after: limit)
    while core.active.load(ordering: .relaxed) > 0, !deadline.isPast { usleep(10_000) }
    // Nothing may be suspended when the library stops.
    core.lanes.stop()
    core.hasStopped.store(true, ordering: .relaxed)
    core.library.stop(daemon)
    if let sweeper { pthread_join(sweeper, nil) }
    context.release()
    certificate?.wipe()
  }
}

/// A certificate and its key as texts in C.
private struct CertificateText {
  let chain: UnsafeMutablePointer<CChar>
  let key: UnsafeMutablePointer<CChar>

  init(_ certificate: ServerSettings.Certificate) {
    chain = Self.text(certificate.chain.secret)
    key = Self.text(certificate.key.secret)
  }

  /// Returns a copy that ends with a NUL byte.
  private static func text(_ secret: borrowing SecretBytes) -> UnsafeMutablePointer<CChar> {
    secret.withUnsafeBytes { bytes in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
      copy[bytes.count] = 0
      return copy
    }
  }

  func wipe() {
    for text in [chain, key] {
      explicit_bzero(text, strlen(text))
      text.deallocate()
    }
  }
}

extension MHD_OptionItem {
  /// An option with its value, and a pointer that its value or its context is.
  init(_ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil) {
    self.init(option: option, value: value, ptr_value: pointer)
  }
}
