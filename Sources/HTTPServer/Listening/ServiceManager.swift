import Glibc
import OKitStorage

/// The protocol of systemd for services: it passes sockets and waits for a message that the service is ready.
package enum ServiceManager {
  /// The first descriptor that is passed.
  private static let firstDescriptor: Int32 = 3

  /// Returns the socket that the service manager passed; nil if it passed none. `variable` returns the value of an environment variable.
  ///
  /// Throws an error of kind `configuration` if it passed several sockets or one that does not listen.
  package static func passedSocket(_ variable: (String) -> String?) throws -> ListenSocket? {
    // Other processes inherit the variables, but not the sockets.
    guard let process = variable("LISTEN_PID"), Int32(process) == getpid(), let text = variable("LISTEN_FDS"),
      let count = Int32(text), count > 0
    else { return nil }
    guard count == 1 else {
      throw OKitError(.configuration, "the service manager passed \(count) sockets; okit listens on one")
    }
    return try ListenSocket(taking: firstDescriptor)
  }

  /// Tells the service manager a state, such as `READY=1`, if it waits at the socket `path`. A failure does not matter to the server.
  package static func notify(_ state: String, at path: String?) {
    guard let path, let address = UnixAddress(path) else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(state.utf8)
    _ = address.withAddress { sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
  }
}
