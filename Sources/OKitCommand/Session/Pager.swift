import CommandKit
import Glibc
import OKitModels
import OKitStorage

/// Shows long text on a terminal with the user's pager.
struct Pager {
  /// The environment variables for the manual.
  static let variables = [
    ManualEntry(
      "OKIT_PAGER, PAGER",
      "the program that shows help longer than the screen; default: less; none if it is empty or 'cat'"),
    ManualEntry("LESS", "the options of less; default: FRX"),
  ]

  /// The statuses of a shell for a program that cannot be run or does not exist.
  private static let failures: [ProgramOutcome.Ending] = [.status(126), .status(127)]

  private let console: Console

  init(_ console: Console) {
    self.console = console
  }

  /// Writes `text` to standard output, through the pager if it is long and standard output is a terminal.
  func show(_ text: String) throws {
    guard console.needsPager(text), let command, isThere(command), try pass(text, to: command) else {
      return try console.standardOutput.write(text)
    }
  }

  /// The pager command; nil if the user wants none.
  private var command: String? {
    let command = console.environment["OKIT_PAGER"] ?? console.environment["PAGER"] ?? "less"
    return command.allSatisfy { $0 == " " } || command == "cat" ? nil : command
  }

  /// Returns true if a shell would find the program of `command`, or if only a shell can tell.
  private func isThere(_ command: String) -> Bool {
    guard let program = command.split(separator: " ").first,
      command.unicodeScalars.allSatisfy({ !"|&;<>()$`\\\"'*?[#~=%!{}\n".unicodeScalars.contains($0) })
    else { return true }
    if program.utf8.contains(UInt8(ascii: "/")) { return access(String(program), X_OK) == 0 }
    let folders = (console.environment["PATH"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    return folders.contains { access("\($0.isEmpty ? "." : $0)/\(program)", X_OK) == 0 }
  }

  /// Returns true if the program could be run.
  private func pass(_ text: String, to command: String) throws -> Bool {
    try console.standardOutput.flush()
    let pipe = try Pipe(for: command)
    let child = try ChildProgram(
      ["sh", "-c", command], at: "/bin/sh", name: command, environment: environment, standardInput: pipe.readEnd)
    pipe.closeReadEnd()
    do {
      // The pager handles Ctrl-C: less uses it to stop a search.
      return try Signals.ignoringInterruptKeys {
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
      // The user quit the pager early.
    }
    pipe.closeWriteEnd()
  }

  private var environment: [String: String] {
    Secrets.removed(from: console.environment).merging(["LESS": "FRX"]) { first, _ in first }
  }
}
