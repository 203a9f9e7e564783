import CommandKit
import OKitStorage

/// Shows the library's progress, its notes with `-v`, and its warnings.
final class ConsoleObserver: RemedyObserver {
  private let console: Console
  private var progress: Progress?
  /// The number of nested steps in progress; only the outermost is shown.
  private var depth = 0
  /// Earlier warnings, so that a command that reads a file twice warns once.
  private var warnings: Set<String> = []

  init(_ console: Console) {
    self.console = console
  }

  func stepBegan(_ label: String, totalBytes: Int64?) {
    depth += 1
    if depth == 1 { progress = console.progress(label, total: totalBytes) }
  }

  func advanced(byBytes count: Int64) throws {
    try Signals.check()
    progress?.advance(by: count)
  }

  func stepEnded() {
    depth -= 1
    guard depth == 0 else { return }
    progress?.finish()
    progress = nil
  }

  func noted(_ message: String) { console.verbose(message) }

  func warned(_ message: String) { warned(Warning(message)) }

  func warned(_ warning: Warning) {
    if let kind = warning.omission { console.noteOmission(status: status(of: kind)) }
    guard warnings.insert(warning.message).inserted else { return }
    console.warn(warning.message)
    if let hint = warning.remedy.flatMap(hint) { console.hint(hint) }
  }

  func keptBackup(_ name: String) { console.noteKept(name) }
}
