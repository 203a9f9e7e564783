/// An error in the command line; the tool exits with status 64.
///
/// Commands throw it, too. Without a hint, the message is followed by `see 'tool command --help'`.
public struct UsageError: Error, Equatable, Sendable {
  /// The message: lower case, no period.
  public var message: String
  /// The next step for the user.
  public var hint: String?
  /// True if the synopsis of the command is also shown.
  public var showsUsage: Bool

  /// Creates an error.
  public init(_ message: String, hint: String? = nil, showsUsage: Bool = false) {
    self.message = message
    self.hint = hint
    self.showsUsage = showsUsage
  }
}
