import CommandKit
import Glibc
import OKitStorage

/// An open file descriptor to read from: a file, a pipe or a terminal.
final class InputDescriptor: Sendable {
  let descriptor: Int32
  /// The name in errors.
  let name: String
  private let isOwn: Bool

  /// Wraps a descriptor that the caller closes.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwn = false
  }

  /// Opens the file or pipe at `path` and closes it on deinitialization. Throws `SystemError`.
  init(opening path: FilePath, name: String) throws {
    descriptor = open(path.text, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError("read", name) }
    self.name = name
    isOwn = true
  }

  deinit {
    if isOwn { close(descriptor) }
  }

  /// Reads at least one byte; returns 0 at the end. Throws `SystemError`, and `Interrupted` if a signal asks okit to end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: break
      case EAGAIN:
        // The descriptor can be non-blocking if another program that shares it changed it.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      default: throw SystemError("read", name)
      }
      try Signals.check()
    }
  }
}
