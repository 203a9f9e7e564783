import CommandKit
import Glibc
import OKitStorage

/// An open descriptor that is read to its end, whatever it leads to.
final class InputDescriptor: Sendable {
  let descriptor: Int32
  /// What errors call it.
  let name: String
  private let isOwn: Bool

  /// One that others close.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwn = false
  }

  /// Opens the file or pipe at `path`; it is closed with the last reference to this. Throws `SystemError`.
  init(opening path: String, name: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError("read", name) }
    self.name = name
    isOwn = true
  }

  deinit {
    if isOwn { close(descriptor) }
  }

  /// Reads what is there, at least a byte; 0 at the end. Throws `SystemError`, and `Interrupted` where a signal asks this program to end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: break
      case EAGAIN:
        // Somebody made the descriptor non-blocking, perhaps another program that shares it.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      default: throw SystemError("read", name)
      }
      try Signals.check()
    }
  }
}
