import Glibc
import TestSupport

@testable import CommandKit

/// The status and output of a run of the sample tool.
struct Outcome: Equatable {
  var status: Int32
  var output: String
  var errors: String
}

func run(_ arguments: [String], environment: [String: String] = [:]) -> Outcome {
  let (output, errors) = (UnnamedFile(), UnnamedFile())
  let console = Console(
    tool: "okit", environment: environment, standardOutput: output.descriptor, standardError: errors.descriptor,
    terminal: "/nowhere")
  let status = sample.run(arguments: arguments, console: console)
  return Outcome(status: status, output: output.text, errors: errors.text)
}

func run(_ line: String) -> Outcome {
  run(line.split(separator: " ").map(String.init))
}
