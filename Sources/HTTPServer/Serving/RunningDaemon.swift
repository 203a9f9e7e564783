import CMicroHTTPD
import Ciphers
import Glibc
import JSONDocument
import OKitStorage

/// The threads of libmicrohttpd that answer connections with one certificate.
final class RunningDaemon {
  /// The time after which each connection that was added is in the table of the library.
  private static let settlingTime = Duration.seconds(2)

  private let library: MicroHTTPD
  private let daemon: MicroHTTPD.Daemon
  // libmicrohttpd reads them while it starts, and is not known to forget them.
  private let certificate: CertificateText?
  private let priorities: UnsafeMutablePointer<CChar>?
  /// The time from which it can be unused; nil while connections are added.
  private var settled: Deadline?

  /// Starts the threads. The caller keeps `core` alive until they end.
  ///
  /// Throws an error of kind `configuration` if the library refuses the certificate or cannot start.
  init(_ core: ServerCore, _ certificate: ServerSettings.Certificate?) throws {
    let context = Unmanaged.passUnretained(core).toOpaque()
    let text = certificate.map(CertificateText.init)
    let priorities = text == nil ? nil : strdup("SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2")
    var options = core.options(context)
    var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_SUSPEND_RESUME.rawValue | MHD_USE_ITC.rawValue
    flags |= MHD_USE_NO_LISTEN_SOCKET.rawValue
    if let text {
      flags |= MHD_USE_TLS.rawValue
      options.insert(MHD_OptionItem(.HTTPS_MEM_CERT, 0, text.chain), at: 0)
      options.insert(MHD_OptionItem(.HTTPS_MEM_KEY, 0, text.key), at: 0)
      options.insert(MHD_OptionItem(.HTTPS_PRIORITIES, 0, priorities), at: 0)
    }
    // The threads of the library inherit the mask, so that signals reach the main thread.
    let daemon = BackgroundThread.blockingSignals {
      okit_mhd_start(core.library.start.address, flags, ServerCore.handleRequest, context, &options)
    }
    guard let daemon else {
      text?.wipe()
      free(priorities)
      throw OKitError(
        .configuration,
        text == nil
          ? "cannot start the server" : "cannot start the server; the certificate and its key may not match")
    }
    library = core.library
    self.daemon = daemon
    self.certificate = text
    self.priorities = priorities
  }

  /// Answers a connection. Returns false if that is not possible; it is closed then.
  func add(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Bool {
    library.add(daemon, descriptor, address, size) == .YES
  }

  /// No more connections are added. Those that are open are answered.
  func retire() { settled = Deadline(after: Self.settlingTime) }

  /// True if it was retired and has no connections.
  var isUnused: Bool { settled?.isPast == true && library.connections(of: daemon) == 0 }

  /// Ends the threads, and the connections that are open. None may wait for a response or an event.
  func stop() {
    library.stop(daemon)
    certificate?.wipe()
    free(priorities)
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
