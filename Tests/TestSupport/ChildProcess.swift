import Foundation
package import Glibc

/// A program that was started and inherits nothing except its arguments here.
package struct ChildProcess {
  /// The target of a standard stream: a file, by path, or another stream.
  package enum Stream {
    case read(String)
    case write(String)
    case both(String)
    case same(Int32)
  }

  /// The end of a process.
  package enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Limits, so that a program that never ends is ended.
  package struct Limits {
    package var processorSeconds: Int
    package var addressSpace: Int
    /// The number of files that it may have open; nil for the tests' own limit.
    package var openFiles: Int?

    package init(processorSeconds: Int = 30, addressSpace: Int = 4 << 30, openFiles: Int? = nil) {
      self.processorSeconds = processorSeconds
      self.addressSpace = addressSpace
      self.openFiles = openFiles
    }

    /// True under a sanitizer, which needs more time, and unlimited address space.
    package static let isSanitized = sanitizer != nil

    /// True under the thread sanitizer, which has a thread of its own, and maps files that are larger than the limit of a test.
    package static let isThreadSanitized = sanitizer == "thread"

    private static let sanitizer = getenv("OKIT_SANITIZED").map { String(cString: $0) }

    private var processorLimit: Int { Self.isSanitized ? processorSeconds * 10 : processorSeconds }
    private var addressSpaceLimit: Int? { Self.isSanitized ? nil : addressSpace }

    /// The words that start a program with the limits that must hold from its first call on: that of its open files, and for a foreign program all
    /// of them. A program in Haskell reserves memory at its start by the limit that it finds then, and fails if it becomes lower afterwards.
    fileprivate func words(foreign: Bool) -> [String] {
      var options = openFiles.map { ["--nofile=\($0)"] } ?? []
      if foreign {
        options += ["--cpu=\(processorLimit)"] + (addressSpaceLimit.map { ["--as=\($0)"] } ?? [])
      }
      return options.isEmpty ? [] : ["/usr/bin/prlimit"] + options
    }

    /// Limits the processor time and the memory of a process that was just started. That saves a program in front of each okit.
    fileprivate func apply(to id: pid_t) {
      var time = rlimit(rlim_cur: rlim_t(processorLimit), rlim_max: rlim_t(processorLimit))
      _ = GNU.limit(id, RLIMIT_CPU, &time, nil)
      guard let addressSpaceLimit else { return }
      var space = rlimit(rlim_cur: rlim_t(addressSpaceLimit), rlim_max: rlim_t(addressSpaceLimit))
      _ = GNU.limit(id, RLIMIT_AS, &space, nil)
    }
  }

  /// Functions that Glibc hides without _GNU_SOURCE.
  private enum GNU {
    static let changeFolder = function(
      "posix_spawn_file_actions_addchdir_np",
      as: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32).self)
    static let limit = function(
      "prlimit",
      as: (@convention(c) (pid_t, __rlimit_resource, UnsafePointer<rlimit>, UnsafeMutablePointer<rlimit>?) -> Int32)
        .self)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
      unsafeBitCast(dlsym(nil, name)!, to: type)
    }
  }

  package struct Failure: Error {
    let message: String

    package init(_ message: String) { self.message = message }
  }

  package let id: pid_t

  /// Starts a program by its path, or a foreign one by its name in the environment's PATH. With `ownsTerminal` its first stream becomes its terminal.
  package init(
    _ arguments: [String], environment: [String: String], in folder: String, streams: [Stream],
    ownsTerminal: Bool = false, limits: Limits = Limits()
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in zip(Int32(0)..., streams) {
      switch stream {
      case .read(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
      case .write(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      case .both(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
      case .same(let other): posix_spawn_file_actions_adddup2(&actions, other, number)
      }
    }
    _ = GNU.changeFolder(&actions, folder)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The tests may run with ignored signals, which a child would inherit.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let session: Int32 = 0x80  // POSIX_SPAWN_SETSID hides behind _GNU_SOURCE.
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | (ownsTerminal ? session : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let program = try Self.find(arguments[0], environment)
    let foreign = program != arguments[0]
    let started = limits.words(foreign: foreign) + [program] + arguments.dropFirst()
    let words: [UnsafeMutablePointer<CChar>?] = started.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id = pid_t()
    let failure = posix_spawn(&id, started[0], &actions, &attributes, words, variables)
    guard failure == 0 else {
      throw Failure("cannot start \(arguments): \(String(cString: strerror(failure)))")
    }
    if !foreign { limits.apply(to: id) }
    self.id = id
  }

  private static func find(_ name: String, _ environment: [String: String]) throws -> String {
    if name.utf8.contains(UInt8(ascii: "/")) { return name }
    for folder in environment["PATH", default: ""].split(separator: ":") {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    throw Failure("\(name) is not installed")
  }

  /// Runs a program to its end, and returns its output.
  package static func run(
    _ arguments: [String], environment: [String: String], in folder: String, input: [UInt8] = [],
    limits: Limits = Limits()
  ) throws -> Output {
    let streams = try TemporaryFolder()
    let names = try [input, [], []].enumerated().map { try streams.write($1, to: "\($0)") }
    let child = try ChildProcess(
      arguments, environment: environment, in: folder,
      streams: [.read(names[0]), .write(names[1]), .write(names[2])], limits: limits)
    let end = child.wait()
    return Output(end: end, bytes: try Files.read(names[1]), errors: try Files.text(names[2]))
  }

  /// Waits for its end.
  package func wait() -> End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
  }

  /// True while it runs. Its end can still be waited for.
  package var isRunning: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == 0
  }

  /// The processor time that it has used so far, in seconds; infinite if it has ended. Only root can see how much it has read, since okit keeps its
  /// memory from other processes of the same user.
  package var processorSeconds: Double {
    guard let text = try? Files.text("/proc/\(id)/stat"), let name = text.lastIndex(of: ")") else { return .infinity }
    // The fields after the name are the state, the parent, and so on; see proc(5).
    let fields = text[name...].split(separator: " ").dropFirst().map(String.init)
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return .infinity }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  package func send(_ signal: Int32) {
    kill(id, signal)
  }
}
