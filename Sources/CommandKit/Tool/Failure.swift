/// The message and exit status of an error.
public struct Failure: Equatable, Sendable {
  /// The exit status.
  public var status: Int32
  /// One line: lower case, no period.
  public var message: String
  /// The next step, if there is one.
  public var hint: String?
  /// Lines between the message and the hint, such as a malformed expression with a caret.
  public var details: [String]

  /// Creates a failure.
  public init(status: Int32, message: String, hint: String? = nil, details: [String] = []) {
    self.status = status
    self.message = message
    self.hint = hint
    self.details = details
  }
}
