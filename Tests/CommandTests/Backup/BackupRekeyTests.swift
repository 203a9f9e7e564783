import Foundation
import TestSupport
import Testing

/// `backup rekey`, compared with age and 7-Zip, and `backup copy`.
@Suite struct BackupRekeyTests {
  private func other(_ shop: Bookshop) throws -> (identity: String, recipient: String) {
    let path = shop.machine.path("other.txt")
    try shop.machine.run("age-keygen", "-o", path)
    return (path, try shop.machine.run("age-keygen", "-y", path).line)
  }

  /// The bytes after the header: the nonce and the chunks.
  private func payload(_ path: String) throws -> Data {
    let bytes = Data(try Files.read(path))
    let code = try #require(bytes.range(of: Data("\n--- ".utf8)))
    let end = try #require(bytes[code.upperBound...].firstIndex(of: UInt8(ascii: "\n")))
    return bytes[(end + 1)...]
  }

  @Test func recipientsChangeWithoutEncryptingAgain() throws {
    let shop = try Bookshop()
    let path = try shop.okit("backup", "create", "b", "-r", shop.recipient, "--tag", "nightly", "--pin").line
    try shop.machine.run("touch", "-d", "2025-01-02T03:04:05Z", path)
    try shop.okit("backup", "verify", "b")
    let (before, plain) = (try payload(path), try shop.ageDecrypted(path))
    let other = try other(shop)
    let output = try shop.okit("backup", "rekey", "b", "-r", other.recipient)
    #expect(output.errors == "rekeyed b.tar.zst.age (new header)\n")
    #expect(try payload(path) == before)
    #expect(try shop.machine.run("age", "-d", "-i", other.identity, path).bytes == plain)
    try shop.machine.run("age", "-d", "-i", shop.identity, path, status: 1)
    try shop.okit("backup", "verify", "b", status: 77)
    try shop.okit("backup", "verify", "b", "-i", other.identity)
    let list = try shop.okit("backup", "list", "--json").bytes
    #expect(
      try shop.machine.run("jq", "-c", ".backups[0] | [.modified, .tags, .pinned, .verified.intact]", input: list).line
        == #"["2025-01-02T03:04:05Z",["nightly"],true,true]"#)
    #expect(try Files.names(in: shop.backups).sorted() == ["b.tar.zst.age", "b.tar.zst.age.record.json"])
  }

