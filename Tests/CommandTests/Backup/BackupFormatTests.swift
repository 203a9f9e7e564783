import TestSupport
import Testing

/// Backups are readable by `age`, `7z`, `tar` and `sha256sum`.
@Suite struct BackupFormatTests {
  /// Expects `folder` to be the `data` folder of a backup with everything decrypted.
  private func expectDecryptedFixture(_ folder: String, of shop: Bookshop) throws {
    #expect(try FileTree(folder + "/data").entries == plainFixture(shop))
    #expect(try Files.read(folder + "/okit.json") == Files.read(shop.configuration))
    let sums = try shop.machine.run("sha256sum", "--strict", "-c", "SHA256SUMS", in: folder)
    let count = try FileTree(folder).fileCount
    #expect(sums.lines.count == count - 1)
    #expect(sums.lines.allSatisfy { $0.hasSuffix(": OK") })
    let manifest = folder + "/okit-backup.json"
    let listed = try shop.machine.run("jq", "-r", #".files[] | "\(.size) \(.path)""#, manifest).lines.sorted()
    let found = try shop.machine.run(
      "find", "data", "model", "okit.json", "-type", "f", "-printf", "%s %p\\n", in: folder
    ).lines
    #expect(listed == found.sorted())
    #expect(try shop.jq(".workspace", manifest) == shop.id)
  }

  @Test func anArchiveForRecipientsNeedsNoPassword() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default")
    let output = try shop.okit("backup", "create", "first", "-r", shop.recipient)
    let path = shop.backups + "/first.tar.zst.age"
    #expect(output.text == path + "\n")
    #expect(output.errors.contains(try shop.recipient))
    #expect(try Files.mode(path) == 0o600)
    let names = try shop.machine.shell("age -d -i '\(shop.identity)' '\(path)' | zstd -dc | tar tf -").lines
    #expect(names.first == "okit-backup.json")
    #expect(names.last == "SHA256SUMS")
    try Files.makeFolder(shop.machine.path("out"))
    try shop.machine.shell("age -d -i '\(shop.identity)' '\(path)' | zstd -dc | tar xf - -C out")
    try expectDecryptedFixture(shop.machine.path("out"), of: shop)
    try shop.okit("backup", "verify", "first")
  }

