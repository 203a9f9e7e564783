/// A command line to copy, with an explanation.
package struct Example: Sendable, Equatable {
  /// The line as typed; never wrapped.
  package var commandLine: String
  /// A short explanation.
  package var explanation: String

  /// Creates an example; the explanation can be empty.
  package init(_ commandLine: String, _ explanation: String = "") {
    self.commandLine = commandLine
    self.explanation = explanation
  }
}
