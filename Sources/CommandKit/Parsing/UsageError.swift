/// The command line is wrong; the tool ends with status 64.
///
/// Commands throw it too. Without a hint of its own the message is followed by `see 'tool command --help'`.
public struct UsageError: Error, Equatable, Sendable {
  /// What is wrong: lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// Whether the command's synopsis is shown as well.
  public var showsUsage: Bool

  /// A mistake on the command line.
  public init(_ message: String, hint: String? = nil, showsUsage: Bool = false) {
    self.message = message
    self.hint = hint
    self.showsUsage = showsUsage
  }
}
