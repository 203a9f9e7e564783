import CSystem
import CommandKit
import Glibc
import OKitModels
import OKitStorage

/// A program that was started, and that is waited for or ended.
final class ChildProgram {
  private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID hides behind _GNU_SOURCE.
  /// How long a program may take to end in good order, in milliseconds.
  private static let grace = 2000

  private let id: pid_t
  private let isApart: Bool
  private var ending: ProgramOutcome.Ending?

  /// Starts the program at `path` with these words, the first of which is its own name; `name` is what errors call it. Streams that are not named are this
  /// program's own.
  ///
  /// A program that is `isApart` has no terminal, no further descriptors and no signals that this one was told to ignore, and is ended with all that it
  /// started. Throws `SystemError` where it cannot be started.
  init(
    _ words: [String], at path: String, name: String, environment: [String: String], standardInput: Int32? = nil,
    standardOutput: Int32? = nil, isApart: Bool = false
  ) throws {
    self.isApart = isApart
    // Whoever ignores it never learns how its children ended.
    signal(SIGCHLD, SIG_DFL)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let standardInput { posix_spawn_file_actions_adddup2(&actions, standardInput, 0) }
    if let standardOutput { posix_spawn_file_actions_adddup2(&actions, standardOutput, 1) }
    if isApart, okit_spawn_closing_from(&actions, 3) != 0 { throw SystemError("run", name, code: ENOMEM) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if isApart { Self.setApart(&attributes) }
    let words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id = pid_t()
    let failure = posix_spawn(&id, path, &actions, &attributes, words, variables)
    guard failure == 0 else { throw SystemError("run", name, code: failure) }
    self.id = id
  }

  private static func setApart(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    // What nohup keeps from this program is kept from those that it starts.
    sigdelset(&signals, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
  }

  /// Whether it ended.
  var hasEnded: Bool {
    if ending != nil { return true }
    var info = siginfo_t()
    return waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo != 0
  }

  /// Waits for its end. Throws `Interrupted` where a signal asks this program to end; then it goes on.
  func wait() throws -> ProgramOutcome.Ending {
    while true {
      if let ending = try wait(until: nil) { return ending }
    }
  }

  /// Waits for its end; nil if it still runs at `deadline`. Throws what ``wait()`` throws.
  func wait(until deadline: Deadline?) throws -> ProgramOutcome.Ending? {
    // A signal that comes between the look for it and a call that blocks would not be seen, so that none blocks.
    var pause: UInt32 = 100
    while !hasEnded {
      try Signals.check()
      if let deadline, deadline.isPast { return nil }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    return reap()
  }

  /// Ends it, and with it what it started where it is apart: asks first, and does not wait long.
  func end() {
    guard ending == nil else { return }
    let target = isApart ? -id : id
    kill(target, SIGTERM)
    var waited = 0
    while !hasEnded, waited < Self.grace {
      usleep(10_000)
      waited += 10
    }
    kill(target, SIGKILL)
    _ = reap()
  }

  private func reap() -> ProgramOutcome.Ending {
    if let ending { return ending }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = okit_exit_signal(status)
    let ending: ProgramOutcome.Ending = signal == 0 ? .status(okit_exit_status(status)) : .signal(signal)
    self.ending = ending
    return ending
  }
}