  @Test func anArmoredModelIsDecryptedInABackup() throws {
    let shop = try Bookshop()
    let text = Array(#"{"id":"X","text":"from outside"}"#.utf8)
    try Files.write(
      shop.machine.run("age", "-a", "-r", shop.recipient, input: text).bytes, to: shop.data + "/armored.json")
    let path = try shop.okit("backup", "create", "first", "-r", shop.recipient).line
    let content = try shop.machine.shell(
      "age -d -i '\(shop.identity)' '\(path)' | tar -x --zstd -f - -O data/armored.json")
    #expect(content.bytes == text)
  }

  @Test func passwordsThatZipToolsCannotUseAreRefused() throws {
    let shop = try Bookshop()
    let longest = String(repeating: "x", count: 99)
    let path = try shop.okit(
      "backup", "create", "long", "--format", "zip", "--password-file", shop.password(longest)
    ).line
    let listed = try shop.machine.run("7z", "t", "-p\(longest)", path)
    #expect(listed.text.contains("Everything is Ok"))
    for refused in [longest + "x", "a\0b"] {
      let output = try shop.okit(
        "backup", "create", "none", "--format", "zip", "--password-file", shop.password(refused), status: 64)
      #expect(output.errors.contains("without NUL and with at most 99 bytes"))
    }
    #expect(try shop.backupNames == ["long.zip"])
  }

  @Test func anAmbiguousBackupNameIsRefused() throws {
    let shop = try Bookshop()
    let password = try shop.password()
    for format in ["age", "zip", "directory"] {
      // The test puts it there, because okit does not create a second backup of the same name.
      let path = try shop.okit(
        ["backup", "create", "one", "-o", shop.machine.folder, "--format", format]
          + (format == "directory" ? [] : ["--password-file", password])
      ).line
      try Files.makeFolder(shop.backups)
      try shop.machine.run("mv", path, shop.backups)
    }
    for words in [["delete", "one", "--yes"], ["restore", "one", "--yes"], ["show", "one"]] {
      let output = try shop.okit(
        ["backup"] + words + ["--password-file", password].prefix(words[0] == "delete" ? 0 : 2), status: 64)
      #expect(output.errors.contains("matches several backups: one.tar.zst.age, one.zip, one"))
    }
    try shop.okit("backup", "delete", "one.zip", shop.backups + "/one", "--yes")
    #expect(try shop.backupNames == ["one.tar.zst.age"])
    try shop.okit("backup", "verify", "one", "--password-file", password)
  }

  @Test func anArchiveBehindAPasswordOpensWithAge() throws {
    let shop = try Bookshop()
    let output = try shop.okit("backup", "create", "first", "--password-file", shop.password())
    #expect(output.errors.contains("can be opened with its password"))
    let tar = shop.machine.path("first.tar.zst")
    let age = try Terminal(shop.machine, ["age", "-d", "-o", tar, output.line])
    try age.answer(("passphrase", "open sesame"))
    #expect(try age.end() == .status(0))
    try Files.makeFolder(shop.machine.path("out"))
    try shop.machine.run("tar", "-x", "--zstd", "-f", tar, "-C", shop.machine.path("out"))
    try expectDecryptedFixture(shop.machine.path("out"), of: shop)
    try shop.okit("backup", "verify", "--password-file", shop.password())
  }

  @Test func aZipOpensWith7Zip() throws {
    let shop = try Bookshop()
    let made = try shop.okit("backup", "create", "first", "--format", "zip", "--password-file", shop.password("p w'ü"))
    #expect(made.text == shop.backups + "/first.zip\n")
    try shop.machine.run("7z", "x", "-pp w'ü", "-o" + shop.machine.path("out"), made.line, with: ["LC_ALL": "C.UTF-8"])
    try expectDecryptedFixture(shop.machine.path("out"), of: shop)
    let methods = try shop.machine.run("7z", "l", "-slt", made.line).lines.filter { $0.hasPrefix("Method = ") }
    #expect(methods.count == 26)
    #expect(methods.allSatisfy { $0.contains("AES-256") })
    try shop.machine.run("7z", "t", "-pwrong", made.line, status: 2)
    try Files.makeFolder(shop.machine.path("other"))
    try shop.machine.run("bsdtar", "-xf", made.line, "--passphrase", "p w'ü", "-C", shop.machine.path("other"))
    try expectDecryptedFixture(shop.machine.path("other"), of: shop)
    try shop.okit("backup", "verify", "first", "--password-file", shop.password("p w'ü"))
    try shop.okit("backup", "verify", "first", "--password-file", shop.password("wrong"), status: 77)
  }

  @Test func aDirectoryIsACopyAsStored() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "directory")
    let path = try shop.okit("backup", "create", "first", "--format", "directory", "-i", "/absent", status: 77)
    #expect(path.bytes == [])
    #expect(try shop.okit("backup", "create", "first", "--format", "directory").text == shop.backups + "/first\n")
    #expect(try FileTree(shop.backups + "/first/data").differences(from: FileTree(shop.data)) == [])
    try shop.machine.run("sha256sum", "--strict", "-c", "SHA256SUMS", in: shop.backups + "/first")
    try shop.okit("backup", "verify", "first")
    #expect(try Files.mode(shop.backups + "/first") == 0o700)
  }

  @Test func asStoredNeedsNoIdentity() throws {
    let shop = try Bookshop()
    let (recipient, identity) = (try shop.recipient, shop.machine.path("kept.txt"))
    try shop.okit("encrypt", "default")
    try shop.machine.run("mv", shop.identity, identity)
    try shop.okit("backup", "create", "refused", "-r", recipient, status: 77)
    #expect(!Files.exists(shop.backups + "/refused.tar.zst.age"))
    let path = try shop.okit("backup", "create", "blind", "--as-stored", "-r", recipient).line
    try Files.makeFolder(shop.machine.path("out"))
    try shop.machine.shell("age -d -i kept.txt '\(path)' | zstd -dc | tar xf - -C out")
    #expect(try FileTree(shop.machine.path("out/data")).differences(from: FileTree(shop.data)) == [])
    try shop.machine.run("sha256sum", "--strict", "-c", "SHA256SUMS", in: shop.machine.path("out"))
    // The machine that made it cannot open it.
    try shop.okit("backup", "verify", "blind", status: 77)
    try shop.okit("backup", "verify", "blind", "-i", identity)
  }

  @Test func asStoredNeedsNoIdentityForAPartialInAnotherForm() throws {
    let shop = try Bookshop()
    let name = try #require(try Files.names(in: shop.data + "/directory").first)
    let plain = try FileTree(shop.data)
    try shop.okit("encrypt", "directory")
    let partial = try Files.read("\(shop.data)/directory/\(name)")
    try shop.okit("decrypt", "directory")
    #expect(try FileTree(shop.data).differences(from: plain) == [])
    try Files.write(partial, to: "\(shop.data)/directory/\(name)")
    try Files.remove(shop.identity)
    let made = try shop.okit("backup", "create", "b", "--format", "directory")
    #expect(
      made.errors.contains("cannot decrypt") && made.errors.contains("the damaged file is kept in the backup"),
      "\(made.errors)")
    #expect(try FileTree(made.line + "/data").differences(from: FileTree(shop.data)) == [])
    #expect(
      try shop.jq(".files[] | select(.path == \"data/directory/\(name)\").form", made.line + "/okit-backup.json")
        == "age")
  }

  @Test func aBackupIsWrittenToTheGivenOutput() throws {
    let shop = try Bookshop()
    let elsewhere = shop.machine.path("elsewhere")
    try Files.makeFolder(elsewhere)
    let recipient = try shop.recipient
    #expect(
      try shop.okit("backup", "create", "b", "-o", elsewhere, "-r", recipient).text == "\(elsewhere)/b.tar.zst.age\n")
    #expect(try shop.okit("backup", "create", "-o", elsewhere + "/file", "-r", recipient).text == "\(elsewhere)/file\n")
    let stream = try shop.okit("backup", "create", "-o", "-", "-r", recipient)
    #expect(stream.bytes.starts(with: Array("age-encryption.org/v1\n".utf8)))
    try Files.write(stream.bytes, to: elsewhere + "/stream")
    for name in ["b.tar.zst.age", "file", "stream"] { try shop.okit("backup", "verify", "\(elsewhere)/\(name)") }
    try shop.okit("backup", "create", "-o", "-", "--format", "zip", "--password-file", shop.password(), status: 64)
    try shop.okit("backup", "create", "-o", "-", "--format", "directory", status: 64)
    #expect(try !Files.exists(shop.backups) || Files.byteNames(in: shop.backups) == [])
  }

  @Test func invalidAndExistingBackupNamesAreRefused() throws {
    let shop = try Bookshop()
    let recipient = try shop.recipient
    try shop.okit("backup", "create", "one", "-r", recipient)
    let before = try shop.tree()
    try shop.okit("backup", "create", "one", "-r", recipient, status: 73)
    for name in ["", "a/b", "../a", ".hidden", "a:b", "a*b", "a|b", "a\nb", "a\\b", "a?", "<a>", "\"a\"", "a%"] {
      try shop.okit("backup", "create", name, "-r", recipient, status: 64)
    }
    try shop.okit("backup", "create", String(repeating: "n", count: 250), "-r", recipient, status: 64)
    #expect(try shop.tree().differences(from: before) == [])
    let unnamed = try shop.okit("backup", "create", "-r", recipient).line
    let pattern = #"test("/[0-9]{8}T[0-9]{6}Z\\.tar\\.zst\\.age$")"#
    try shop.machine.run("jq", "-R", "-e", pattern, input: Array((unnamed + "\n").utf8))
    try shop.okit("backup", "create", "Größe 漢 🦉", "-r", recipient)
    #expect(Files.exists(shop.backups + "/Größe 漢 🦉.tar.zst.age"))
    try shop.okit("backup", "verify", "Größe 漢 🦉")
  }

  @Test func optionsOverrideTheConfiguredProtectionOfABackup() throws {
    let shop = try Bookshop()
    let output = try shop.okit("backup", "create", "none", status: 77)
    for way in ["--password-file", "--password-command", "OKIT_PASSWORD", "-r"] { #expect(output.errors.contains(way)) }
    try shop.machine.shell(
      #"jq '.backup = {"to": "recipients"}' "$file" > new && cat new > "$file""#,
      with: ["file": shop.configuration])
    #expect(try shop.okit("backup", "create", "mine").errors.contains(shop.recipient))
    try shop.okit("backup", "verify", "mine")
    // A password source overrides the configuration, and -r overrides the password.
    let sealed = try shop.okit("backup", "create", "sealed", with: ["OKIT_PASSWORD": "secret"])
    #expect(sealed.errors.contains("okit: warning: the backup is encrypted with the password from the environment"))
    try shop.okit("backup", "verify", "sealed", status: 77)
    let password = try shop.password("secret")
    #expect(try !shop.okit("backup", "create", "meant", "--password-file", password).errors.contains("warning"))
    try shop.okit("backup", "create", "both", "-r", shop.recipient, with: ["OKIT_PASSWORD": "secret"])
    try shop.okit("backup", "verify", "both")
    #expect(try shop.okit("backup", "create", "dry", "-n").errors.contains("would back up"))
    #expect(!Files.exists(shop.backups + "/dry.tar.zst.age"))
  }
}
