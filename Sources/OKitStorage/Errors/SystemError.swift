import Glibc

/// A system call that failed on a file.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The operation that failed, as a verb: `read`, `write`, `rename`.
  package let operation: String
  /// The path of the file, or the name of something else.
  package let path: FilePath
  /// The `errno` of the call.
  package let code: Int32

  /// Creates the error of a failed `operation` on `path`. `code` defaults to the thread's `errno`.
  package init(_ operation: String, _ path: FilePath, code: Int32? = nil) {
    self.code = code ?? errno
    self.operation = operation
    self.path = path
  }

  /// Creates the error of a failed `operation` on something that has a name but no path, such as standard input.
  package init(_ operation: String, _ name: String, code: Int32? = nil) {
    self.init(operation, FilePath(text: name), code: code)
  }

  /// A message such as `cannot write okit/data/default.json: No space left on device`.
  package var description: String { "cannot \(operation) \(path): \(String(cString: strerror(code)))" }

  /// True if the file, or a folder on the way to it, does not exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// True if the system does not permit the call; trying again would not help.
  var isRefusal: Bool { [EPERM, EACCES, EROFS, EBUSY].contains(code) }
}

/// Runs `body`, which writes the temporary path `staged` of the final path `wanted`. Errors name the final path, not the temporary one.
package func naming<Result>(_ wanted: FilePath, for staged: FilePath, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SystemError {
    throw error.naming(wanted, for: staged)
  }
}

extension SystemError {
  /// Returns the error with `wanted` in place of `staged`, if its path is `staged` or lies in it.
  fileprivate func naming(_ wanted: FilePath, for staged: FilePath) -> SystemError {
    if path == staged { return SystemError(operation, wanted, code: code) }
    guard let rest = path.part(after: staged) else { return self }
    return SystemError(operation, wanted.appending(rest), code: code)
  }
}
