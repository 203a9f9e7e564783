import CommandKit
import Glibc
import OKitModels
import OKitStorage

/// Shows long text on a terminal a screen at a time, through the program that the user has chosen for that.
struct Pager {
  /// The variables that name it, for the manual.
  static let variables = [
    ManualEntry(
      "OKIT_PAGER, PAGER",
      "the program that shows help which is longer than the screen, else less; none where it is empty or 'cat'"),
    ManualEntry("LESS", "the options of less, FRX where it is not set"),
  ]

  /// What a shell says of a program that cannot be run, or is not there.
  private static let failures: [ProgramOutcome.Ending] = [.status(126), .status(127)]

  private let console: Console

  init(_ console: Console) {
    self.console = console
  }

  /// Writes `text` to standard output, through the pager where it is long and that is a terminal.
  func show(_ text: String) throws {
    guard console.needsPager(text), let command, isThere(command), try pass(text, to: command) else {
      return try console.standardOutput.write(text)
    }
  }

  /// What is to be run; nil where the user wants none.
  private var command: String? {
    let command = console.environment["OKIT_PAGER"] ?? console.environment["PAGER"] ?? "less"
    return command.allSatisfy { $0 == " " } || command == "cat" ? nil : command
  }

  /// Whether the program of a command is one that a shell would find; what only a shell understands may be.
  private func isThere(_ command: String) -> Bool {
    guard let program = command.split(separator: " ").first,
      command.unicodeScalars.allSatisfy({ !"|&;<>()$`\\\"'*?[#~=%!{}\n".unicodeScalars.contains($0) })
    else { return true }
    if program.utf8.contains(UInt8(ascii: "/")) { return access(String(program), X_OK) == 0 }
    let folders = (console.environment["PATH"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    return folders.contains { access("\($0.isEmpty ? "." : $0)/\(program)", X_OK) == 0 }
  }

  /// Returns whether the program could be run.
  private func pass(_ text: String, to command: String) throws -> Bool {
    try console.standardOutput.flush()
    let pipe = try Pipe(for: command)
    let child = try ChildProgram(
      ["sh", "-c", command], at: "/bin/sh", name: command, environment: environment, standardInput: pipe.readEnd)
    pipe.closeReadEnd()
    do {
      // Ctrl-C as well: less takes it for the end of a search.
      return try Signals.leavingKeys {
        try write(text, to: pipe, name: command)
        return try !Self.failures.contains(child.wait())
      }
    } catch {
      child.end()
      throw error
    }
  }

  private func write(_ text: String, to pipe: Pipe, name: String) throws {
    let input = Output(pipe.writeEnd, name: name)
    do {
      try input.write(text)
      try input.flush()
    } catch is OutputClosed {
      // Whoever has seen enough leaves.
    }
    pipe.closeWriteEnd()
  }

  private var environment: [String: String] {
    Secrets.removed(from: console.environment).merging(["LESS": "FRX"]) { first, _ in first }
  }
}
