import Glibc
import TestSupport
import Testing

/// `backup verify`, `show`, `list` and `delete`.
@Suite struct BackupVerifyTests {
  /// A shop with the backups `good`, `damaged` and `foreign`, which only somebody else can open.
  private func shopWithBackups() throws -> (shop: Bookshop, good: String) {
    let shop = try Bookshop()
    let good = try shop.sealedBackup("good")
    let damaged = try shop.sealedBackup("damaged")
    var bytes = try Files.read(damaged)
    bytes[bytes.count / 2] ^= 0x10
    try Files.write(bytes, to: damaged)
    let stranger = shop.machine.path("stranger.txt")
    try shop.machine.run("age-keygen", "-o", stranger)
    let foreign = try shop.machine.run("age-keygen", "-y", stranger).line
    try shop.okit("backup", "create", "foreign", "-r", foreign)
    return (shop, good)
  }

  @Test func aBackupThatIsKnownToBeDamagedIsNotTheNewest() throws {
    let (shop, _) = try shopWithBackups()
    try shop.okit("backup", "delete", "foreign", "--yes")
    try shop.okit("diff", status: 65)
    try shop.okit("backup", "verify", "damaged", status: 65)
    let output = try shop.okit("diff")
    #expect(output.errors.contains("skipped the newer backup 'damaged'") && output.errors.contains("no differences"))
    #expect(try shop.okit("get", "books[0]/name", "--at", "2099-01-01").line == "Dispossessed 0")
    try shop.okit("backup", "delete", "good", "--yes")
    try shop.okit("diff", status: 65)
  }

  @Test func theStatusDistinguishesDamageFromMissingKeys() throws {
    let (shop, _) = try shopWithBackups()
    try shop.okit("backup", "verify", "good")
    #expect(try shop.okit("backup", "verify", "damaged", status: 65).errors.contains("damaged.tar.zst.age"))
    try shop.okit("backup", "verify", "foreign", status: 77)
    try shop.okit("backup", "verify", "good", "foreign", status: 77)
    try shop.okit("backup", "verify", "foreign", "damaged", "good", status: 65)
    try shop.okit("backup", "verify", "damaged", "foreign", status: 65)
    try shop.okit("backup", "verify", "--all", status: 65)
    try shop.okit("backup", "verify", "--all", "good", status: 64)
  }

