import CommandKit
import OKit

/// Shows what the library does: progress on a terminal, notes under `-v`, warnings.
final class ConsoleObserver: Observer {
  private let console: Console
  private var progress: Progress?

  init(_ console: Console) {
    self.console = console
  }

  func stepBegan(_ label: String, totalBytes: Int64?) {
    progress = console.progress(label, total: totalBytes)
  }

  func advanced(byBytes count: Int64) throws {
    try Signals.check()
    progress?.advance(by: count)
  }

  func stepEnded() {
    progress?.finish()
    progress = nil
  }

  func noted(_ message: String) { console.verbose(message) }

  func warned(_ message: String) { console.warn(message) }
}
