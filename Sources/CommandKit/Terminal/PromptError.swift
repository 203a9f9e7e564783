/// A prompt that failed; the tool exits with status 64 unless the command handles it.
package struct PromptError: Error, Equatable, Sendable {
  /// The reason.
  package enum Reason: Equatable, Sendable {
    /// There is no terminal.
    case noTerminal
    /// Prompts are forbidden.
    case forbidden
    /// The answer is longer than the buffer.
    case tooLong
  }

  /// The reason.
  package var reason: Reason
  /// The question.
  package var prompt: String

  /// The message.
  package var message: String {
    switch reason {
    case .noTerminal: "cannot ask '\(prompt)': there is no terminal"
    case .forbidden: "cannot ask '\(prompt)': prompts are disabled"
    case .tooLong: "the answer to '\(prompt)' is too long"
    }
  }
}
