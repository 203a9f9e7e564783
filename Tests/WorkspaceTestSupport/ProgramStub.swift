package import Glibc
package import OKitModels
import OKitStorage
import TestSupport

/// Replaces programs: returns an output for each line of their input.
package final class ProgramStub: ProgramRunner {
  package private(set) var requests: [ProgramRequest] = []
  /// Runs before an answer is given.
  package var meanwhile: () throws -> Void = {}
  package var ending: ProgramOutcome.Ending = .status(0)
  /// The most lines of output.
  package var maximumLines = Int.max
  private let line: (String) -> String

  package init(_ line: @escaping (String) -> String = { $0 }) { self.line = line }

  /// The names of the executables that ran.
  package var names: [String] { requests.map(\.executable.name) }

  package func run(_ request: ProgramRequest) throws -> ProgramOutcome {
    requests.append(request)
    try meanwhile()
    let lines = String(decoding: request.input, as: UTF8.self).split(separator: "\n").map { line(String($0)) + "\n" }
      .prefix(maximumLines)
    return ProgramOutcome(ending, output: Array(lines.joined().utf8))
  }
}

extension Scene {
  /// Creates an executable below `okit/` that only its owner can write.
  package func addProgram(_ path: String, mode: mode_t = 0o755) throws {
    let place = root + "/okit/" + path
    try Files.write("#!/bin/sh\n", to: place)
    for folder in [root, root + "/okit", root + "/okit/" + path.split(separator: "/")[0]] {
      try Files.setMode(0o755, folder)
    }
    try Files.setMode(mode, place)
  }
}
