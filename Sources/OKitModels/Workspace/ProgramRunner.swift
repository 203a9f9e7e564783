package import OKitStorage

/// Runs the programs of a workspace. The library itself starts no processes and reads no environment variables.
package protocol ProgramRunner: AnyObject {
  /// Runs a program until it ends.
  ///
  /// Throws `SystemError` if it cannot be started. Also throws if the caller is asked to stop; the program is ended then.
  func run(_ request: ProgramRequest) throws -> ProgramOutcome
}

/// The programs of a workspace that operations may run.
package enum AllowedPrograms {
  /// No programs. Hooks are skipped; a migration that needs a program fails.
  case none
  /// Programs of migrations, but no hooks: a hook that runs okit must not start hooks again.
  case withoutHooks(any ProgramRunner)
  /// Hooks, and programs of migrations.
  case all(any ProgramRunner)

  /// The runner for programs other than hooks; nil if none may run.
  package var runner: (any ProgramRunner)? {
    switch self {
    case .none: nil
    case .withoutHooks(let runner), .all(let runner): runner
    }
  }
}

/// A program with its input and its limits.
package struct ProgramRequest: Hashable, Sendable {
  /// The absolute path of the file, without links.
  package let executable: FilePath
  /// The arguments after the name of the program.
  package let arguments: [String]
  /// The bytes on standard input.
  package let input: [UInt8]
  /// Additional environment variables.
  package let variables: [String: String]
  /// The maximum size of the output in bytes; nil if the output is not read.
  package let outputLimit: Int?
  /// The time limit, after which it and its child processes are ended; nil for none.
  package let timeLimit: Duration?

  /// A request to run `executable`.
  package init(
    executable: FilePath, arguments: [String] = [], input: [UInt8], variables: [String: String] = [:],
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

/// The result of running a program.
package struct ProgramOutcome: Sendable {
  /// The reason why a program ended.
  package enum Ending: Equatable, Sendable {
    /// It exited with this status.
    case status(Int32)
    /// It was killed by a signal.
    case signal(Int32)
    /// It was stopped because it printed too much.
    case tooMuchOutput
    /// It was stopped because it exceeded its time limit.
    case timedOut
  }

  /// The reason why it ended.
  package let ending: Ending
  /// The output of the program.
  package let output: [UInt8]

  /// A result with this ending and output.
  package init(_ ending: Ending, output: [UInt8] = []) {
    self.ending = ending
    self.output = output
  }
}

extension ProgramOutcome.Ending {
  /// The error message, to be preceded by the name of the program; nil if it succeeded.
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