  @Test func namesThatAreAbsentAreReportedAndTheOthersVerified() throws {
    let (shop, good) = try shopWithBackups()
    try shop.okit("backup", "verify", "absent", status: 66)
    let missing = try shop.okit("backup", "verify", "absent", "good", "./nowhere.zip", status: 66)
    #expect(missing.errors.contains("absent") && missing.errors.contains("nowhere.zip"))
    #expect(missing.errors.contains("good: 24 files, all checksums match"))
    try shop.okit("backup", "verify", "foreign", "absent", status: 66)
    let wrong = try shop.okit("backup", "verify", "absent", "good", "--json", status: 66).bytes
    #expect(
      try shop.machine.run("jq", "-c", "[.name, .good, .path]", input: wrong).lines
        == [#"["absent",false,null]"#, #"["good",true,"\#(good)"]"#])
    let outside = try shop.machine.okit("backup", "verify", "good", "absent", "--json", status: 66)
    #expect(
      outside.text == ""
        && outside.errors.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("okit: error: ") }.count == 1)
  }

  @Test func jsonReportsTheStateOfEachBackup() throws {
    let (shop, _) = try shopWithBackups()
    let one = try shop.okit("backup", "verify", "damaged", "--json", status: 65).bytes
    #expect(
      try shop.machine.run("jq", "-c", "[.name, .good, .problem != null]", input: one).line
        == #"["damaged",false,true]"#)
    let lines = try shop.okit("backup", "verify", "--all", "--json", status: 65).bytes
    let told = try shop.machine.run("jq", "-r", #""\(.name) \(.good)""#, input: lines).lines.sorted()
    #expect(told == ["damaged false", "foreign false", "good true"])
  }

  @Test func aBackupOfAnotherLengthIsDamaged() throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup("good")
    let bytes = try Files.read(path)
    for damaged in [Array(bytes.dropLast(1)), Array(bytes.prefix(bytes.count / 2)), bytes + [0], []] {
      try Files.write(damaged, to: path)
      try shop.okit("backup", "verify", "good", status: 65)
    }
  }

  @Test func aWrongPasswordIsNoDamage() throws {
    let shop = try Bookshop()
    let wrong = try shop.password("wrong", "wrong")
    try shop.okit("backup", "create", "sealed", "--password-file", shop.password())
    let before = try shop.tree()
    try shop.okit("backup", "verify", "sealed", "--password-file", wrong, status: 77)
    try shop.okit("backup", "restore", "sealed", "--yes", "--password-file", wrong, status: 77)
    try shop.okit("backup", "verify", "sealed", status: 77)
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func verifyWithoutANameVerifiesTheNewestBackup() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "verify", status: 66)
    let old = try shop.sealedBackup("old")
    try shop.machine.run("touch", "-d", "2020-01-01", old)
    try Files.write(Files.read(old).dropLast(1), to: old)
    try shop.machine.run("touch", "-d", "2020-01-01", old)
    _ = try shop.sealedBackup("new")
    let output = try shop.okit("backup", "verify")
    #expect(output.errors.contains("new"))
    #expect(!output.errors.contains("old"))
    #expect(try shop.okit("backup", "list").lines.map { $0.prefix { $0 != " " } } == ["NAME", "new", "old"])
  }

  @Test(arguments: ["changed", "missing", "added", "link", "sums"])
  func aDirectoryIsVerifiedToo(_ damage: String) throws {
    let shop = try Bookshop()
    let path = try shop.okit("backup", "create", "plain", "--format", "directory").line
    let victim = path + "/data/settings.json"
    switch damage {
    case "changed":
      try Files.write(Files.read(victim).map { $0 == UInt8(ascii: "5") ? UInt8(ascii: "1") : $0 }, to: victim)
    case "missing": try Files.remove(victim)
    case "added": try Files.write("{}", to: path + "/data/settings.json.new.json")
    case "link":
      try Files.remove(victim)
      try shop.machine.run("ln", "-s", Fixture.data + "/settings.json", victim)
    default: try shop.machine.run("sed", "-i", "/settings/d", path + "/SHA256SUMS")
    }
    let before = try shop.tree()
    #expect(try shop.okit("backup", "verify", "plain", status: 65).errors.contains("settings.json"))
    try shop.okit("backup", "restore", "plain", "--yes", status: 65)
    #expect(try shop.tree().differences(from: before) == ["okit/backup/plain.record.json differs"])
    #expect(try shop.jq(".verified.intact", shop.backups + "/plain.record.json") == "false")
  }

  @Test func showAndVerifyNeedNoWorkspaceForAPath() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default")
    let path = try shop.sealedBackup()
    let (machine, identity) = (shop.machine, try shop.identity)
    try Files.makeFolder(machine.path("nowhere"))
    try machine.run("cp", path, machine.path("nowhere/b.age"))
    try machine.okit("backup", "verify", "./b.age", "-i", identity, in: machine.path("nowhere"))
    // A hint names no command that needs a workspace.
    for words in [
      ["backup", "verify", "./b.age"], ["backup", "show", "./b.age"], ["init", "new", "--from", "./b.age"],
    ] {
      let output = try machine.okit(words, status: 77, in: machine.path("nowhere"))
      #expect(output.errors.hasSuffix("okit: hint: name the identity with -i FILE or $OKIT_IDENTITY\n"), "\(words)")
    }
    try machine.okit("backup", "verify", "b.age", "-i", identity, status: 66, in: machine.path("nowhere"))
    let shown = try machine.okit("backup", "show", "./b.age", "-i", identity, in: machine.path("nowhere"))
    #expect(
      shown.lines.map { $0.split(separator: " ").map(String.init) }.suffix(3) == [
        ["default", "encrypted", "age"], ["directory", "-", "json"], ["settings", "settings", "json"],
      ])
    #expect(shown.text.contains(try shop.id))
    let json = try machine.okit("backup", "show", "./b.age", "-i", identity, "--json", in: machine.path("nowhere"))
      .bytes
    #expect(try machine.run("jq", "-r", ".files | length", input: json).line == "24")
    // A broken workspace does not matter.
    try Files.write("broken", to: shop.configuration)
    try shop.okit("backup", "verify", path, "-i", identity)
  }

  @Test func deleteNeedsYesAndExistingNames() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("one")
    _ = try shop.sealedBackup("two")
    try shop.okit("backup", "create", "three", "--format", "directory")
    let before = try shop.tree()
    #expect(try shop.okit("backup", "delete", "one", status: 64).errors.contains("--yes"))
    try shop.okit("backup", "delete", "one", "absent", "--yes", status: 66)
    try shop.okit("backup", "delete", "./one", "--yes", status: 64)
    try shop.okit("backup", "delete", "one", "-n")
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("backup", "delete", "one", "three", "-y")
    #expect(try shop.backupNames == ["two.tar.zst.age"])
    try shop.okit("backup", "verify", "two")
  }

  @Test func deleteAsksOnATerminal() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("one")
    let refused = try Terminal(shop.machine, ["okit", "backup", "delete", "one"], in: shop.root)
    try refused.answer(("[y/N]", "n"))
    #expect(try refused.end() != .status(0))
    #expect(Files.exists(shop.backups + "/one.tar.zst.age"))
    let agreed = try Terminal(shop.machine, ["okit", "backup", "delete", "one"], in: shop.root)
    try agreed.answer(("[y/N]", "y"))
    #expect(try agreed.end() == .status(0))
    #expect(!Files.exists(shop.backups + "/one.tar.zst.age"))
  }

  /// A disk that is mounted read-only.
  @Test(.enabled(if: geteuid() != 0, "root writes everywhere")) func theVerificationOfAReadOnlyFolderIsKept() throws {
    let shop = try Bookshop()
    let disk = shop.machine.path("disk")
    try Files.makeFolder(disk)
    for name in ["a", "b"] { try shop.okit("backup", "create", name, "--folder", disk, "--format", "directory") }
    try Files.remove(disk + "/a.record.json")
    try Files.setMode(0o555, disk)
    defer { try? Files.setMode(0o755, disk) }
    let status = ["backup", "status", "--folder", disk, "--max-verified", "1h"]
    #expect(try shop.okit(status, status: 1).text.contains("never verified"))
    #expect(try !shop.okit("backup", "verify", "--all", "--folder", disk).errors.contains("warning"))
    try shop.okit(status)
    func verified() throws -> String {
      let list = try shop.okit("backup", "list", "--folder", disk, "--json").bytes
      return try shop.machine.run("jq", "-c", "[.backups[] | .verified.intact]", input: list).line
    }
    #expect(try verified() == "[true,true]")
    #expect(try Files.names(in: disk) == ["a", "b", "b.record.json"])
    #expect(try Files.mode(shop.root + "/okit/.verified") == 0o600)
    // Monitoring may run as a user who can only read.
    try Files.setMode(0o555, shop.root + "/okit")
    defer { try? Files.setMode(0o755, shop.root + "/okit") }
    try shop.okit(status)
    try Files.setMode(0o755, shop.root + "/okit")

    try Files.write("{}", to: disk + "/b/data/default.json")
    try shop.okit("backup", "verify", "b", "--folder", disk, status: 65)
    #expect(try verified() == "[false,true]")
    try shop.okit(status, status: 1)
    // Without a workspace, there is no place for it.
    let output = try shop.machine.okit(["backup", "verify", "a", "--folder", disk], in: shop.machine.folder)
    #expect(output.errors.contains("okit: warning: the verification is not recorded"))
    // The record beside the backup says more, once there can be one.
    try Files.setMode(0o755, disk)
    try shop.okit("backup", "verify", "a", "--folder", disk)
    try Files.remove(shop.root + "/okit/.verified")
    #expect(try verified() == "[null,true]")
  }

  @Test(arguments: ["", "{", "[]", #"{"version":9}"#, #"{"version":1,"backups":[{"path":"a"}]}"#])
  func keptVerificationsThatCannotBeReadCountAsNone(_ text: String) throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "a", "--format", "directory")
    try Files.write(text, to: shop.root + "/okit/.verified")
    #expect(try shop.okit("backup", "status", "--max-verified", "1h", status: 1).text.contains("never verified"))
    #expect(try shop.okit("check").text == "")
  }
}
