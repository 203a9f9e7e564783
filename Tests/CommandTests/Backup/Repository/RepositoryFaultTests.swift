import Foundation
import Glibc
import TestSupport
import Testing

/// Faults of a restic repository, and of the programs that use it.
@Suite struct RepositoryFaultTests {
  @Test func statusesOfUnusableRepositories() throws {
    let shop = try ResticShop()
    let wrong = try shop.shop.password("wrong", "wrong")
    let missing = shop.machine.path("missing")
    for words in [
      ["create"], ["list"], ["verify"], ["restore", "x", "--yes"], ["prune", "--keep-last", "1"], ["status"],
    ] {
      let command = ["backup"] + words
      let locked = try shop.machine.okit(command + ["--password-file", wrong], status: 77, in: shop.root)
      #expect(locked.errors == "okit: error: wrong password for the repository \(shop.repository)\n")
      let none = try shop.machine.okit(command + ["--repository", missing], status: 66, in: shop.root)
      #expect(none.errors.hasPrefix("okit: error: no restic repository at \(missing)\n"))
    }
    #expect(!Files.exists(missing))
    try shop.okit("backup", "create", "--repository", "rest:http://127.0.0.1:9/", status: 75)
    try shop.okit("backup", "create", "--repository", "", status: 64)
    try shop.okit("backup", "create", "--repository", "sftp:-oProxyCommand=touch:/x", status: 64)
    try shop.okit("backup", "repository", "init", status: 73)
    try shop.expectNoLeftovers()
  }

  @Test func withoutARecentRestic() throws {
    let shop = try ResticShop()
    let path = shop.machine.environment["PATH"]
    shop.machine.environment["PATH"] = shop.machine.path("home")
    let missing = try shop.okit("backup", "create", status: 69)
    #expect(missing.errors.hasPrefix("okit: error: restic is not installed"))
    shop.machine.environment["PATH"] = path
    try shop.wrapRestic("echo 'restic 0.9.6 compiled with go1.12 on linux/amd64'")
    let old = try shop.okit("backup", "create", status: 69)
    #expect(old.errors.contains("too old"))
    try shop.wrapRestic("echo nonsense")
    try shop.okit("backup", "create", status: 69)
    try shop.machine.write("no program", "bin/restic", mode: 0o755)
    try shop.okit("backup", "create", status: 69)
    // A folder is no program, so the next place in PATH counts.
    try Files.remove(shop.machine.path("bin/restic"))
    try Files.makeFolder(shop.machine.path("bin/restic"))
    try shop.okit("backup", "create")
  }

