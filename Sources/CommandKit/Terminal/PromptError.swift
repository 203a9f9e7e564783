/// A question cannot be asked or its answer cannot be used; the tool ends with status 64 unless the command knows better.
public struct PromptError: Error, Equatable, Sendable {
  /// What is in the way.
  public enum Reason: Equatable, Sendable {
    /// There is no terminal.
    case noTerminal
    /// Prompts are forbidden.
    case forbidden
    /// The answer is longer than the memory for it.
    case tooLong
  }

  /// What is in the way.
  public var reason: Reason
  /// The question.
  public var prompt: String

  /// The failure in words.
  public var message: String {
    switch reason {
    case .noTerminal: "cannot ask '\(prompt)': there is no terminal"
    case .forbidden: "cannot ask '\(prompt)': input is not allowed"
    case .tooLong: "the answer to '\(prompt)' is too long"
    }
  }
}
