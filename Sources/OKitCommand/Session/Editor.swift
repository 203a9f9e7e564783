import CommandKit
import Glibc
import OKitModels
import OKitStorage

/// The user's editor.
struct Editor {
  /// The environment variables for the manual.
  static let variables = [
    ManualEntry(
      "VISUAL, EDITOR",
      "the editor, as a line for sh; VISUAL only if the terminal is not dumb; default: editor, or else vi"),
    ManualEntry("XDG_RUNTIME_DIR", "the folder in which the text is edited; default: /dev/shm"),
  ]

  private let console: Console
  private let command: String

  /// Finds the editor. Throws an error of kind `configuration` if there is none.
  init(_ console: Console) throws {
    self.console = console
    func variable(_ name: String) -> String? { console.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let isDumb = (variable("TERM") ?? "dumb") == "dumb"
    guard
      let command = (isDumb ? nil : variable("VISUAL")) ?? variable("EDITOR") ?? (isDumb ? nil : Self.standard(console))
    else {
      throw OKitError(
        .configuration, "no editor for a dumb terminal", remedy: .words("name one in $EDITOR, such as EDITOR=ed"))
    }
    self.command = command
  }

  private static func standard(_ console: Console) -> String { isProgram("editor", console) ? "editor" : "vi" }

  private static func isProgram(_ name: some StringProtocol, _ console: Console) -> Bool {
    if name.utf8.contains(UInt8(ascii: "/")) { return access(String(name), X_OK) == 0 }
    let folders = (console.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The line for the shell. The shell is replaced by a program, so that a signal reaches that and not only the shell.
  private var line: String {
    let isSimple = !command.utf8.contains { "|&;<>()`\n".utf8.contains($0) }
    let name = command.split(separator: " ").first ?? ""
    return (isSimple && Self.isProgram(name, console) ? "exec " : "") + command + " \"$@\""
  }

  /// The statuses of a shell for a program that cannot be run or does not exist.
  private static let failures: [ProgramOutcome.Ending] = [.status(126), .status(127)]

  /// Runs the editor with the file at `path` until it ends. Returns true if it succeeded.
  ///
  /// The editor handles the keys that interrupt. If a signal asks okit to end, the editor ends, too. Throws an error of kind `configuration` if the
  /// editor cannot be run.
  func edit(_ path: FilePath) throws -> Bool {
    try console.standardOutput.flush()
    return try console.restoringTerminal {
      // As for a hook, what the editor prints is not data.
      let output = console.standardOutput.isTerminal ? nil : console.standardError.descriptor
      let ending = try Signals.leavingInterruptKeys { signals in
        let child = try ChildProgram(
          ["sh", "-c", line, command, path.text], at: "/bin/sh", name: command,
          environment: Secrets.removed(from: console.environment), standardOutput: output, defaultSignals: signals)
        do {
          return try child.wait()
        } catch {
          child.end()
          throw error
        }
      }
      if Self.failures.contains(ending) {
        throw OKitError(
          .configuration, "cannot run the editor \(PathComponent.printable(command))",
          remedy: .words("name another one in $VISUAL or $EDITOR"))
      }
      return ending == .status(0)
    }
  }

  /// The error for an editor that failed.
  var failure: Failure {
    Failure(
      status: Status.found, message: "the editor \(PathComponent.printable(command)) failed, so nothing was changed")
  }
}
