import Glibc
import TestSupport
import Testing

/// Changes by other programs while okit runs, or after it crashed, are never overwritten.
@Suite struct ForeignChangeTests {
  private static let mine = #"{"mine":true}"#

  /// Starts a command and stops it while it has a staged file below `folder`; nil if it was too quick.
  private func stopped(_ shelf: Shelf, _ arguments: [String], staging folder: String) throws -> ChildProcess? {
    // With the lowest priority, so that it does not finish before it can be stopped.
    let child = try ChildProcess(
      ["nice", "-n", "19", Machine.okit] + arguments, environment: shelf.machine.environment, in: shelf.root,
      streams: [.read("/dev/null"), .write("/dev/null"), .write(shelf.machine.path("err"))])
    while child.isRunning, try staged(in: folder).isEmpty { usleep(100) }
    child.send(SIGSTOP)
    var status: Int32 = 0
    while waitpid(child.id, &status, WUNTRACED) < 0 && errno == EINTR {}
    return status & 0xff == 0x7f ? child : nil
  }

  /// The staged files in `folder`. In the history, these have the names of the files that they will replace.
  private func staged(in folder: String) throws -> [String] {
    Files.namesIfPresent(in: folder).filter { name in
      folder.hasSuffix("/.steps") ? name.contains(/^\d+-\d+$/) : name.hasPrefix(".okit-")
    }
  }

  @Test(arguments: ["encrypt gamma", "rekey", "decrypt --all", "import TWO --replace --yes"])
  func anEditDuringAChangeIsNotOverwritten(_ words: String) throws {
    let shelf = try Shelf.large()
    let model = words == "encrypt gamma" ? "gamma" : "alpha"
    if Files.exists(shelf.root + "/okit/.steps") { try Files.remove(shelf.root + "/okit/.steps") }
    let folder =
      switch words.split(separator: " ")[0] {
      case "import": shelf.data
      // Encrypting keeps nothing.
      case "decrypt": shelf.root + "/okit/.steps"
      default: shelf.data + (model == "gamma" ? "/gamma" : "/alpha")
      }
    let arguments = words.split(separator: " ").map { $0 == "TWO" ? shelf.backups[1] : String($0) }
    let child = try #require(try stopped(shelf, arguments, staging: folder))
    let before = try FileTree(shelf.data)
    try Files.write(Self.mine, to: "\(shelf.data)/\(model).json")
    child.send(SIGCONT)
    let end = child.wait()
    let errors = try Files.text(shelf.machine.path("err"))
    if words.hasPrefix("import"), end == .status(0) {
      // The backup contains the edit, because it happened early enough.
      let kept = shelf.root + "/okit/backup"
      let name = try #require(try Files.byteNames(in: kept).first).withUnsafeBytes {
        String(decoding: $0, as: UTF8.self)
      }
      #expect(try Files.text("\(kept)/\(name)/data/\(model).json") == Self.mine)
      return
    }
    #expect(end == .status(75), "\(errors)")
    #expect(errors.contains("\(model).json was changed by another program in the meantime"), "\(errors)")
    #expect(try Files.text("\(shelf.data)/\(model).json") == Self.mine)
    let rest = { (tree: FileTree) in tree.without { $0.contains(".okit-") || $0 == "\(model).json" } }
    #expect(try rest(FileTree(shelf.data)).differences(from: rest(before)) == [])
    #expect(try litter(below: shelf.root) == [])
  }

  @Test func anEditDuringARestoreIsKept() throws {
    let shelf = try Shelf.large()
    let arguments = ["backup", "restore", shelf.backups[1], "--yes"]
    let child = try #require(try stopped(shelf, arguments, staging: shelf.root + "/okit"))
    try Files.write(Self.mine, to: shelf.data + "/gamma.json")
    child.send(SIGCONT)
    #expect(child.wait() == .status(0))
    let kept = shelf.root + "/okit/backup"
    let name = try #require(try Files.byteNames(in: kept).first).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    #expect(try Files.text("\(kept)/\(name)/data/gamma.json") == Self.mine)
    #expect(try litter(below: shelf.root) == [])
  }

  /// Kills a command just before its first rename of a file. That is after its commit, since the journal gets its name by `renameat2`.
  private func crashed(_ shelf: Shelf, _ arguments: String...) throws {
    let words = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=rename:signal=SIGKILL:when=1", Machine.okit]
    let output = try shelf.machine.launch(words + arguments, [], [:], shelf.root)
    #expect(output.end == .signal(SIGKILL))
    #expect(Files.exists(shelf.root + "/okit/.journal"))
  }

  @Test(
    .enabled(if: Strace.works, "strace cannot trace here"),
    arguments: ["status", "check", "get gamma:generation", "rekey"])
  func anEditAfterACrashIsNotOverwritten(_ words: String) throws {
    let shelf = try Shelf()
    try crashed(shelf, "encrypt", "gamma")
    try Files.write(Self.mine, to: shelf.data + "/gamma.json")
    let next = words.split(separator: " ").map(String.init)
    let output = try shelf.machine.okit(next, status: 75, in: shelf.root)
    #expect(try Files.text(shelf.data + "/gamma.json") == Self.mine)
    let kept = shelf.root + "/okit/backup"
    let names = try Files.byteNames(in: kept).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.count == 1 && names[0].hasPrefix("conflict-"))
    #expect(output.errors.contains("\(kept)/\(names[0])"), "\(output.errors)")
    let content = try shelf.machine.run("age", "-d", "-i", shelf.identity, "\(kept)/\(names[0])").bytes
    #expect(try content == Files.read(shelf.machine.path("generation-1/gamma.json")))
    #expect(try shelf.okit("check", status: 1).text.contains("\(names[0]): conflict"))
    #expect(try litter(below: shelf.root) == [])
    // The rest of the change is made.
    #expect(try shelf.machine.run("head", "-c", "3", shelf.data + "/gamma/gamma-part-0.json").text == "age")
    try shelf.okit("rekey")
  }

  @Test(.enabled(if: Strace.works, "strace cannot trace here"))
  func theNextCommandFinishesAnInterruptedChange() throws {
    for words in [["get", "gamma:generation"], ["status"], ["check"], ["rekey"], ["export", "-n"]] {
      let shelf = try Shelf()
      try crashed(shelf, "encrypt", "gamma")
      let output = try shelf.machine.okit(words + ["-v"], in: shelf.root)
      #expect(output.errors.contains("finished an interrupted change (encrypt)"), "\(words): \(output.errors)")
      #expect(try litter(below: shelf.root) == [])
      #expect(try shelf.machine.run("head", "-c", "3", shelf.data + "/gamma.json").text == "age")
      try shelf.okit("check")
    }
  }
}
