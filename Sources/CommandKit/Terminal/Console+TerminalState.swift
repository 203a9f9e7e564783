import Glibc

extension Console {
  /// Runs `body`, in which another program uses the terminal. If it throws, the terminal gets the settings that it had before, because the program may
  /// have been stopped before it could restore them.
  package func restoringTerminal<Result>(_ body: () throws -> Result) rethrows -> Result {
    let descriptor = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    var state = termios()
    let isKnown = descriptor >= 0 && tcgetattr(descriptor, &state) == 0
    do {
      return try body()
    } catch {
      // A program in the background would be stopped.
      if isKnown, tcgetpgrp(descriptor) == getpgrp() { tcsetattr(descriptor, TCSADRAIN, &state) }
      throw error
    }
  }
}
