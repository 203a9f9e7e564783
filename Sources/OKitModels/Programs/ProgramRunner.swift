/// Runs programs of a workspace. The library itself starts no process and reads no environment.
package protocol ProgramRunner: AnyObject {
  /// Runs a program to its end.
  ///
  /// Throws `SystemError` where it cannot be started, and what asks the caller to stop; then the program runs no more.
  func run(_ request: ProgramRequest) throws -> ProgramOutcome
}

/// A program to run, and what it gets.
package struct ProgramRequest: Hashable, Sendable {
  /// The file, absolute and without links.
  package let executable: String
  /// What it gets on its command line, behind its own name.
  package let arguments: [String]
  /// What it reads on standard input.
  package let input: [UInt8]
  /// Variables that are added to its environment.
  package let variables: [String: String]
  /// How many bytes it may print; nil where what it prints is not read.
  package let outputLimit: Int?
  /// The time limit, after which it and its child processes are ended; nil for none.
  package let timeLimit: Duration?

  /// A program of these parts.
  package init(
    executable: String, arguments: [String] = [], input: [UInt8], variables: [String: String] = [:],
    outputLimit: Int? = nil, timeLimit: Duration? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.input = input
    self.variables = variables
    self.outputLimit = outputLimit
    self.timeLimit = timeLimit
  }
}

/// What came of a program.
package struct ProgramOutcome: Sendable {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    /// By itself, with this status.
    case status(Int32)
    /// By a signal.
    case signal(Int32)
    /// It was ended since it printed more than it may.
    case tooMuchOutput
    /// It was ended since it ran for longer than it may.
    case timedOut
  }

  /// How it ended.
  package let ending: Ending
  /// What it printed.
  package let output: [UInt8]

  /// An outcome of these parts.
  package init(_ ending: Ending, output: [UInt8] = []) {
    self.ending = ending
    self.output = output
  }
}

extension ProgramOutcome.Ending {
  /// What went wrong, to follow the name of the program; nil where nothing did.
  package var fault: String? {
    switch self {
    case .status(0): nil
    case .status(let status): "exited with status \(status)"
    case .signal(let signal): "was killed by signal \(signal)"
    case .tooMuchOutput: "printed too much output"
    case .timedOut: "ran longer than hooks.timeout and was stopped"
    }
  }
}
