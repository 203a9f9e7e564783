import Glibc
import TestSupport
import Testing

/// On SIGINT, SIGTERM and SIGHUP a command stops soon, leaves everything unchanged, and dies of the signal.
///
/// 'Soon' means after much less work than the complete command, which would exceed the limit of processor time.
@Suite struct InterruptionTests {
  /// A workspace with an attachment of many gigabytes, which is sparse and takes no space.
  private func endless() throws -> Shelf {
    let shelf = try Shelf()
    let path = shelf.data + "/_image/gamma-0.png"
    try shelf.machine.run("truncate", "-s", "200G", path)
    return shelf
  }

  private func start(_ shelf: Shelf, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      [Machine.okit] + arguments, environment: shelf.machine.environment, in: shelf.root,
      streams: [
        .read("/dev/null"), .write(shelf.machine.path("streams/out")), .write(shelf.machine.path("streams/err")),
      ])
  }

  private static let works = [
    "encrypt gamma", "backup create b -r RECIPIENT", "backup create b --format zip --password-file PASSWORD",
    "backup create b --format directory", "export -o OUT", "attachment get gamma:pictures[0] -o OUT", "check",
    "backup restore TWO --yes",
    "import ../device --replace --yes",
    "init NEW --data ../endless",
  ]

  @Test(arguments: works, [SIGINT, SIGTERM, SIGHUP])
  func aSignalStopsLongCommandsSoon(_ words: String, _ signal: Int32) throws {
    let shelf = try endless()
    try shelf.machine.write("open sesame", "password")
    let state = { try self.names(shelf) }
    let before = try state()
    if words.contains("endless") {
      try shelf.machine.run("mv", shelf.data, shelf.machine.path("endless"))
      try shelf.machine.run("ln", "-s", shelf.machine.path("endless"), shelf.data)
      try shelf.machine.trust(shelf.machine.path("endless"))
    }
    if words.contains("device") {
      try shelf.machine.run("cp", "-r", "--sparse=always", shelf.data, shelf.machine.path("device"))
    }
    let changed = try state()
    let words = Work(words: words).arguments(shelf)
    let child = try start(shelf, words)
    // Waits until the command is at work: starting takes far less.
    while child.isRunning, child.processorSeconds < 0.2 { usleep(500) }
    child.send(signal)
    // systemd ends the processes of a service, and again those that are left after the first one of them.
    if signal != SIGINT { child.send(signal) }
    #expect(child.wait() == .signal(signal), "\(words)")
    #expect(try Files.text(shelf.machine.path("streams/err")) == "", "\(words)")
    #expect(try Files.read(shelf.machine.path("streams/out")) == [])
    #expect(try state() == changed, "\(words)")
    #expect(changed == before || words.contains { $0.contains("endless") || $0.contains("device") })
    // The lock is free.
    try shelf.okit("key", "add", shelf.recipient, "--wait", "0")
  }

  /// Names, sizes and times of all files; reading contents would take too long.
  private func names(_ shelf: Shelf) throws -> [String] {
    try shelf.machine.run(
      "find", shelf.machine.folder, "-not", "-path", "*/streams*", "-not", "-name", ".lock", "-type", "f", "-printf",
      "%p %s %T@\n"
    ).lines.sorted()
  }

  /// Interrupts while the command waits: at a prompt, for a lock, for a program that prints the password.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func waitingForTheLockCanBeInterrupted(_ signal: Int32) throws {
    let shelf = try Shelf()
    let before = try shelf.tree()
    let prompt = try Terminal(shelf.machine, ["okit", "backup", "create", "b", "--format", "zip"], in: shelf.root)
    try prompt.wait(for: "assword")
    prompt.child.send(signal)
    #expect(try prompt.end() == .signal(signal))

    let lock = shelf.root + "/okit/.lock"
    let holder = try ChildProcess(
      ["flock", "-F", lock, "sleep", "1000"], environment: shelf.machine.environment, in: shelf.root,
      streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
    defer {
      holder.send(SIGKILL)
      _ = holder.wait()
    }
    while try shelf.machine.shell("flock -n okit/.lock true; echo $?", in: shelf.root).text == "0\n" {}
    let waiting = try start(shelf, ["rekey", "--wait", "10m"])
    usleep(100_000)
    waiting.send(signal)
    #expect(waiting.wait() == .signal(signal))

    let mark = shelf.machine.path("started")
    let child = try start(
      shelf, ["backup", "create", "b", "--format", "zip", "--password-command", "echo $$ > '\(mark)'; exec sleep 1000"])
    while child.isRunning, (try? Files.text(mark))?.hasSuffix("\n") != true { usleep(500) }
    // The command now waits in a read, or will notice the signal before it waits.
    usleep(20_000)
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    let sleeper = try #require(pid_t(try Files.text(mark).dropLast()))
    #expect(kill(sleeper, 0) != 0)
    #expect(try shelf.tree().differences(from: before) == [])
  }

  @Test func anInterruptedPromptRestoresTheEcho() throws {
    let shelf = try Shelf()
    let line = #""$okit" backup create b --format zip; stty -a | grep -o ' -*echo '; echo over"#
    let terminal = try Terminal(
      shelf.machine, ["bash", "-c", "trap : INT; " + line], in: shelf.root, with: ["okit": Machine.okit])
    try terminal.wait(for: "assword")
    terminal.type("half a pass", ending: "\u{3}")
    try terminal.wait(for: "over")
    #expect(try terminal.end() == .status(0))
    #expect(terminal.transcript.contains(" echo ") && !terminal.transcript.contains("-echo "))
    #expect(!terminal.transcript.contains("half a pass"))
  }

  /// The second signal ends the command at once; the next command cleans up.
  @Test func aSecondSignalEndsACommandAtOnce() throws {
    let shelf = try endless()
    let before = try names(shelf)
    let child = try start(shelf, ["encrypt", "gamma"])
    while child.isRunning, child.processorSeconds < 0.2 { usleep(500) }
    // Both signals are pending before it continues.
    child.send(SIGSTOP)
    child.send(SIGINT)
    child.send(SIGTERM)
    child.send(SIGCONT)
    let end = child.wait()
    #expect([.signal(SIGINT), .signal(SIGTERM)].contains(end))
    try shelf.okit("key", "add", shelf.recipient, "--wait", "0")
    #expect(try names(shelf) == before)
  }

  @Test func anInterruptEndsAShellLoop() throws {
    let shelf = try Shelf()
    let line = #"for n in 1 2 3; do echo turn; "$okit" backup create b --format zip; done; echo went on"#
    let terminal = try Terminal(shelf.machine, ["bash", "-c", line], in: shelf.root, with: ["okit": Machine.okit])
    try terminal.wait(for: "assword")
    terminal.type("", ending: "\u{3}")
    #expect(try terminal.end() == .signal(SIGINT))
    #expect(!terminal.transcript.contains("went on"))
    #expect(terminal.transcript.split(separator: "turn", omittingEmptySubsequences: false).count == 2)
  }
}
