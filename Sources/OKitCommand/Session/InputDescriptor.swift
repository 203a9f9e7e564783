import CommandKit
import Glibc
import OKit

/// An open descriptor that is read to its end, whatever it leads to.
struct InputDescriptor {
  let descriptor: Int32
  /// What errors call it.
  let name: String

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
