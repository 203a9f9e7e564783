import CSystem
import CommandKit
import Glibc
import OKitModels
import OKitStorage

/// A running program that can be waited for and stopped.
final class ChildProgram {
  private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID needs _GNU_SOURCE.
  /// The time between SIGTERM and SIGKILL, in milliseconds.
  private static let grace = 2000

  private let id: pid_t
  private let isIsolated: Bool
  private var ending: ProgramOutcome.Ending?

  /// Starts the program at `path`. The first of `words` is its own name; `name` is its name in errors. By default it inherits the standard streams.
  ///
  /// The program has the default actions of `defaultSignals`, even if they are ignored here.
  ///
  /// If `isIsolated` is true, the program has no terminal, no other descriptors and no ignored signals, and is stopped together with the programs
  /// that it started. Throws `SystemError` if it cannot be started.
  init(
    _ words: [String], at path: FilePath, name: String, environment: [String: String], standardInput: Int32? = nil,
    standardOutput: Int32? = nil, isIsolated: Bool = false, defaultSignals: [Int32] = []
  ) throws {
    self.isIsolated = isIsolated
    // If SIGCHLD is ignored, the status of children is lost.
    signal(SIGCHLD, SIG_DFL)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let standardInput { posix_spawn_file_actions_adddup2(&actions, standardInput, 0) }
    if let standardOutput { posix_spawn_file_actions_adddup2(&actions, standardOutput, 1) }
    if isIsolated, okit_spawn_closing_from(&actions, 3) != 0 { throw SystemError("run", name, code: ENOMEM) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if isIsolated {
      Self.setIsolated(&attributes)
    } else if !defaultSignals.isEmpty {
      var signals = sigset_t()
      sigemptyset(&signals)
      for signal in defaultSignals { sigaddset(&signals, signal) }
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    }
    let words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id = pid_t()
    let failure = posix_spawn(&id, path.text, &actions, &attributes, words, variables)
    guard failure == 0 else { throw SystemError("run", name, code: failure) }
    self.id = id
  }

  private static func setIsolated(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    // Children stay protected by nohup.
    sigdelset(&signals, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
  }

  /// True if the program ended.
  var hasEnded: Bool {
    if ending != nil { return true }
    var info = siginfo_t()
    return waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo != 0
  }

  /// Waits for the program to end. Throws `Interrupted` if a signal asks okit to end; the program continues.
  func wait() throws -> ProgramOutcome.Ending {
    while true {
      if let ending = try wait(until: nil) { return ending }
    }
  }

  /// Waits for the program to end; nil if it still runs at `deadline`. Throws the errors of ``wait()``.
  func wait(until deadline: Deadline?) throws -> ProgramOutcome.Ending? {
    // A signal between the check and a blocking call would be missed, so no call blocks.
    var pause: UInt32 = 100
    while !hasEnded {
      try Signals.check()
      if let deadline, deadline.isPast { return nil }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    return reap()
  }

  /// Stops the program with SIGTERM and then SIGKILL; if it is isolated, also the programs that it started.
  func end() {
    guard ending == nil else { return }
    let target = isIsolated ? -id : id
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
