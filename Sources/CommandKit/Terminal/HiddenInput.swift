import Glibc
import Synchronization

/// Turns the terminal's echo off while a secret is typed, and always on again; wipes what was typed.
///
/// Signals that end or stop the program are held back meanwhile, and raised after the terminal is restored.
enum HiddenInput {
  private static let held = Atomic<UInt64>(0)
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let stopping = [SIGTSTP, SIGTTIN, SIGTTOU]

  /// True if a signal is held back.
  static var isInterrupted: Bool { held.load(ordering: .acquiring) != 0 }

  /// Runs `body` without echo. Throws ``Interrupted`` after a signal that did not end the program. If the program was stopped and continued,
  /// runs `body` again.
  static func during<Result>(_ terminal: borrowing PromptTerminal, _ body: () -> Result) throws -> Result {
    while true {
      try Signals.check()
      var before = termios()
      tcgetattr(terminal.descriptor, &before)
      held.store(0, ordering: .releasing)
      let handlers = takeSignals()
      var hidden = before
      hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
      hidden.c_lflag |= tcflag_t(ICANON | ISIG)
      // Discards input typed before the question.
      set(&hidden, on: terminal.descriptor)
      let result = body()
      set(&before, on: terminal.descriptor)
      for (signal, var action) in handlers { sigaction(signal, &action, nil) }

      let signals = held.exchange(0, ordering: .acquiringAndReleasing)
      if signals == 0 { return result }
      for signal in stopping + ending where signals & (1 << UInt64(signal)) != 0 { raise(signal) }
      try Signals.check()
      if let signal = ending.first(where: { signals & (1 << UInt64($0)) != 0 }) { throw Interrupted(signal) }
    }
  }

  /// Overwrites memory; the compiler does not optimize this away.
  static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    if let base = memory.baseAddress { explicit_bzero(base, memory.count) }
  }

  private static let hold: @convention(c) (Int32) -> Void = { signal in
    HiddenInput.held.bitwiseOr(1 << UInt64(signal), ordering: .acquiringAndReleasing)
  }

  private static func takeSignals() -> [(Int32, sigaction)] {
    (ending + stopping).compactMap { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      if Signals.isIgnored(action) { return nil }
      Signals.install(signal, hold, flags: 0)
      return (signal, action)
    }
  }

  private static func set(_ state: inout termios, on descriptor: Int32) {
    while tcsetattr(descriptor, TCSAFLUSH, &state) != 0, errno == EINTR {}
  }
}
