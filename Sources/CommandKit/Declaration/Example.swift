/// A command line to copy, with an explanation.
public struct Example: Sendable, Equatable {
  /// The line as typed; never wrapped.
  public var commandLine: String
  /// A short explanation.
  public var explanation: String

  /// Creates an example; the explanation can be empty.
  public init(_ commandLine: String, _ explanation: String = "") {
    self.commandLine = commandLine
    self.explanation = explanation
  }
}
