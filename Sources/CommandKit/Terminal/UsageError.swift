/// An error in the command line; the tool exits with status 64.
///
/// Commands throw it, too. Without a hint, the message is followed by `see 'tool command --help'`.
package struct UsageError: Error, Equatable, Sendable {
  /// The message: lower case, no period.
  package var message: String
  /// The next step for the user.
  package var hint: String?
  /// True if the synopsis of the command is also shown.
  package var showsUsage: Bool

  /// Creates an error.
  package init(_ message: String, hint: String? = nil, showsUsage: Bool = false) {
    self.message = message
    self.hint = hint
    self.showsUsage = showsUsage
  }
}
