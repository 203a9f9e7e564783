/// The message and exit status of an error.
package struct Failure: Equatable, Sendable {
  /// The exit status.
  package var status: Int32
  /// One line: lower case, no period.
  package var message: String
  /// The next step, if there is one.
  package var hint: String?
  /// Lines between the message and the hint, such as a malformed expression with a caret.
  package var details: [String]

  /// Creates a failure.
  package init(status: Int32, message: String, hint: String? = nil, details: [String] = []) {
    self.status = status
    self.message = message
    self.hint = hint
    self.details = details
  }
}
