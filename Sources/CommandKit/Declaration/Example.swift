/// A command line for people to copy, with what it is for.
public struct Example: Sendable, Equatable {
  /// The line as it is typed; never wrapped.
  public var commandLine: String
  /// What it does, in a few words.
  public var explanation: String

  /// An example; the explanation may be empty where the line speaks for itself.
  public init(_ commandLine: String, _ explanation: String = "") {
    self.commandLine = commandLine
    self.explanation = explanation
  }
}
