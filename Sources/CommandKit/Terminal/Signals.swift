import Glibc
import Synchronization

/// A signal to end the program arrived.
package struct Interrupted: Error, Equatable, Sendable, CustomStringConvertible {
  /// The signal number.
  package var signal: Int32

  package var description: String { "interrupted" }

  init(_ signal: Int32) {
    self.signal = signal
  }

  /// The interrupt key ended a line that a person edited.
  package static let byKey = Interrupted(SIGINT)
}

/// Ends the program cleanly on SIGINT, SIGTERM or SIGHUP.
///
/// A signal only sets a flag. Code calls ``check()`` where it can stop; a blocking system call ends with `EINTR`. The next interrupt key ends the
/// program immediately. Other signals do not, because systemd can send them twice, and then nothing would be cleaned up.
package enum Signals {
  private static let arrived = Atomic<Int32>(0)
  /// The handled signals, as bits: those that were not ignored when the program started.
  private static let handled = Atomic<UInt64>(0)
  private static let all = [SIGINT, SIGTERM, SIGHUP]

  /// The signal that arrived, if any.
  package static var pending: Int32? {
    let signal = arrived.load(ordering: .acquiring)
    return signal == 0 ? nil : signal
  }

  /// Throws ``Interrupted`` if a signal arrived. Fast enough for loops over blocks and files.
  package static func check() throws {
    if let pending { throw Interrupted(pending) }
  }

  /// Installs the handlers. Ignored signals stay ignored, as with `nohup`.
  ///
  /// SIGPIPE is caught instead of ignored, because child programs inherit ignored signals but not handlers.
  package static func install() {
    // Initializes the variables now, because a signal handler must not.
    _ = pending
    var mask: UInt64 = 0
    for signal in all {
      var action = sigaction()
      sigaction(signal, nil, &action)
      if !isIgnored(action) { mask |= 1 << UInt64(signal) }
    }
    handled.store(mask, ordering: .releasing)
    for signal in all where mask & (1 << UInt64(signal)) != 0 { install(signal, recordSignal, flags: 0) }
    install(SIGPIPE, { _ in }, flags: Int32(SA_RESTART))
    // A write beyond the file size limit fails like on a full disk, instead of ending the program.
    install(SIGXFSZ, { _ in }, flags: Int32(SA_RESTART))
  }

  /// Runs `body` while another program on the same terminal handles the interrupt keys.
  package static func ignoringInterruptKeys<Result>(_ body: () throws -> Result) rethrows -> Result {
    try replacing([SIGINT, SIGQUIT], by: SIG_IGN, body)
  }

  /// Runs `body`, which starts another program that handles the interrupt keys. Of `signals`, that program must have the default actions. As they are
  /// ignored already when it starts, no key can end this program instead.
  package static func leavingInterruptKeys<Result>(_ body: (_ signals: [Int32]) throws -> Result) rethrows -> Result {
    let signals = [SIGINT, SIGQUIT].filter { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return !isIgnored(action)
    }
    return try replacing(signals, by: SIG_IGN) { try body(signals) }
  }

  /// The signal of the interrupt key, Ctrl-C.
  package static let interruptKey = SIGINT

  /// Runs `body`, and returns true if the interrupt key ended it, so that the program can go on. A second key during `body` ends the program.
  package static func interrupting(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      // The signal can also arrive when nothing is left to be ended.
      if pending != interruptKey { return false }
    } catch  where pending == interruptKey {}
    // The handlers were replaced when the signal arrived.
    for signal in all where handled.load(ordering: .acquiring) & (1 << UInt64(signal)) != 0 {
      install(signal, recordSignal, flags: 0)
    }
    arrived.store(0, ordering: .releasing)
    return true
  }

  /// Runs `body`, which has nothing to clean up. A signal ends the program at once, except for those of `others`, and so does `limit`.
  package static func endingAtOnce<Result>(
    _ limit: HardLimit?, except others: [Int32] = [], _ body: () throws -> Result
  ) throws -> Result {
    try check()
    return try replacing(all.filter { !others.contains($0) }, by: SIG_DFL) {
      limit?.start()
      defer { limit?.stop() }
      return try body()
    }
  }

  /// Runs `body` while signals have another handler. Ignored signals stay ignored.
  static func replacing<Result>(
    _ signals: [Int32], by handler: (@convention(c) (Int32) -> Void)?, _ body: () throws -> Result
  ) rethrows -> Result {
    var replacement = sigaction()
    replacement.__sigaction_handler.sa_handler = handler
    let before = signals.compactMap { number -> (Int32, sigaction)? in
      var action = sigaction()
      sigaction(number, nil, &action)
      if isIgnored(action) { return nil }
      sigaction(number, &replacement, nil)
      return (number, action)
    }
    defer {
      for (number, var action) in before { sigaction(number, &action, nil) }
    }
    return try body()
  }

  /// Removes the handlers and clears a pending signal.
  static func reset() {
    restoreDefaults()
    signal(SIGPIPE, SIG_DFL)
    arrived.store(0, ordering: .releasing)
  }

  /// Ends the program with the signal, so that the shell stops its loops, too.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    exit(128 + number)
  }

  static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  static func install(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void, flags: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    sigaction(signal, &action, nil)
  }

  // Runs as a signal handler and must not allocate memory.
  private static let recordSignal: @convention(c) (Int32) -> Void = { signal in
    let code = errno
    Signals.arrived.store(signal, ordering: .releasing)
    let mask = Signals.handled.load(ordering: .acquiring)
    if mask & (1 << UInt64(SIGINT)) != 0 { Glibc.signal(SIGINT, SIG_DFL) }
    errno = code
  }

  private static func restoreDefaults() {
    let mask = handled.load(ordering: .acquiring)
    if mask & (1 << UInt64(SIGINT)) != 0 { signal(SIGINT, SIG_DFL) }
    if mask & (1 << UInt64(SIGTERM)) != 0 { signal(SIGTERM, SIG_DFL) }
    if mask & (1 << UInt64(SIGHUP)) != 0 { signal(SIGHUP, SIG_DFL) }
  }
}