  @Test func severalRecipientsCanOpenIt() throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup("b")
    let other = try other(shop)
    try shop.okit("backup", "rekey", "--all", "-r", other.recipient, "-r", shop.recipient)
    for identity in [other.identity, try shop.identity] {
      #expect(try !shop.machine.run("age", "-d", "-i", identity, path).bytes.isEmpty)
    }
  }

  @Test func aPasswordNeedsANewKey() throws {
    let shop = try Bookshop()
    let (old, new) = (try shop.password("old one", "old"), try shop.password("new one", "new"))
    let path = try shop.okit("backup", "create", "b", "--password-file", old).line
    let before = try payload(path)
    try shop.okit("backup", "verify", "b", "--password-file", old)
    #expect(
      try shop.okit("backup", "rekey", "b", "--password-file", old, "--new-password-file", new).errors
        == "rekeyed b.tar.zst.age (encrypted again)\n")
    let changed = try payload(path)
    #expect(changed != before && changed.count == before.count)
    // Nobody has read the new file yet.
    #expect(try shop.jq(".verified", path + ".record.json") == "null")
    try shop.okit("backup", "verify", "b", "--password-file", old, status: 77)
    try shop.okit("backup", "verify", "b", "--password-file", new)
    // To a recipient and back.
    try shop.okit("backup", "rekey", "b", "--password-file", new, "-r", shop.recipient)
    #expect(try payload(path) != changed)
    #expect(try !shop.ageDecrypted(path).isEmpty)
    try shop.okit("backup", "rekey", "b", "--new-password-file", old)
    try shop.okit("backup", "restore", "b", "--yes", "--password-file", old)
  }

  @Test func theContentOfAZipStays() throws {
    let shop = try Bookshop()
    let (old, new) = (try shop.password("old one", "old"), try shop.password("new one", "new"))
    let path = try shop.okit("backup", "create", "z", "--format", "zip", "--password-file", old).line
    try shop.machine.run("7z", "x", "-pold one", "-o" + shop.machine.path("before"), path)
    try shop.okit("backup", "rekey", "z", "--password-file", old, "--new-password-file", new)
    try shop.machine.run("7z", "x", "-pnew one", "-o" + shop.machine.path("after"), path)
    #expect(try FileTree(shop.machine.path("after")).differences(from: FileTree(shop.machine.path("before"))) == [])
    try shop.okit("backup", "verify", "z", "--password-file", new)
    try shop.okit("backup", "rekey", "z", "--password-file", new, "-r", shop.recipient, status: 64)
  }

  @Test func aRefusedRekeyChangesNothing() throws {
    let shop = try Bookshop()
    let (old, new) = (try shop.password("old one", "old"), try shop.password("new one", "new"))
    _ = try shop.sealedBackup("a")
    try shop.okit("backup", "create", "b", "--password-file", old)
    try shop.okit("backup", "create", "d", "--format", "directory")
    let before = try shop.tree()
    let other = try other(shop)
    try shop.okit("backup", "rekey", "b", "--password-file", new, "--new-password-file", old, status: 77)
    try shop.okit("backup", "rekey", "d", "-r", other.recipient, status: 64)
    try shop.okit("backup", "rekey", "a", "absent", "-r", other.recipient, status: 66)
    try shop.okit("backup", "rekey", "a", status: 64)
    try shop.okit("backup", "rekey", "-r", other.recipient, status: 64)
    try shop.okit("backup", "rekey", "a", "-r", "age1x", status: 64)
    try shop.okit("backup", "rekey", "a", "-n", "-r", other.recipient)
    try shop.okit("backup", "rekey", "b", "-n", "--password-file", old, "--new-password-file", new)
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func aTruncatedBackupIsNotSealedAgain() throws {
    let shop = try Bookshop()
    let (old, new) = (try shop.password("old one", "old"), try shop.password("new one", "new"))
    let path = try shop.okit("backup", "create", "b", "--password-file", old).line
    try Files.write(Files.read(path).dropLast(1), to: path)
    let before = try shop.tree()
    try shop.okit("backup", "rekey", "b", "--password-file", old, "--new-password-file", new, status: 65)
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func oneFailureDoesNotStopTheOthers() throws {
    let shop = try Bookshop()
    let (old, new) = (try shop.password("old one", "old"), try shop.password("new one", "new"))
    try shop.okit("backup", "create", "a", "--password-file", new)
    try shop.okit("backup", "create", "b", "--password-file", old)
    try shop.okit("backup", "create", "c", "--password-file", old)
    let foreign = try shop.okit("backup", "create", "foreign", "--password-file", old).line + ".record.json"
    try Files.edit(foreign, shop.id, "18C2086A-5217-8AE9-9C55-97FFF933789F")
    let output = try shop.okit(
      "backup", "rekey", "--all", "--password-file", old, "--new-password-file", new, "--json", status: 77)
    #expect(try shop.machine.run("jq", "-c", ".rekeyed | sort", input: output.bytes).line == #"["b","c"]"#)
    #expect(output.errors.contains("wrong password for \(shop.backups)/a.tar.zst.age"))
    try shop.okit("backup", "verify", "a", "b", "c", "--password-file", new)
    try shop.okit("backup", "verify", "foreign", "--password-file", old)
  }

  // MARK: - Copies

  @Test func copiesAreWhole() throws {
    let shop = try Bookshop()
    let sealed = try shop.sealedBackup("a")
    try shop.okit("backup", "create", "d", "--format", "directory", "--tag", "x")
    try shop.machine.run("touch", "-d", "2025-01-02T03:04:05Z", sealed)
    let usb = shop.machine.path("usb")
    try shop.okit("backup", "copy", "--all", "--to", usb, status: 66)
    try Files.makeFolder(usb)
    try shop.okit("backup", "copy", "--all", "--to", usb, "-n")
    #expect(try Files.names(in: usb) == [])
    #expect(try shop.okit("backup", "copy", "a", "d", "--to", usb).errors == "copied a.tar.zst.age\ncopied d\n")
    #expect(try FileTree(usb).differences(from: FileTree(shop.backups)) == [])
    #expect(try shop.machine.run("stat", "-c", "%Y", usb + "/a.tar.zst.age").line == "1735787045")
    try shop.okit("backup", "verify", usb + "/a.tar.zst.age", usb + "/d")
    let again = try shop.okit("backup", "copy", "--all", "--to", usb, "--json")
    #expect(try shop.machine.run("jq", "-c", "[.copied, (.present | length)]", input: again.bytes).line == "[[],2]")
  }

  @Test func aBackupGoesToSeveralPlaces() throws {
    let shop = try Bookshop()
    let folders = ["one", "two"].map(shop.machine.path)
    for folder in folders { try Files.makeFolder(folder) }
    let file = shop.machine.path("three.tar.zst.age")
    let words = ["backup", "create", "b", "-r", try shop.recipient, "-o", folders[0]]
    let made = try shop.machine.okit(words + ["-o", folders[1], "-o", file], in: shop.root)
    #expect(made.lines == folders.map { $0 + "/b.tar.zst.age" } + [file])
    for path in made.lines { #expect(try Files.read(path) == Files.read(file) && Files.exists(path + ".record.json")) }
    // The other places get it even if one of them fails.
    try Files.remove(folders[0] + "/b.tar.zst.age")
    try Files.remove(file)
    try Files.write("mine", to: folders[1] + "/b.tar.zst.age")
    let failed = try shop.machine.okit(words + ["-o", folders[1], "-o", file, "--json"], status: 73, in: shop.root)
    #expect(
      try shop.machine.run("jq", "-c", "[.path] + .copies", input: failed.bytes).line
        == "[\"\(folders[0])/b.tar.zst.age\",\"\(file)\"]")
    #expect(try Files.text(folders[1] + "/b.tar.zst.age") == "mine")
    try shop.machine.okit(words + ["-o", "-"], status: 64, in: shop.root)
  }

  @Test func aPlaceThatIsMissingDoesNotCostTheBackup() throws {
    let shop = try Bookshop()
    let (usb, other, taken) = (shop.machine.path("usb"), shop.machine.path("other"), shop.machine.path("taken"))
    try Files.makeFolder(other)
    try Files.makeFolder(taken)
    try Files.write("mine", to: taken + "/b.tar.zst.age")
    let words = ["backup", "create", "b", "-r", try shop.recipient]
    let alone = try shop.machine.okit(words + ["-o", usb + "/"], status: 66, in: shop.root)
    #expect(alone.errors == "okit: error: no such folder: \(usb)\n")
    let file = shop.machine.path("third.tar.zst.age")
    let made = try shop.machine.okit(
      words + ["-o", usb + "/", "-o", taken, "-o", other, "-o", file], status: 66, in: shop.root)
    #expect(made.lines == [other + "/b.tar.zst.age", file])
    #expect(made.errors.hasPrefix("okit: error: no such folder: \(usb)\nokit: error: \(taken)/b.tar.zst.age"))
    #expect(try Files.text(taken + "/b.tar.zst.age") == "mine" && !Files.exists(usb))
    #expect(try Files.read(file) == Files.read(other + "/b.tar.zst.age"))
    try shop.okit("backup", "verify", file)
  }

  @Test func aCopyGetsItsRecordLater() throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup("a")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    let record = try Files.read(path + ".record.json")
    try Files.write("{", to: path + ".record.json")
    #expect(try shop.okit("backup", "copy", "a", "--to", usb).errors.contains("copied without its record"))
    #expect(try Files.names(in: usb) == ["a.tar.zst.age"])
    try Files.write(record, to: path + ".record.json")
    try shop.okit("backup", "copy", "a", "--to", usb)
    #expect(try Files.read(usb + "/a.tar.zst.age.record.json") == record)
  }

  /// The other disk has pins and verifications of its own.
  @Test func aCopyKeepsItsRecord() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("a")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    try shop.okit("backup", "copy", "--all", "--to", usb)
    try shop.okit("backup", "pin", "a", "--folder", usb)
    try shop.okit("backup", "verify", "--all", "--folder", usb)
    let record = usb + "/a.tar.zst.age.record.json"
    let before = try Files.read(record)
    try shop.okit("backup", "copy", "--all", "--to", usb)
    #expect(try Files.read(record) == before)
    // What is new at home is added.
    try shop.okit("backup", "pin", "a")
    try shop.okit("backup", "unpin", "a", "--folder", usb)
    try shop.okit("backup", "copy", "--all", "--to", usb)
    #expect(try shop.jq("[.pinned, .verified.intact] | tojson", record) == "[true,true]")
  }

  @Test func aNameIsNotThatOfAnotherState() throws {
    let shop = try Bookshop()
    for name in ["now", "@3", "@"] {
      let refused = try shop.okit("backup", "create", name, "--format", "directory", status: 64)
      #expect(refused.errors.contains("is not a valid backup name: it names another state for 'okit diff'"))
    }
    for name in [" ", "\u{A0}", "\u{200B}"] {
      let refused = try shop.okit("backup", "create", name, "--format", "directory", status: 64)
      #expect(refused.errors.contains("is not a valid backup name: it is blank"))
    }
    try shop.okit("backup", "create", "nowadays", "--format", "directory")
  }

  /// All commands that read no backup notice that one was truncated.
  @Test func aTruncatedBackupIsKnownToBeDamaged() throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup("a")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    let bytes = try Files.read(path)
    func damaged() throws -> [String] {
      let list = try shop.okit("backup", "list", "--json").bytes
      return try shop.machine.run("jq", "-c", ".backups[].damaged", input: list).lines
    }
    #expect(try damaged() == ["false"])
    try Files.write(Array(bytes.dropLast(10)), to: path)
    #expect(try damaged() == ["true"])
    #expect(try shop.okit("backup", "list").text.contains("damaged"))
    #expect(try shop.okit("backup", "status", status: 1).text.contains("damaged: a"))
    let copied = try shop.okit("backup", "copy", "--all", "--to", usb, status: 65)
    #expect(copied.errors.contains("a.tar.zst.age is not what its record describes, so it may be damaged"))
    #expect(try Files.names(in: usb).isEmpty)
    // A folder with the record of another one.
    try Files.write(bytes, to: path)
    try shop.okit("backup", "create", "d", "--format", "directory")
    let record = try shop.jq(#".created = "2020-01-01T00:00:00Z""#, shop.backups + "/d.record.json")
    try Files.write(record, to: shop.backups + "/d.record.json")
    #expect(try damaged() == ["true", "false"])
    try shop.okit("backup", "copy", "d", "--to", usb, status: 65)
    try shop.okit("backup", "verify", "d")
    try shop.okit("backup", "copy", "--all", "--to", usb)
    #expect(try Files.read(usb + "/a.tar.zst.age") == bytes && Files.names(in: usb).contains("d"))
  }

  /// Nothing else says that it is damaged.
  @Test(arguments: [false, true]) func damageIsRecordedWithoutARecord(_ isBroken: Bool) throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup("a")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    try Files.write(Files.read(path).dropLast(10), to: path)
    if isBroken { try Files.write("{", to: path + ".record.json") } else { try Files.remove(path + ".record.json") }
    try shop.okit("backup", "verify", "a", status: 65)
    #expect(try shop.okit("backup", "list").text.contains("damaged"))
    #expect(try shop.okit("backup", "status", status: 1).text.contains("damaged: a"))
    #expect(try shop.okit("backup", "prune", "--keep-last", "1", "-n").text.contains("damaged"))
    #expect(try shop.okit("backup", "copy", "a", "--to", usb, status: 65).errors.contains("was damaged when it was"))
  }

  /// Without a record, nobody knows to which workspace a damaged backup belongs.
  @Test(arguments: [false, true]) func damageInAnyFolderIsRecordedWithoutARecord(_ hasWorkspace: Bool) throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup("a")
    let bytes = try Files.read(path)
    let (usb, other) = (shop.machine.path("usb"), shop.machine.path("other"))
    for folder in [usb, other] { try Files.makeFolder(folder) }
    var damaged = bytes
    damaged[bytes.count - 1] ^= 1
    try Files.write(damaged, to: usb + "/a.tar.zst.age")
    func backup(_ words: String..., status: Int32 = 0) throws -> Output {
      let place = hasWorkspace ? ["-C", shop.root] : []
      let output = try shop.machine.launch(
        [Machine.okit] + place + ["backup"] + words + ["--folder", usb], [], ["OKIT_IDENTITY": shop.identity], nil)
      #expect(output.end == .status(status), "\(words): \(output.errors)")
      return output
    }
    _ = try backup("verify", "--all", status: 65)
    #expect(try backup("list").text.contains("damaged"))
    #expect(try backup("status", status: 1).text.contains("damaged: a"))
    #expect(try backup("prune", "--keep-last", "1").text.contains("damaged"))
    _ = try backup("copy", "a", "--to", other, status: 65)
    #expect(try Files.names(in: other).isEmpty)
    // Put back, it is known by what it says itself.
    try Files.write(bytes, to: usb + "/a.tar.zst.age")
    _ = try backup("verify", "--all")
    let (record, truth) = (usb + "/a.tar.zst.age.record.json", path + ".record.json")
    #expect(try shop.jq("[.created, .workspace] | tojson", record) == shop.jq("[.created, .workspace] | tojson", truth))
    #expect(try backup("status").text.hasPrefix("good"))
  }

  @Test func damageOfAFolderIsRecordedWithoutARecord() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "d", "--format", "directory")
    let manifest = shop.backups + "/d/okit-backup.json"
    let bytes = try Files.read(manifest)
    try Files.write("{", to: manifest)
    try Files.remove(shop.backups + "/d.record.json")
    #expect(try !shop.okit("backup", "verify", "d", status: 65).errors.contains("pinned"))
    #expect(try shop.okit("backup", "status", status: 1).text.contains("damaged: d"))
    try Files.write(bytes, to: manifest)
    try shop.okit("backup", "verify", "d")
    // What was assumed about the damaged backup is gone.
    let record = shop.backups + "/d.record.json"
    #expect(try shop.jq(".created", record) == shop.jq(".created", manifest))
    #expect(try shop.jq("[.pinned, .verified.intact] | tojson", record) == "[null,true]")
    #expect(try shop.okit("backup", "status").text.hasPrefix("good"))
  }

  @Test func theOwnFolderIsNeverAFile() throws {
    let shop = try Bookshop()
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    try shop.okit("backup", "create", "a", "-r", shop.recipient, "-o", usb, "-o", shop.backups)
    #expect(try Files.names(in: shop.backups) == ["a.tar.zst.age", "a.tar.zst.age.record.json"])
    let other = try Bookshop()
    try other.okit("backup", "create", "a", "-r", other.recipient, "-o", other.backups + "/")
    #expect(try Files.names(in: other.backups) == ["a.tar.zst.age", "a.tar.zst.age.record.json"])
    #expect(Files.exists(other.root + "/okit/.last-backup.json"))
    let third = try Bookshop()
    let recipient = try third.recipient
    let commands = [
      ["list"], ["prune", "--keep-last", "1"], ["status"], ["create", "-r", recipient],
      ["create", "-r", recipient, "-n"],
    ]
    for place in ["file", "link"] {
      try place == "file" ? Files.write("", to: third.backups) : Files.link(third.backups, to: "/nonexistent/disk")
      for words in commands {
        let output = try third.machine.launch([Machine.okit, "-C", third.root, "backup"] + words, [], [:], nil)
        #expect(output.end == .status(66) && output.errors.contains("is not a folder"), "\(words)")
      }
      #expect(try third.okit("status").errors.contains("is not a folder"))
      try Files.remove(third.backups)
    }
  }

  @Test func aCopyReplacesNothing() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("a")
    let usb = shop.machine.path("usb")
    try Files.makeFolder(usb)
    try Files.write("mine", to: usb + "/a.tar.zst.age")
    #expect(try shop.okit("backup", "copy", "a", "--to", usb, status: 73).errors.contains("is another backup"))
    #expect(try Files.text(usb + "/a.tar.zst.age") == "mine" && Files.names(in: usb).count == 1)
    try Files.copy(shop.backups + "/a.tar.zst.age.record.json", to: usb + "/a.tar.zst.age.record.json")
    let damaged = try shop.okit("backup", "copy", "a", "--to", usb, status: 73)
    #expect(damaged.errors.contains("is another version of this backup"))
    try shop.okit("backup", "copy", "a", "--to", shop.data, status: 64)
    try shop.okit("backup", "create", "d", "--format", "directory")
    for name in ["a", "d"] { try shop.okit("backup", "copy", name, "--to", shop.backups + "/d", status: 64) }
    try shop.okit("backup", "verify", "d")
    let twice = shop.machine.path("twice")
    try shop.okit("backup", "create", "--format", "directory", "-o", twice, "-o", twice)
    try shop.okit("backup", "verify", twice)
    try shop.okit("backup", "copy", "./okit/okit.json", "--to", usb, status: 65)
  }
}
