/// How an error is shown, and the status that the tool ends with.
public struct Failure: Equatable, Sendable {
  /// The exit status.
  public var status: Int32
  /// One line: lower case, no full stop.
  public var message: String
  /// The next step, if there is one.
  public var hint: String?
  /// Lines to stand between both, such as a bad expression with a caret under the place.
  public var details: [String]

  /// A failure to show.
  public init(status: Int32, message: String, hint: String? = nil, details: [String] = []) {
    self.status = status
    self.message = message
    self.hint = hint
    self.details = details
  }
}
