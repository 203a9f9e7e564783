import Glibc
import JSONDocument
package import OKitStorage

/// A repository of restic, which okit reaches through the program `restic`, version 0.14 or newer.
///
/// Each call starts the program, which takes about half a second to derive the key from the password. Every method throws an error of kind
/// - `unsupported` without restic, or with an older one,
/// - `notFound` if there is no repository,
/// - `locked` for a wrong password or wrong credentials,
/// - `busy` if another restic locks the repository for longer than the lock timeout,
/// - `unreachable` if the other side cannot be reached,
/// - `inputOutput` if anything else fails, such as a full disk.
package final class ResticRepository {
  /// The surroundings of the program.
  package struct Context {
    /// The variables for the program, which has its credentials there.
    package let environment: [String: String]
    /// Returns the password; nil if restic finds it in its own variables.
    package let password: () throws -> SharedPassword?
    /// The maximum time to wait for another restic.
    package let lockTimeout: Duration
    /// Called regularly. It may throw to give up.
    package let whileWaiting: () throws -> Void

    package init(
      environment: [String: String], lockTimeout: Duration, password: @escaping () throws -> SharedPassword?,
      whileWaiting: @escaping () throws -> Void
    ) {
      self.environment = environment
      self.lockTimeout = lockTimeout
      self.password = password
      self.whileWaiting = whileWaiting
    }
  }

  /// True to read files from the repository itself. restic does not notice that a file is damaged there if its cache has it.
  package var bypassesCache = false

  /// The time after which locks are examined again while waiting for them.
  private static let pauseBetweenLooks = Duration.seconds(10)
  /// The oldest version that can be used, without its last part.
  private static let oldestVersion = (0, 14)
  /// Variables that would contradict what okit passes.
  private static let ownVariables: Set<String> = ["RESTIC_REPOSITORY", "RESTIC_REPOSITORY_FILE", "RESTIC_HOST", "TZ"]
  /// The variables in which restic finds its password.
  package static let passwordVariables: Set<String> = [
    "RESTIC_PASSWORD", "RESTIC_PASSWORD_FILE", "RESTIC_PASSWORD_COMMAND",
  ]

  /// The location.
  package let location: RepositoryLocation
  /// The location, for messages.
  package var name: String { location.text }
  private let context: Context
  private var program: FilePath?

  package init(_ location: RepositoryLocation, _ context: Context) {
    self.location = location
    self.context = context
  }

  // MARK: - The repository

  /// Throws an error of kind `notFound` for a folder without a repository, without starting restic.
  package func requirePresent() throws {
    if !location.mayBeRepository { throw ResticFailure.missing(name) }
  }

  /// Requests the password and looks for the program, so that neither happens at a worse time.
  package func prepare() throws {
    _ = try usableProgram()
    _ = try context.password()
  }

  /// Creates the repository. Throws an error of kind `exists` if there is one.
  package func initialize() throws {
    try run(["init"])
  }

  /// Checks the structure of the repository, or with `readingData` also each of its files. Returns what restic says about damage.
  package func check(readingData: Bool) throws -> [String] {
    try retryingWhileLocked {
      let process = try start(["check"] + (readingData ? ["--read-data"] : []))
      if try process.finish() == 0 { return [] }
      let problems = ResticFailure.problems(process.message)
      if problems.isEmpty { throw failure(process) }
      return problems
    }
  }

  /// Removes the locks of programs that have ended. Throws an error of kind `busy` if one of this machine still runs.
  package func unlock() throws {
    if let process = try localLocks().first(where: Self.exists) {
      throw OKitError(.busy, "process \(process) of this machine has locked the repository \(name)")
    }
    try run(["unlock"])
  }

  // MARK: - Snapshots

  /// Returns all snapshots, and the number of those that are damaged.
  package func snapshots() throws -> (snapshots: [ResticSnapshot], damaged: Int) {
    // Without a lock, a repository can be read that nobody may write to.
    let process = try start(["snapshots", "--no-lock", "--json"])
    guard try process.finish() == 0 else { throw finalFailure(process) }
    // restic leaves out what it cannot read.
    let failures = process.message.split(separator: "\n").count { line in
      // One that is missing was just replaced or removed.
      line.hasPrefix("could not load snapshot")
        && !["no such file", "does not exist", "(404)"].contains { String(line).has($0) }
    }
    return (try ResticSnapshot.list(parsing: JSONBytes(process.printed()), of: name), failures)
  }

  /// Makes a snapshot with one file, whose content `write` passes to its argument. Returns the id of the snapshot, perhaps shortened.
  ///
  /// If anything fails, there is no snapshot. `time` is in seconds since 1970. Tags contain no commas.
  package func backUp(
    to file: String, time: Int64, tags: [String],
    _ write: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> String {
    let parts = Timestamp.internet(time).dropLast().split(separator: "T")
    let arguments =
      ["backup", "--stdin", "--stdin-filename", file, "--json", "--time", parts.joined(separator: " ")]
      + tags.flatMap { ["--tag", $0] }
    let process = try retryingWhileLocked {
      let process = try start(arguments, stream: .input)
      do {
        try write { bytes in
          guard try process.write(bytes) else { throw InputClosed() }
        }
      } catch is InputClosed {
        // Its own error says more.
        _ = try process.finish()
        throw failure(process)
      } catch {
        process.cancel()
        throw error
      }
      guard try process.finish() == 0 else { throw failure(process) }
      return process
    }
    // Progress and the summary are one object for each line.
    for line in try process.printed().split(separator: UInt8(ascii: "\n")).reversed() {
      let summary = try? JSONDocument(parsing: JSONBytes(line), path: "restic").root
      if let id = summary?["snapshot_id"]?.string, id.utf8.count >= 8 { return id }
    }
    throw OKitError(.unsupported, "restic did not name the snapshot that it made in \(name)")
  }

  /// Adds and removes tags of snapshots, whose ids change. Waits for another restic for at most `timeout`, by default the lock timeout, before
  /// each call of restic.
  ///
  /// Returns the ids of the old snapshots that remain beside the new ones, because the repository only takes new files. Throws an error of kind `notFound`
  /// if there is no such snapshot; the others are changed.
  @discardableResult
  package func tag(
    _ ids: [String], adding added: [String], removing removed: [String] = [], timeout: Duration? = nil
  ) throws -> [String] {
    let options = removed.flatMap { ["--remove", $0] } + added.flatMap { ["--add", $0] }
    var remaining: [String] = []
    var rest = ids
    while !rest.isEmpty {
      let refused = try retryingWhileLocked(atMost: timeout) { try tagUntilRefusal(rest, options) }
      let kept = rest.filter { id in
        refused.ids.contains { id.withoutPrefix($0) != nil || $0.withoutPrefix(id) != nil }
      }
      // Of many refusals that are not repeated, only the last ones are known.
      remaining += refused.areRepeated || refused.ids.isEmpty ? kept : rest
      if !refused.areRepeated { break }
      guard !kept.isEmpty else { throw refusedRemoval }
      rest.removeAll { id in kept.contains(where: id.isExactly) }
    }
    return remaining
  }

  /// Changes the tags of snapshots. If the removal of an old one is refused and would be repeated, stops; the snapshots after it are not changed yet.
  private func tagUntilRefusal(_ ids: [String], _ options: [String]) throws -> ResticFailure.RefusedRemovals {
    let (process, refused) = try runUntilRefusal(["tag"] + options + ids)
    // By then restic has stored the snapshots with the new tags.
    if refused.areRepeated { return refused }
    guard process.status == 0 || !refused.ids.isEmpty else { throw failure(process) }
    if process.message.has("no matching ID") {
      let missing = ids.filter { process.message.has($0) }.joined(separator: ", ")
      throw OKitError(.notFound, "the snapshot \(missing) is no longer in the repository \(name)")
    }
    // Some versions end with status 0 if the repository is locked.
    let printed = try String(decoding: process.printed(), as: UTF8.self)
    let areModified = printed.has("modified") && !printed.has("no snapshots were modified")
    guard areModified || !refused.ids.isEmpty else { throw failure(process) }
    return refused
  }

  /// Removes snapshots. Those that are no longer there are ignored.
  ///
  /// Throws an error of kind `locked` if the repository only takes new files.
  package func forget(_ ids: [String]) throws {
    if ids.isEmpty { return }
    try retryingWhileLocked {
      let (process, refused) = try runUntilRefusal(["forget"] + ids)
      if !refused.ids.isEmpty { throw refusedRemoval }
      guard process.status == 0 else { throw failure(process) }
    }
  }

  /// The error for a removal in a repository that only takes new files.
  package var refusedRemoval: OKitError { ResticFailure.onlyTakesNewFiles(name) }

  /// Runs restic to its end, or until it would repeat the refused removal of a snapshot.
  private func runUntilRefusal(
    _ arguments: [String]
  ) throws -> (process: ResticProcess, refused: ResticFailure.RefusedRemovals) {
    let process = try start(arguments)
    _ = try process.finish(stoppingWhen: { ResticFailure.RefusedRemovals(in: process.message).areRepeated })
    return (process, ResticFailure.RefusedRemovals(in: process.message))
  }

  /// Removes the data that no snapshot needs.
  package func prune() throws { try run(["prune"]) }

  /// Starts to read a file of a snapshot, which is `name` in errors.
  package func dump(_ id: String, _ file: String, name: String) throws -> ResticDump {
    let options = ["--no-lock"] + (bypassesCache ? ["--no-cache"] : [])
    return ResticDump(try start(["dump"] + options + [id, "/" + file], stream: .output), of: self, name)
  }

  /// Copies a snapshot of `source` to this repository, with its tags and time.
  package func copy(_ id: String, from source: ResticRepository) throws {
    var variables = environment
    let others = source.environment
    variables["RESTIC_FROM_REPOSITORY"] = others["RESTIC_REPOSITORY"]
    let passwords = try [context.password(), source.context.password()]
    var arguments = ["copy", id]
    if passwords[1] != nil {
      arguments += ["--from-password-file", "/dev/fd/\(passwords[0] == nil ? 3 : 4)"]
    } else {
      // restic has other names for the variables of the repository that it copies from.
      for name in Self.passwordVariables {
        variables[name.withoutPrefix("RESTIC_").map { "RESTIC_FROM_\($0)" } ?? name] = source.context.environment[name]
      }
    }
    if passwords[0] != nil {
      variables = variables.filter { !Self.passwordVariables.contains($0.key) }
      arguments += ["--password-file", "/dev/fd/3"]
    }
    try retryingWhileLocked(with: source) {
      let process = try ResticProcess(
        at: usableProgram(), arguments, environment: variables, secrets: passwords.compactMap(\.self),
        whileWaiting: context.whileWaiting)
      guard try process.finish() == 0 else { throw failure(process) }
    }
  }

  // MARK: - The program

  private struct InputClosed: Error {}

  private var environment: [String: String] {
    var variables = context.environment.filter { variable in
      !Self.ownVariables.contains(variable.key) && !variable.key.hasPrefix("RESTIC_FROM_")
    }
    // As an argument, every user of the machine could see a password in it.
    variables["RESTIC_REPOSITORY"] = location.text(
      user: variables["RESTIC_REST_USERNAME"], password: variables["RESTIC_REST_PASSWORD"])
    // Times that okit passes and reads are in UTC.
    variables["TZ"] = "UTC"
    return variables
  }

  private func start(_ arguments: [String], stream: ResticProcess.Stream = .none) throws -> ResticProcess {
    let program = try usableProgram()
    var environment = environment
    var arguments = arguments
    let password = try context.password()
    if password != nil {
      environment = environment.filter { !Self.passwordVariables.contains($0.key) }
      arguments = ["--password-file", "/dev/fd/3"] + arguments
    }
    return try ResticProcess(
      at: program, arguments, environment: environment, secrets: password.map { [$0] } ?? [], stream: stream,
      whileWaiting: context.whileWaiting)
  }

  /// Runs restic to its end and returns what it printed.
  @discardableResult
  private func run(_ arguments: [String]) throws -> [UInt8] {
    try retryingWhileLocked {
      let process = try start(arguments)
      guard try process.finish() == 0 else { throw failure(process) }
      return try process.printed()
    }
  }

  private func retryingWhileLocked<Result>(
    atMost timeout: Duration? = nil, with other: ResticRepository? = nil, _ body: () throws -> Result
  ) throws -> Result {
    let deadline = Deadline(after: timeout ?? context.lockTimeout)
    var nextLook = Deadline(after: .zero)
    while true {
      do {
        return try body()
      } catch let error as LockedRepository {
        // The look takes time, and the lock may be gone after it.
        let isLast = deadline.isPast
        if nextLook.isPast {
          // Whoever has the lock now may be killed, too.
          let wereLeft = [try removeLeftLocks(), try other?.removeLeftLocks() ?? false]
          nextLook = Deadline(after: Self.pauseBetweenLooks)
          if wereLeft.contains(true) { continue }
        }
        if isLast { throw error.error }
        usleep(200_000)
        try context.whileWaiting()
      }
    }
  }

  /// Removes the locks of programs of this machine that have ended, such as a restic that was killed or interrupted at its start. Returns false if
  /// there is none.
  private func removeLeftLocks() throws -> Bool {
    let processes = try localLocks()
    guard !processes.isEmpty, !processes.contains(where: Self.exists) else { return false }
    return try output(["unlock"]) != nil
  }

  /// Returns the processes of this machine that have a lock.
  ///
  /// restic itself sends a signal to the process of each lock to see if it exists, which would end another program that has got the number, and takes a
  /// program of another user for ended. So it may be asked to remove locks only if none of this machine has a process.
  private func localLocks() throws -> [Int] {
    let host = Self.hostName
    return try (locks() ?? []).compactMap { id in
      guard let text = try output(["cat", "lock", "--no-lock", id], within: timeToReadLock) else {
        // A lock that is gone by now does not matter. Nothing is known about any other one.
        return try locks()?.contains(id) == false ? nil : Self.unknownProcess
      }
      guard let lock = try? JSONDocument(parsing: JSONBytes(text), path: "lock").root,
        lock["hostname"]?.string.map(host.isExactly) == true
      else { return nil }
      return lock["pid"]?.int
    }
  }

  /// The time to read a lock. restic would look for most of a minute for one that is gone.
  private var timeToReadLock: Duration { .seconds(location.folder == nil ? 20 : 5) }
  /// A number that stands for a process that may run.
  private static let unknownProcess = 0

  /// Returns the ids of all locks; nil if they cannot be listed.
  private func locks() throws -> [String]? {
    try output(["list", "locks", "--no-lock"])?.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Runs restic to its end and returns what it printed; nil if it failed, or was stopped after `time`.
  private func output(_ arguments: [String], within time: Duration? = nil) throws -> [UInt8]? {
    let process = try start(arguments)
    let deadline = time.map { Deadline(after: $0) }
    return try process.finish(stoppingWhen: { deadline?.isPast == true }) == 0 ? process.printed() : nil
  }

  /// True if there may be a process with this number.
  private static func exists(_ process: Int) -> Bool {
    // Signal 0 only asks whether there is one. Unlike /proc, it also finds the processes of others if those are hidden.
    guard let number = pid_t(exactly: process), number > 0 else { return true }
    return kill(number, 0) == 0 || errno != ESRCH
  }

  private static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// An error because another restic has locked the repository.
  private struct LockedRepository: Error {
    let error: OKitError
  }

  private func failure(_ process: ResticProcess, _ name: String? = nil) -> any Error {
    let text = process.message
    let error = ResticFailure.error(text, status: process.status ?? -1, in: name ?? self.name)
    return error.kind == .busy && ResticFailure.isLocked(text, process.status) ? LockedRepository(error: error) : error
  }

  /// Returns the error of a process that ended with a failure, also because of a lock.
  fileprivate func finalFailure(_ process: ResticProcess, _ name: String? = nil) -> any Error {
    let error = failure(process, name)
    return (error as? LockedRepository)?.error ?? error
  }

  private func usableProgram() throws -> FilePath {
    if let program { return program }
    let folders = (context.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
    let places = folders.map { FilePath(text: String($0)).appending("restic") }
    guard let found = try places.first(where: Self.isProgram) else {
      throw OKitError(
        .unsupported, "restic is not installed, which backups in a repository need",
        remedy: .words("install the package restic, version 0.14 or newer"))
    }
    let process: ResticProcess
    do {
      process = try ResticProcess(
        at: found, ["version"], environment: context.environment, secrets: [], whileWaiting: context.whileWaiting)
    } catch let error as SystemError where [ENOEXEC, ENOENT, EACCES].contains(error.code) {
      throw OKitError(.unsupported, error.description)
    }
    guard try process.finish() == 0, let version = try Self.version(String(decoding: process.printed(), as: UTF8.self))
    else {
      let message = process.message
      let reason = message.isEmpty ? "" : ": " + ResticFailure.message(message)
      throw OKitError(.unsupported, "\(found) does not tell its version\(reason)")
    }
    guard version >= Self.oldestVersion else {
      throw OKitError(.unsupported, "\(found) is too old: okit needs restic 0.14 or newer")
    }
    program = found
    return found
  }

  private static func isProgram(_ path: FilePath) throws -> Bool {
    try access(path.text, X_OK) == 0 && FileStatus.of(path, followingLinks: true)?.kind == .file
  }

  /// Returns the version in a text such as `restic 0.14.0 compiled with go1.19.8`.
  static func version(_ text: String) -> (Int, Int)? {
    let words = text.split(separator: " ")
    guard words.count > 1, words[0] == "restic" else { return nil }
    let parts = words[1].split(separator: ".")
    guard parts.count > 1, let major = Int(parts[0]), let minor = Int(parts[1].prefix { $0.isNumber }) else {
      return nil
    }
    return (major, minor)
  }
}

/// A file of a snapshot that is being read.
package final class ResticDump {
  private let process: ResticProcess
  private let repository: ResticRepository
  private let name: String
  private var hasEnded = false

  fileprivate init(_ process: ResticProcess, of repository: ResticRepository, _ name: String) {
    self.process = process
    self.repository = repository
    self.name = name
  }

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end of the whole file.
  ///
  /// Throws the errors of ``ResticRepository`` if restic fails before it.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if hasEnded { return 0 }
    let count = try process.read(into: buffer)
    if count == 0 {
      hasEnded = true
      guard try process.finish() == 0 else { throw repository.finalFailure(process, name) }
    }
    return count
  }
}
