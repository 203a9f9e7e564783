import Glibc
package import OKitStorage

/// A part of an open file, to be sent. The last reference closes the file.
package final class FilePart: Sendable {
  /// The descriptor of the file.
  let descriptor: Int32
  /// The bytes.
  package let range: Range<Int64>

  /// A part of `file`. Throws `SystemError` if there are too many open files.
  package init(_ file: OpenFile, _ range: Range<Int64>) throws {
    descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw SystemError("read", file.path) }
    self.range = range
  }

  deinit { close(descriptor) }
}
