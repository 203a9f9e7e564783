import Glibc
import TestSupport
import Testing

/// Secrets do not leak: decrypted models into files, or passwords and keys into arguments, environments, messages and dumps.
@Suite struct SecrecyTests {
  private static let password = "the-password-of-the-backup"

  /// Runs a command under strace and returns a record of everything that it and its children write.
  private func record(
    _ shelf: Shelf, _ arguments: [String], status: Int32 = 0, calls: String, with variables: [String: String] = [:]
  ) throws -> String {
    let trace = shelf.machine.path("trace")
    let words = ["strace", "-f", "-qq", "-xx", "-s", "10000000", "-v", "-o", trace, "-e", "trace=" + calls]
    let output = try shelf.machine.launch(words + [Machine.okit] + arguments, [], variables, shelf.root)
    output.check(.status(status), arguments, #_sourceLocation)
    return trace
  }

  /// Checks every byte that is written: to files, pipes, sockets and the terminal.
  @Test(
    .needsRoot("traces a process that keeps its memory to itself"),
    .enabled(if: Strace.works, "strace cannot trace here"),
    arguments: Work.all + [Work(words: "check"), Work(words: "status"), Work(words: "backup verify TWO")])
  func plainTextIsNeverWrittenAsRoot(_ work: Work) throws {
    let shelf = try Shelf()
    try work.prepare(shelf)
    try shelf.machine.write(Self.password, "password")
    let calls = "write,pwrite64,writev,pwritev,pwritev2,sendto,sendmsg,sendfile,copy_file_range,splice,ftruncate,mmap"
    let trace = try record(shelf, work.arguments(shelf) + ["-v"], calls: calls)
    let key = try Files.text(shelf.identity).split(separator: "\n").last!
    let secrets = work.secrets.filter { !work.piped.contains($0) }
    for secret in secrets.map(Shelf.secret) + [Self.password, String(key)] {
      let found = try shelf.machine.files(below: [trace], with: [Strace.hexadecimal(secret)])
      #expect(found == [], "\(work) writes \(secret.prefix(20))")
    }
    // The command wrote only in ways that the record contains.
    let text = try Files.text(trace)
    #expect(text.contains("write("))
    for way in ["sendfile(", "copy_file_range(", "splice("] { #expect(!text.contains(way)) }
    #expect(!text.split(separator: "\n").contains { $0.contains("MAP_SHARED") && $0.contains("PROT_WRITE") })
  }

  @Test(
    .needsRoot("traces a process that keeps its memory to itself"),
    .enabled(if: Strace.works, "strace cannot trace here"))
  func theTraceShowsWrittenPlainTextAsRoot() throws {
    let shelf = try Shelf()
    let trace = try record(shelf, ["decrypt", "alpha"], calls: "write")
    #expect(try shelf.machine.files(below: [trace], with: [Strace.hexadecimal(Shelf.secret(of: "alpha"))]) == [trace])
  }

  /// Keys, backups, exports and their staged files are private from the moment they are created.
  @Test(
    .needsRoot("traces a process that keeps its memory to itself"),
    .enabled(if: Strace.works, "strace cannot trace here"),
    arguments: [
      "key generate -o KEYS/identity.txt", "key export -o ../copy.txt", "backup create b -r RECIPIENT",
      "backup create b --format zip --password-file PASSWORD", "backup create b --format directory", "export", "rekey",
      "decrypt alpha", "backup restore TWO --yes",
    ])
  func secretFilesAreNeverReadableToOthersAsRoot(_ words: String) throws {
    let shelf = try Shelf()
    try shelf.machine.write(Self.password, "password")
    // Readable files, as is usual, so that the privacy does not come from the old file.
    try shelf.machine.run("chmod", "-R", "a+rX", shelf.root)
    let trace = try record(
      shelf, Work(words: words).arguments(shelf), calls: "open,openat,creat,mkdir,mkdirat,fchmod,chmod,fchmodat")
    let root = Strace.hexadecimal(shelf.machine.folder)
    var created = 0
    for line in try Files.text(trace).split(separator: "\n") where line.contains("O_CREAT") && line.contains(root) {
      if line.contains(Strace.hexadecimal("/.lock")) { continue }
      created += 1
      #expect(line.contains(", 0600)"), "\(words): \(line)")
    }
    #expect(created > 0)
  }

  @Test func passwordCommandsSeeNoSecret() throws {
    let shelf = try Shelf()
    let seen = shelf.machine.path("seen")
    let command = """
      { env; tr '\\0' '\\n' < /proc/$PPID/cmdline; tr '\\0' '\\n' < /proc/$$/cmdline; ls -l /proc/$$/fd; } > '\(seen)'; \
      printf %s%s the-password -of-the-backup
      """
    let variables = ["OKIT_PASSWORD": "another-password"]
    try shelf.machine.okit(
      ["backup", "create", "b", "--format", "zip", "--password-command", command], with: variables, in: shelf.root)
    try shelf.machine.run("7z", "t", "-p" + Self.password, shelf.root + "/okit/backup/b.zip")
    let text = try Files.text(seen)
    #expect(text.contains("HOME=") && text.contains("--password-command"))
    for secret in ["another-password", Self.password, "OKIT_PASSWORD"] { #expect(!text.contains(secret), "\(text)") }
    #expect(!text.contains("okit/.lock") && !text.contains("shelf/okit/data"))
  }

  @Test func otherUsersOfTheMachineSeeNoSecretInArguments() throws {
    let shelf = try Shelf()
    let prompt = try Terminal(
      shelf.machine, ["okit", "backup", "create", "b", "--format", "zip"], in: shelf.root)
    try prompt.wait(for: "assword")
    let arguments = try Files.text("/proc/\(prompt.child.id)/cmdline")
    #expect(arguments.hasSuffix("backup\u{0}create\u{0}b\u{0}--format\u{0}zip\u{0}"))
    prompt.type(Self.password)
    try prompt.wait(for: "again")
    #expect(try Files.text("/proc/\(prompt.child.id)/cmdline") == arguments)
    prompt.type(Self.password)
    #expect(try prompt.end() == .status(0))
    #expect(!prompt.transcript.contains(Self.password))
  }

  /// Messages of every kind, with -v, for right and wrong secrets.
  @Test func messagesContainNoSecrets() throws {
    let shelf = try Shelf()
    let key = String(try Files.text(shelf.identity).split(separator: "\n").last!)
    let wrong = try shelf.machine.write("wrong-\(Self.password)", "wrong")
    let right = try shelf.machine.write(Self.password, "right")
    try shelf.okit("backup", "create", "z", "--format", "zip", "--password-file", right)
    try shelf.machine.write(key.dropLast() + "Q\n", "damaged.txt")
    try shelf.machine.write("{\"key\":[\"\(Self.password)\"]}", "key.json")
    let commands: [[String]] = [
      ["backup", "verify", "z", "--password-file", wrong],
      ["backup", "restore", "z", "--yes", "--password-file", wrong],
      ["backup", "verify", "z", "--password-file", right],
      ["import", shelf.root + "/okit/backup/z.zip", "--merge", "--password-file", right],
      ["get", "alpha:id", "-i", shelf.machine.path("damaged.txt")],
      ["key", "import", shelf.machine.path("damaged.txt")],
      ["key", "import", shelf.machine.path("key.json")], ["key", "add", key], ["backup", "create", "x", "-r", key],
      ["backup", "verify", "z", "--password-command", "echo \(Self.password.prefix(5)); exit 1"],
      ["rekey"], ["status"], ["key", "list"], ["check"], ["decrypt", "alpha", "-n"],
    ]
    for words in commands {
      let output = try shelf.machine.launch([Machine.okit] + words + ["-v"], [], [:], shelf.root)
      for secret in [Self.password, key, String(key.dropLast()), "confidential"] {
        #expect(!output.errors.contains(secret) && !output.text.contains(secret), "\(words): \(output.errors)")
      }
    }
  }

  @Test func noCoreIsDumped() throws {
    let shelf = try Shelf()
    let prompt = try Terminal(
      shelf.machine, ["sh", "-c", #"ulimit -c unlimited; exec "$okit" backup create b --format zip"#], in: shelf.root,
      with: ["okit": Machine.okit])
    try prompt.wait(for: "assword")
    prompt.type(Self.password)
    try prompt.wait(for: "again")
    #expect(kill(prompt.child.id, SIGABRT) == 0)
    var info = siginfo_t()
    while waitid(P_PID, id_t(prompt.child.id), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    // With a core dump the code would be CLD_DUMPED.
    #expect(info.si_code == Int32(CLD_KILLED))
    #expect(try prompt.end() == .signal(SIGABRT))
  }
}
