import Glibc

/// The reader at the other end of a pipe has gone. The tool ends quietly when this reaches it.
///
/// A command that changes something catches it and finishes its work.
public struct OutputClosed: Error, Equatable, Sendable {
  /// The closed output.
  public init() {}
}

/// Output could not be written; the tool ends with status 74.
struct OutputFailure: Error, Equatable, Sendable {
  /// The stream, such as `standard output`.
  var stream: String
  /// The system's error number.
  var code: Int32

  /// What happened, in the system's words.
  var message: String {
    "cannot write \(stream): \(String(cString: strerror(code)))"
  }
}
