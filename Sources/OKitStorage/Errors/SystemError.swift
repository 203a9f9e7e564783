import Glibc

/// A system call that failed on a file.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as a verb: `read`, `write`, `rename`.
  package let operation: String
  /// The path it was tried on.
  package let path: String
  /// The call's `errno`.
  package let code: Int32

  /// The failure of `operation` on `path` with `code`, by default the thread's `errno`.
  package init(_ operation: String, _ path: String, code: Int32? = nil) {
    self.code = code ?? errno
    self.operation = operation
    self.path = path
  }

  /// Such as `cannot write okit/data/default.json: No space left on device`.
  package var description: String { "cannot \(operation) \(path): \(String(cString: strerror(code)))" }

  /// Whether the file or a folder on the way to it does not exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// True if the system does not permit the call; trying again would not help.
  var isRefusal: Bool { [EPERM, EACCES, EROFS, EBUSY].contains(code) }
}
