import CSystem
import Glibc
import JSONDocument
import OKitStorage

/// Accepts the connections of a socket on a thread of its own.
///
/// libmicrohttpd can do this, too. But if it must stop accepting while its threads are busy, it can abort the process, and it could not leave the
/// socket to a daemon with another certificate.
final class Acceptor {
  /// The time until another attempt if there are too many open files, in microseconds.
  private static let pause: useconds_t = 50_000

  private let socket: ListenSocket
  /// A pipe, whose closed end stops the thread.
  private let pipe: (read: Int32, write: Int32)
  private var thread: pthread_t?
  private var hasStopped = false

  /// Throws `SystemError` if there are too many open files.
  init(_ socket: ListenSocket) throws {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw SystemError("listen at", socket.address.description) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.socket = socket
    pipe = (ends[0], ends[1])
  }

  deinit {
    close(pipe.read)
    if !hasStopped { close(pipe.write) }
  }

  /// Accepts connections on a thread of its own. `accepted` gets the descriptor of each, which it must close, and the address of the client.
  ///
  /// Throws an error of kind `configuration` if there are too many threads.
  func start(_ accepted: @escaping (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void) throws {
    let (listener, end) = (socket.descriptor, pipe.read)
    thread = BackgroundThread { Self.run(listener, until: end, accepted) }.start()
    if thread == nil { throw OKitError(.configuration, "cannot start the server") }
  }

  private static func run(
    _ listener: Int32, until end: Int32, _ accepted: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void
  ) {
    while true {
      var waits = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, -1) >= 0 || errno == EINTR, waits[1].revents == 0 else { return }
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let descriptor = okit_accept(listener, address, &size)
          if descriptor >= 0 {
            accepted(descriptor, address, size)
          } else if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) {
            usleep(pause)
          }
        }
      }
    }
  }

  /// Ends the thread, and then refuses connections.
  func stop() {
    guard !hasStopped else { return }
    hasStopped = true
    close(pipe.write)
    if let thread { pthread_join(thread, nil) }
    // As long as the socket is open, the system accepts connections that nobody answers.
    socket.stopListening()
  }
}
