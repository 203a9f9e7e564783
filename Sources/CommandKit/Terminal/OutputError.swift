import Glibc

/// The reader of a pipe closed it. The tool then ends quietly.
///
/// A command that changes data catches this error and finishes its work.
package struct OutputClosed: Error, Equatable, Sendable {
  /// Creates the error.
  package init() {}
}

/// Output could not be written; the tool exits with status 74.
package struct OutputFailure: Error, Equatable, Sendable {
  /// The stream, such as `standard output`.
  var stream: String
  /// The system's error number.
  var code: Int32

  /// The message, with the system's error text.
  var message: String {
    "cannot write \(stream): \(String(cString: strerror(code)))"
  }
}
