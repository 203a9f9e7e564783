import Glibc
import TestSupport
import Testing

/// Snapshots that become archives, and files and folders that become snapshots.
@Suite struct BackupConversionTests {
  /// Unpacks a tar archive into a new folder, without the files that only fill the pieces of a repository. Returns what is in it.
  private func unpacked(_ shop: ResticShop, _ name: String, _ tar: [UInt8]) throws -> FileTree {
    let folder = shop.machine.path(name)
    try Files.makeFolder(folder)
    try shop.machine.run("bsdtar", "--exclude", "okit-padding-*", "-xf", "-", input: tar, in: folder)
    return try FileTree(folder)
  }

  private func dump(_ shop: ResticShop, _ name: String) throws -> [UInt8] {
    try shop.restic("dump", "--path", "/\(name).tar", "latest", "/\(name).tar").bytes
  }

  @Test func aSnapshotBecomesAnArchive() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a", "--tag", "daily", "--note", "kept", "--pin")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    #expect(try shop.okit("backup", "copy", "a", "--to", usb, "-n").errors.contains("would copy a"))
    let unprotected = try shop.okit("backup", "copy", "a", "--to", usb, status: 77)
    #expect(unprotected.errors.contains("use --to-password-file, or -r for recipients"))
    #expect(try Files.names(in: usb) == [])
    let words = ["backup", "copy", "--all", "--to", usb, "-r", try shop.shop.recipient, "--json"]
    let copied = try shop.machine.okit(words, in: shop.root).bytes
    let file = usb + "/a.tar.zst.age"
    #expect(try shop.machine.run("jq", "-r", ".copied[]", input: copied).lines == [file])
    #expect(try Files.mode(file) == 0o600)
    #expect(try unpacked(shop, "copy", decrypted(shop, file)) == unpacked(shop, "original", dump(shop, "a")))
    let record = ".backups[] | [.name, .tags[0], .note, (.pinned | tostring), .created] | join(\" \")"
    #expect(try shop.listed(record, "--folder", usb) == shop.listed(record))
    try shop.okit("backup", "verify", file)
    let before = try FileTree(usb)
    #expect(try shop.machine.okit(words.dropLast(), in: shop.root).errors.contains("a is already there"))
    // An existing copy stays as it is.
    #expect(try FileTree(usb) == before)
    try shop.okit("backup", "delete", "a", "--yes")
    try shop.okit("backup", "create", "a")
    #expect(try shop.machine.okit(words.dropLast(), status: 73, in: shop.root).errors.contains("is another backup"))
    #expect(try FileTree(usb) == before)
  }

  /// Two commands at once can give two snapshots of one second the same name.
  @Test func anotherSnapshotOfTheSameNameIsNoCopy() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let tags = try shop.machine.run(
      "jq", "-r", ".[0].tags | join(\",\")", input: shop.restic("snapshots", "--json").bytes
    ).line
    let tar = try dump(shop, "a")
    try shop.restic("backup", "--stdin", "--stdin-filename", "a.tar", "--tag", tags, input: tar)
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    let output = try shop.okit(
      "backup", "copy", "--all", "--to", usb, "-r", shop.shop.recipient, status: 73)
    #expect(output.errors.contains("copied a\n") && output.errors.contains("another backup with this name is"))
    #expect(try Files.names(in: usb) == ["a.tar.zst.age", "a.tar.zst.age.record.json"])
  }

  @Test func aPasswordOrTheRecipientsOfTheWorkspaceProtectTheArchive() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let (usb, other) = (shop.machine.path("usb"), shop.machine.path("other"))
    for folder in [usb, other] { try Files.makeFolder(folder) }
    let password = try shop.shop.password("another", "other-password")
    try shop.okit("backup", "copy", "a", "--to", usb, "--to-password-file", password)
    try shop.okit("backup", "verify", usb + "/a.tar.zst.age", status: 77)
    try shop.okit("backup", "verify", usb + "/a.tar.zst.age", "--password-file", password)
    let recipient = try shop.shop.recipient
    try shop.okit(
      "backup", "copy", "a", "--to", other, "--to-password-file", password, "-r", recipient, status: 64)
    try Files.write(shop.shop.jq(".backup.to = \"recipients\"", shop.configuration), to: shop.configuration)
    try shop.okit("backup", "copy", "a", "--to", other)
    _ = try shop.shop.ageDecrypted(other + "/a.tar.zst.age", identity: shop.shop.identity)
    try shop.okit("backup", "copy", other + "/a.tar.zst.age", "--to", usb, "-r", recipient, status: 64)
    // A backup in a backup would damage it, and data is no place for backups.
    try shop.okit("backup", "copy", "a", "--to", shop.data, status: 64)
    try shop.okit("backup", "copy", "a", "--to", shop.machine.path("missing"), status: 66)
  }

  @Test(arguments: ["age", "zip", "directory"]) func aFileBecomesASnapshot(_ format: String) throws {
    let shop = try ResticShop()
    let recipients = format == "age" ? ["-r", try shop.shop.recipient] : []
    try shop.machine.okit(
      [
        "backup", "create", "a", "--format", format, "--folder", "okit/backup", "--tag", "daily", "--note", "kept",
      ] + recipients, in: shop.root)
    let listed = ".backups[] | [.name, .tags[0], .note, .created] | join(\" \")"
    let records = try shop.listed(listed, "--folder", "okit/backup")
    let words = ["backup", "copy", "--all", "--to", shop.repository]
    try shop.machine.okit(words + ["-n"], in: shop.root)
    #expect(try shop.restic("list", "snapshots").lines == [])
    let copied = try shop.machine.okit(words, in: shop.root)
    #expect(copied.errors.contains("anybody can have made it") == (format != "zip"))
    #expect(try shop.listed(listed, "--repository", shop.repository) == records)
    let source = shop.root + "/okit/backup/a"
    let archive: FileTree =
      switch format {
      case "age":
        try unpacked(shop, "original", decrypted(shop, source + ".tar.zst.age"))
      case "zip": try unzipped(shop, source + ".zip")
      default: try FileTree(source)
      }
    #expect(try unpacked(shop, "copy", dump(shop, "a")) == archive)
    #expect(try shop.machine.okit(words, in: shop.root).errors.contains("is already there"))
    #expect(try shop.restic("list", "snapshots").lines.count == 1)
    try shop.okit("backup", "verify", "--all", "--restore-test", "--repository", shop.repository)
    try shop.okit("backup", "delete", "a", "--folder", "okit/backup", "--yes")
    try shop.okit("backup", "create", "a", "--folder", "okit/backup")
    #expect(try shop.machine.okit(words, status: 73, in: shop.root).errors.contains("is another backup"))
    try shop.expectNoLeftovers()
  }

  /// Decrypts an archive for the workspace with `age`.
  private func decrypted(_ shop: ResticShop, _ path: String) throws -> [UInt8] {
    try shop.machine.run("zstd", "-dc", input: shop.shop.ageDecrypted(path)).bytes
  }

  private func unzipped(_ shop: ResticShop, _ path: String) throws -> FileTree {
    let folder = shop.machine.path("unzipped")
    let password = try Files.text(#require(shop.machine.environment["OKIT_PASSWORD_FILE"])).split(separator: "\n")[0]
    try shop.machine.run("7z", "x", "-p\(password)", "-o\(folder)", path)
    return try FileTree(folder)
  }

  /// Encrypted models stay as they are.
  @Test func encryptedModelsStayAsStored() throws {
    let shop = try ResticShop()
    try shop.okit("encrypt", "--all")
    try shop.okit("backup", "create", "a", "--as-stored")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    try shop.okit("backup", "copy", "a", "--to", usb, "-r", shop.shop.recipient)
    let original = try unpacked(shop, "original", dump(shop, "a"))
    #expect(try unpacked(shop, "copy", decrypted(shop, usb + "/a.tar.zst.age")) == original)
    let other = shop.machine.path("other")
    try EmptyRepository.write(to: other)
    try shop.okit("backup", "copy", usb + "/a.tar.zst.age", "--to", other)
    let before = try FileTree(shop.data)
    try shop.okit("set", "books[0]/name", "changed")
    try shop.okit("backup", "restore", "a", "--repository", other, "--yes")
    #expect(try FileTree(shop.data).entries == before.entries)
  }

  @Test func damagedBackupsAreNotCopied() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let file = try shop.okit("backup", "create", "b", "--folder", "okit/backup", "-r", shop.shop.recipient).line
    var bytes = try Files.read(file)
    bytes[bytes.count - 40] ^= 1
    try Files.write(bytes, to: file)
    let failed = try shop.okit("backup", "copy", "b", "--to", shop.repository, status: 65)
    #expect(failed.errors.hasPrefix("okit: error: \(file)"))
    #expect(try shop.restic("list", "snapshots").lines.count == 1)
    try Files.write("", to: file)
    try shop.okit("backup", "copy", "b", "--to", shop.repository, status: 65)
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    try shop.damageData()
    try shop.okit("backup", "copy", "a", "--to", usb, "-r", shop.shop.recipient, status: 65)
    #expect(try Files.byteNames(in: usb).isEmpty)
    try shop.expectNoLeftovers()
  }

  /// A copy counts only if it can be read, and one that is known to be damaged is not skipped.
  @Test func aDamagedPlaceTakesNoCopy() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    let file = try shop.okit("backup", "create", "b", "--folder", "okit/backup").line
    let (other, usb) = (shop.machine.path("other"), shop.machine.path("usb"))
    try EmptyRepository.write(to: other)
    try Files.makeFolder(usb)
    // The data of the same models is damaged there.
    try shop.okit("backup", "create", "c", "--repository", other)
    let packs = Files.files(below: other + "/data").map { "\(other)/data/\($0)" }
    let pack = try #require(try packs.max { try Files.size($0) < Files.size($1) })
    var bytes = try Files.read(pack)
    // The list of its pieces is at the end.
    for index in stride(from: 0, to: bytes.count * 3 / 4, by: 97) { bytes[index] ^= 1 }
    try Files.setMode(0o600, pack)
    try Files.write(bytes, to: pack)
    for source in ["a", file] {
      let failed = try shop.okit("backup", "copy", source, "--to", other, status: 65)
      #expect(failed.errors.contains("the copy was removed"), "\(failed.errors)")
    }
    let list = try shop.machine.okit(["backup", "list", "--json", "--repository", other], in: shop.root).bytes
    #expect(try shop.machine.run("jq", "-r", ".backups[].name", input: list).lines == ["c"])
    // The copies in both places are verified, and damaged.
    try shop.okit("backup", "copy", "a", "--to", usb, "-r", shop.shop.recipient)
    let copy = usb + "/a.tar.zst.age"
    bytes = try Files.read(copy)
    bytes[bytes.count - 30] ^= 1
    try Files.write(bytes, to: copy)
    // A file that has a record keeps the outcome in it.
    try shop.okit("backup", "verify", copy, status: 65)
    let again = try shop.okit("backup", "copy", "a", "--to", usb, "-r", shop.shop.recipient, status: 73)
    #expect(again.errors.contains("was damaged when it was verified"))
    try shop.okit("backup", "verify", "c", "--repository", other, status: 65)
    #expect(
      try shop.okit("backup", "copy", "c", "--repository", other, "--to", usb, "-r", shop.shop.recipient, status: 65)
        .errors.contains("was damaged when it was verified"))
    #expect(try Files.names(in: usb).sorted() == ["a.tar.zst.age", "a.tar.zst.age.record.json"])
  }

  /// A repository does not vouch for a file that anybody can have made.
  @Test func aSnapshotOfAFileOfAnybodyIsNotTrusted() throws {
    let shop = try ResticShop()
    for (name, options) in [("a", ["-r", try shop.shop.recipient]), ("b", []), ("c", ["--format", "directory"])] {
      try shop.machine.okit(["backup", "create", name, "--folder", "okit/backup"] + options, in: shop.root)
    }
    try shop.okit("backup", "copy", "a", "b", "c", "--to", shop.repository)
    try shop.okit("backup", "pin", "a", "--repository", shop.repository)
    let snapshots = try shop.restic("snapshots", "--json").bytes
    let filter = #".[] | select(.tags | index("okit-unauthenticated")) | .paths[0]"#
    #expect(try shop.machine.run("jq", "-r", filter, input: snapshots).lines.sorted() == ["/a.tar", "/c.tar"])
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    let password = try shop.shop.password("another", "other-password")
    for (name, isTrusted) in [("a", false), ("b", true)] {
      let words = [
        "backup", "copy", name, "--repository", shop.repository, "--to", usb, "--to-password-file", password,
      ]
      let copied = try shop.machine.okit(words, in: shop.root)
      #expect(copied.errors.contains("will not prove who made it") != isTrusted, "\(copied.errors)")
    }
  }

  /// An existing copy needs no key. Safety backups can be copied, too.
  @Test func presentCopiesAreNotOpened() throws {
    let shop = try ResticShop()
    let password = try shop.shop.password("another", "other-password")
    try shop.okit("backup", "create", "a", "--folder", "okit/backup", "--password-file", password)
    let words = ["backup", "copy", "--all", "--folder", "okit/backup", "--to", shop.repository]
    let source = ["--password-file", password, "--to-password-file", try shop.shop.password()]
    try shop.machine.okit(words + source, in: shop.root)
    try shop.machine.okit(words, in: shop.root)
    try shop.okit("backup", "restore", "a", "--folder", "okit/backup", "--yes", "--password-file", password)
    let before = try #require(Files.names(in: shop.root + "/okit/backup").first { $0.hasPrefix("before-") })
    #expect(try shop.machine.okit(words, in: shop.root).errors.contains("copied \(before)"))
    // It is no ordinary backup there, either.
    let plan = try shop.okit(
      "backup", "prune", "--keep-last", "1", "--repository", shop.repository, "--dry-run", "--json"
    ).bytes
    #expect(
      try shop.machine.run("jq", "-c", "[.removed, (.backups[] | select(.name == \"a\") | .keptBy)]", input: plan).line
        == #"[[],["last"]]"#)
    // A copy is the same backup, and another one with the name makes it ambiguous.
    try shop.okit("get", "books[0]/name", "--at", "a", "--password-file", password)
    try shop.okit("backup", "delete", "a", "--folder", "okit/backup", "--yes")
    try shop.okit("backup", "create", "a", "--folder", "okit/backup", "--password-file", password)
    #expect(
      try shop.okit("get", "books[0]/name", "--at", "a", status: 64).errors.contains("another one in the repository"))
    #expect(try shop.okit("backup", "create", before, status: 64).errors.contains("before-"))
    #expect(try shop.okit("backup", "create", "a", status: 73).errors.contains("already exists"))
    try shop.okit("backup", "delete", shop.root + "/okit/backup/a.tar.zst.age", "--yes")
    try shop.okit("backup", "copy", "a", "--to", "okit/backup", "--to-password-file", password)
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    // A file keeps its password.
    try shop.okit(
      "backup", "copy", "a", "--folder", "okit/backup", "--to", usb, "--to-password-file", password, status: 64)
    let wrong = ["--to-password-file", try shop.shop.password("wrong", "wrong")]
    let refused = try shop.machine.okit(words + wrong, status: 77, in: shop.root)
    #expect(refused.errors == "okit: error: wrong password for the repository \(shop.repository)\n")
    // Another backup has the name.
    let other = shop.machine.path("other")
    try EmptyRepository.write(to: other)
    try shop.okit("backup", "create", "a", "--repository", other)
    try shop.okit("backup", "copy", "a", "--repository", shop.repository, "--to", other, status: 73)
  }

  /// Killed at any moment, there is no backup, or the whole one, and the next call makes it.
  @Test func aKilledCopyLeavesNothingThatCounts() throws {
    let shop = try ResticShop()
    var generator = SeededGenerator(seed: Effort.seed)
    try Files.write(
      (0..<6_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }, to: shop.data + "/_data/x.raw")
    try shop.okit("backup", "create", "file", "--as-stored", "--folder", "okit/backup", "-r", shop.shop.recipient)
    try shop.okit("backup", "create", "snapshot", "--as-stored")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    let count = Effort.isWhole ? 40 : 4
    var killed = 0
    for number in 0..<count {
      let words =
        number.isMultiple(of: 2)
        ? ["file", "--to", shop.repository] : ["snapshot", "--to", usb, "-r", try shop.shop.recipient]
      let child = try ChildProcess(
        [Machine.okit, "backup", "copy"] + words, environment: shop.machine.environment, in: shop.root,
        streams: [.read("/dev/null"), .write(shop.machine.path("out")), .write(shop.machine.path("err"))])
      usleep(UInt32.random(in: 0...2_000_000, using: &generator))
      kill(child.id, SIGKILL)
      if child.wait() != .status(0) { killed += 1 }
      while try !shop.running().isEmpty { usleep(50_000) }
      for (name, place) in [("file", ["--repository", shop.repository]), ("snapshot", ["--folder", usb])] {
        let list = try shop.machine.okit(["backup", "list", "--json"] + place, in: shop.root).bytes
        let names = try shop.machine.run("jq", "-r", ".backups[].name", input: list).lines
        guard names.contains(name) else { continue }
        try shop.machine.okit(["backup", "verify", name] + place, in: shop.root)
        try shop.machine.okit(["backup", "delete", name, "--yes"] + place, in: shop.root)
      }
      if number + 1 < count { continue }
      for words in [["file", "--to", shop.repository], ["snapshot", "--to", usb, "-r", try shop.shop.recipient]] {
        try shop.machine.okit(["backup", "copy"] + words, in: shop.root)
      }
    }
    try shop.okit("backup", "verify", "--all", "--repository", shop.repository)
    #expect(try Files.names(in: usb).sorted() == ["snapshot.tar.zst.age", "snapshot.tar.zst.age.record.json"])
    Effort.report("copies between files and a repository: \(count), \(killed) killed")
  }
}