  @Test func passwordsAreNeverArguments() throws {
    let shop = try ResticShop()
    let log = shop.machine.path("log")
    try shop.wrapRestic("{ echo \"$@\"; env; } >>\(log); exec $restic \"$@\"")
    try shop.okit("backup", "create", "a")
    try shop.okit("backup", "verify", "a")
    let seen = try Files.text(log)
    #expect(seen.contains("--password-file /dev/fd/3"))
    #expect(!seen.contains("open sesame") && !seen.contains("OKIT_PASSWORD"))
    // Credentials are in variables, and neither in a location nor in messages.
    let refused = try shop.okit("backup", "list", "--repository", "rest:http://ada:secret@127.0.0.1:9/", status: 64)
    #expect(refused.errors.contains("must not contain a password") && !refused.errors.contains("secret"))
    try shop.configure("rest:http://ada:secret@127.0.0.1:9/")
    #expect(try !shop.okit("backup", "list", status: 78).errors.contains("secret"))
    #expect(try !shop.okit("status").text.contains("secret"))
    shop.machine.environment["RESTIC_REST_USERNAME"] = "ada"
    shop.machine.environment["RESTIC_REST_PASSWORD"] = "secret"
    let failed = try shop.okit("backup", "list", "--repository", "rest:http://127.0.0.1:9/", status: 75)
    #expect(!failed.errors.contains("secret"))
    #expect(
      try Files.text(log).split(separator: "\n").filter { $0.contains("secret") }.allSatisfy {
        $0.hasPrefix("RESTIC_REPOSITORY=") || $0.hasPrefix("RESTIC_REST_PASSWORD=")
      })
  }

  @Test func resticFindsItsOwnPassword() throws {
    let shop = try ResticShop()
    shop.machine.environment["OKIT_PASSWORD_FILE"] = nil
    try shop.okit("backup", "create", "a", status: 77)
    shop.machine.environment["RESTIC_PASSWORD"] = "open sesame"
    try shop.okit("backup", "create", "a")
    #expect(try shop.names() == ["a"])
    shop.machine.environment["RESTIC_PASSWORD"] = nil
    shop.machine.environment["RESTIC_PASSWORD_COMMAND"] = "echo open sesame"
    try shop.okit("backup", "verify", "a")
  }

  /// Another restic can hold a lock. Only a backup that got its last tag counts.
  @Test func aLockedRepositoryIsBusy() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let (other, end) = try shop.lockByAnother()
    defer {
      close(end)
      kill(other.id, SIGINT)
      _ = other.wait()
    }
    for words in [["pin", "a"], ["create", "b"], ["delete", "a", "--yes"]] {
      let failed = try shop.machine.okit(["backup"] + words + ["--wait", "0"], status: 75, in: shop.root)
      #expect(failed.errors.contains("is locked by another restic"))
    }
    #expect(try shop.names() == ["a"])
    try shop.okit("backup", "verify", "a")
  }

  @Test func aLockIsRemovedIfItsProgramIsKilledMeanwhile() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let (other, end) = try shop.lockByAnother()
    defer { close(end) }
    let child = try shop.shop.start("backup", "pin", "a", "--wait", "5m")
    sleep(2)
    other.send(SIGKILL)
    _ = other.wait()
    #expect(child.wait() == .status(0))
    #expect(try shop.listed(".backups[] | .pinned") == ["true"])
    try shop.expectNoLeftovers()
  }

  @Test(arguments: ["version", "backup", "tag"])
  func aFailingResticLeavesNoBackup(_ command: String) throws {
    let shop = try ResticShop()
    try shop.wrapRestic(
      "case \"$*\" in *\(command)*) echo 'Fatal: no space left on device' >&2; exit 1 ;; esac; exec $restic \"$@\"")
    let failed = try shop.okit("backup", "create", "a", status: command == "version" ? 69 : 74)
    #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
    #expect(failed.errors.contains("no space left on device"))
    shop.machine.environment["PATH"] = shop.machine.environment["PATH"]?.split(separator: ":").dropFirst().joined(
      separator: ":")
    #expect(try shop.names() == [])
    try shop.okit("backup", "create", "a")
    #expect(try shop.names() == ["a"])
    try shop.expectNoLeftovers()
  }

  /// A model that changes or cannot be read in the middle ends restic before its input ends.
  @Test func aFailingBackupLeavesNoSnapshot() throws {
    let shop = try ResticShop()
    // The sums of an attachment with the framework's cipher are found at its end.
    let image = try shop.data + "/_image/" + #require(Files.names(in: shop.data + "/_image").sorted().first)
    var bytes = try Files.read(image)
    bytes.removeLast(16)
    bytes[bytes.count - 1] ^= 0x55
    try Files.write(bytes, to: image)
    let failed = try shop.okit("backup", "create", "a", status: 65)
    #expect(failed.errors.contains("okit: error:"))
    #expect(try shop.restic("snapshots", "--json").text.trimmingCharacters(in: .whitespacesAndNewlines) == "[]")
    try shop.expectNoLeftovers()
  }

  @Test func aKilledOkitLeavesNothingThatCounts() throws {
    let shop = try ResticShop()
    var generator = SeededGenerator(seed: Effort.seed)
    try Files.write(
      (0..<6_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }, to: shop.data + "/_data/x.raw")
    let count = Effort.isWhole ? 60 : 4
    var made: Set<String> = []
    var killed = 0
    for number in 0..<count {
      let child = try ChildProcess(
        [Machine.okit, "backup", "create", "b\(number)", "--as-stored"], environment: shop.machine.environment,
        in: shop.root,
        streams: [.read("/dev/null"), .write(shop.machine.path("out")), .write(shop.machine.path("err"))])
      usleep(UInt32.random(in: 0...2_500_000, using: &generator))
      kill(child.id, SIGKILL)
      if child.wait() == .status(0) { made.insert("b\(number)") } else { killed += 1 }
      // The kernel tells restic, which may still be ending.
      while try !shop.running().isEmpty { usleep(50_000) }
      // The next command must not have to wait for a lock.
      let names = Set(try shop.names())
      #expect(made.isSubset(of: names))
      made = names
    }
    if !made.isEmpty { try shop.okit("backup", "verify", "--all") }
    try shop.okit("backup", "repository", "check")
    try shop.okit("backup", "create", "last")
    try shop.okit("backup", "verify", "last")
    Effort.report("repository: \(count) creates, \(killed) killed, \(made.count) backups, all intact")
  }

  /// restic stores a snapshot with new tags before it removes the former one.
  @Test func aKilledChangeOfARecordLeavesTheOldOrTheNewOne() throws {
    let shop = try ResticShop()
    for name in ["a", "b"] { try shop.okit("backup", "create", name) }
    func records() throws -> [String] {
      try shop.listed(".backups | sort_by(.name) | .[] | [.name, .pinned, .verified != null] | tostring")
    }
    var generator = SeededGenerator(seed: Effort.seed)
    let count = Effort.isWhole ? 60 : 4
    var killed = 0
    var changed = 0
    for number in 0..<count {
      let before = try records()
      let isPinned = before[0].contains("true,")
      let verb = number.isMultiple(of: 3) ? "verify" : isPinned ? "unpin" : "pin"
      let child = try shop.shop.start("backup", verb, "a")
      usleep(UInt32.random(in: 0...2_000_000, using: &generator))
      child.send(SIGKILL)
      if child.wait() != .status(0) { killed += 1 }
      while try !shop.running().isEmpty { usleep(50_000) }
      let after = try records()
      let expected =
        verb == "verify"
        ? #"["a",\#(isPinned),true]"#
        : before[0].replacingOccurrences(of: isPinned ? #"["a",true"# : #"["a",false"#, with: #"["a",\#(!isPinned)"#)
      #expect(after[0] == before[0] || after[0] == expected, "kill \(number), seed \(Effort.seed): \(verb)")
      #expect(after.count == 2 && after[1] == before[1])
      if after[0] == expected { changed += 1 }
    }
    try shop.okit("backup", "verify", "--all")
    try shop.okit("backup", "prune", "--keep-last", "2")
    #expect(try shop.restic("list", "snapshots").lines.count == 2)
    Effort.report(
      "records in a repository: \(count) changes, \(killed) killed, \(changed) in effect, both backups intact")
  }

  /// Damaged packs are found, and nothing is restored from them.
  @Test func aDamagedRepositoryRestoresNothing() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let before = try FileTree(shop.data)
    try shop.damageData()
    let damaged = try shop.okit("backup", "verify", "a", status: 65)
    #expect(damaged.errors.contains("okit: error:"))
    try shop.okit("backup", "restore", "a", "--yes", status: 65)
    #expect(try FileTree(shop.data).entries == before.entries)
    #expect(try shop.listed(".backups[] | .verified.intact") == ["false"])
    try shop.okit("backup", "status", status: 1)
    try shop.okit("backup", "repository", "check", status: 65)
  }

  @Test func aDamagedFileOfARepositoryIsNamed() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let packs = Files.files(below: shop.repository + "/data").map { "\(shop.repository)/data/\($0)" }
    let pack = try #require(try packs.max { try Files.size($0) < Files.size($1) })
    let good = try Files.read(pack)
    var bytes = good
    bytes[bytes.count / 3] ^= 1
    try Files.setMode(0o600, pack)
    try Files.write(bytes, to: pack)
    try shop.okit("backup", "repository", "check")
    let name = try #require(pack.split(separator: "/").last)
    let output = try shop.okit("backup", "repository", "check", "--read-data", status: 65)
    #expect(output.text.contains(name), "\(output.text)")
    #expect(output.errors == "okit: error: the repository \(shop.repository) is damaged\n")
    let json = try shop.okit("backup", "repository", "check", "--read-data", "--json", status: 65).bytes
    #expect(try shop.machine.run("jq", ".problems | length > 0", input: json).line == "true")
    // As docs/backups.md says.
    try Files.remove(pack)
    try shop.restic("rebuild-index")
    try shop.okit("backup", "create", "b")
    try shop.okit("backup", "verify", "b")
    try shop.okit("backup", "verify", "a", status: 65)
    try Files.write(good, to: pack)
    try shop.restic("rebuild-index")
    try shop.okit("backup", "verify", "--all")
    try shop.okit("backup", "repository", "check", "--read-data")
  }

  /// restic leaves out a snapshot that it cannot read.
  @Test func aDamagedSnapshotDoesNotGoUnnoticed() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    try shop.okit("backup", "create", "b")
    let folder = shop.repository + "/snapshots"
    let path = try folder + "/" + #require(Files.names(in: folder).sorted().first)
    try Files.setMode(0o600, path)
    try Files.write("junk", to: path)
    try shop.machine.run("rm", "-rf", shop.machine.path("home/.cache"))
    #expect(try shop.okit("backup", "list").errors.contains("okit: warning: 1 snapshots"))
    try shop.okit("backup", "verify", "--all", status: 65)
    #expect(try shop.okit("backup", "status", status: 1).text.contains("1 unknown snapshots"))
    try shop.okit("backup", "create", "c")
    #expect(try shop.names().contains("c"))
  }

  /// A program that has got the number of one that left its lock is not disturbed.
  @Test func aLockWithTheNumberOfAnotherProgramStays() throws {
    let shop = try ResticShop()
    try shop.wrapRestic(
      """
      case "$*" in
      *"cat lock"*) echo '{"time":"2026-11-25T20:44:43Z","exclusive":true,"hostname":"'$(hostname)'","pid":'$PPID'}' ;;
      *"list locks"*) echo 0a0a ;;
      *unlock*) echo "unlock" >>\(shop.machine.path("log")) ;;
      *tag*) echo 'repository is already locked by PID 1' >&2; exit 1 ;;
      *) exec $restic "$@" ;;
      esac
      """)
    try shop.okit("backup", "create", "a", "--wait", "0", status: 75)
    #expect(!Files.exists(shop.machine.path("log")))
  }

  /// Without its space being freed, a backup is still removed.
  @Test func aFailureAfterARemovalIsAWarning() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    try shop.wrapRestic(
      "case \"$*\" in *prune*) echo 'Fatal: no space left on device' >&2; exit 1 ;; esac; exec $restic \"$@\"")
    let deleted = try shop.okit("backup", "delete", "a", "--yes")
    #expect(deleted.errors.contains("okit: warning: cannot free the space of removed backups"))
    #expect(try shop.names() == [])
  }

  /// Without its workspace, a command would act on the backups of all of them.
  @Test func aBrokenWorkspaceDoesNotWidenACommand() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    try Files.write("{", to: shop.configuration)
    for place in [["--repository", shop.repository], ["--folder", shop.machine.folder]] {
      try shop.machine.okit(["backup", "prune", "--keep-last", "1"] + place, status: 78, in: shop.root)
      try shop.machine.okit(["backup", "list", "-C", "/no/such"] + place, status: 66, in: shop.root)
    }
  }

  @Test func aFileIsNoBackupOfARepository() throws {
    let shop = try ResticShop()
    let file = try shop.machine.write("x", "file")
    try shop.okit("backup", "pin", file, "--repository", shop.repository, status: 64)
    try shop.okit("backup", "create", "a")
    try shop.okit("backup", "pin", "a", "a")
    try shop.okit("backup", "verify", "a", "a")
    try shop.okit("backup", "create", "-n", "--repository", shop.machine.path("missing"), status: 66)
    try shop.okit("backup", "repository", "init", "--repository", shop.data + "/repository", status: 64)
  }

  /// A lock of a program that has ended stops nobody.
  @Test func aLeftLockIsRemoved() throws {
    let shop = try ResticShop()
    let (other, end) = try shop.lockByAnother()
    defer { close(end) }
    kill(other.id, SIGKILL)
    _ = other.wait()
    try shop.okit("backup", "create", "a", "--wait", "0")
    #expect(try shop.names() == ["a"])
    try shop.expectNoLeftovers()
  }

  /// restic adds a snapshot with new tags before it removes the old one.
  @Test func anInterruptedChangeOfTagsDoesNotDoubleABackup() throws {
    let shop = try ResticShop()
    for name in ["a", "b", "c"] { try shop.okit("backup", "create", name) }
    let folder = shop.repository + "/snapshots"
    let kept = shop.machine.path("kept")
    try shop.machine.run("cp", "-a", folder, kept)
    try shop.okit("backup", "verify", "--all")
    try shop.okit("backup", "pin", "a")
    try shop.machine.run("cp", "-an", kept + "/.", folder)
    #expect(try shop.restic("list", "snapshots").lines.count == 6)
    #expect(try shop.names() == ["a", "b", "c"])
    #expect(try shop.listed(".backups[] | .verified.intact") == ["true", "true", "true"])
    try shop.okit("backup", "prune", "--keep-last", "1")
    #expect(try shop.names() == ["a", "c"])
    try shop.okit("backup", "delete", "c", "--yes")
    #expect(try shop.names() == ["a"])
  }

  /// Snapshots that somebody else made with okit's tags are read with the same care as any archive.
  @Test func aForgedSnapshotIsRefused() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let id = try shop.shop.id
    let folder = shop.machine.path("forged")
    try Files.makeFolder(folder)
    try shop.machine.run("bsdtar", "-xf", "-", input: shop.restic("dump", "latest", "a.tar").bytes, in: folder)
    func forge(_ name: String, _ files: [String]) throws {
      let tar = try shop.machine.launch(["bsdtar", "--format", "ustar", "-cf", "-"] + files, [], [:], folder).ending(
        with: 0, files
      ).bytes
      try shop.restic(
        "-q", "backup", "--stdin", "--stdin-filename", name + ".tar", "--tag", "okit-complete,okit-workspace=\(id)",
        input: tar)
    }
    let files = ["okit-backup.json", "okit.json", "data", "model", "SHA256SUMS"].filter {
      Files.exists("\(folder)/\($0)")
    }
    try forge("same", files)
    try shop.okit("backup", "verify", "same")
    try Files.write(Files.text(folder + "/data/settings.json") + " ", to: folder + "/data/settings.json")
    try forge("longer", files)
    try forge("unsummed", files.dropLast())
    try forge("reordered", files.reversed())
    for name in ["longer", "unsummed", "reordered"] {
      try shop.okit("backup", "verify", name, status: 65)
      try shop.okit("backup", "restore", name, "--yes", status: 65)
    }
    try shop.restic(
      "-q", "backup", "--stdin", "--stdin-filename", "text.tar", "--tag", "okit-complete,okit-workspace=\(id)",
      input: Array("no archive".utf8))
    try shop.okit("backup", "verify", "text", status: 65)
  }
}
