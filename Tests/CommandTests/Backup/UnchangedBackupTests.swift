import Glibc
import TestSupport
import Testing

/// `backup create --if-changed` and `backup status`.
@Suite struct UnchangedBackupTests {
  private static let kinds: [[String]] = [
    ["--format", "directory"], ["-r", "RECIPIENT"], ["--as-stored", "-r", "RECIPIENT"],
  ]

  private func backUp(_ shop: Bookshop, _ options: [String], status: Int32 = 0) throws -> Output {
    let options = try options.map { word in
      switch word {
      case "RECIPIENT": try shop.recipient
      case "PASSWORD": try shop.password()
      default: word
      }
    }
    return try shop.machine.okit(["backup", "create", "--if-changed"] + options, status: status, in: shop.root)
  }

  private func expectNone(_ output: Output, since name: String? = nil, at location: SourceLocation = #_sourceLocation) {
    #expect(output.text == "", sourceLocation: location)
    #expect(
      output.errors.contains("nothing has changed since \(name ?? "")")
        && output.errors.hasSuffix(", so no backup was made\n"),
      "\(output.errors)", sourceLocation: location)
  }

  @Test(arguments: kinds) func nothingIsBackedUpTwice(_ kind: [String]) throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "--all", "--cipher", "age")
    #expect(try backUp(shop, kind).lines.count == 1)
    expectNone(try backUp(shop, kind))
    expectNone(try backUp(shop, kind + ["-n"]))
    // A new time is no change.
    try shop.machine.run("touch", shop.data + "/default.json")
    expectNone(try backUp(shop, kind))
    let path = shop.data + "/default.json"
    try Files.write(Files.read(path), to: path)
    expectNone(try backUp(shop, kind))
    #expect(try shop.backupNames.count == 1)
    let list = try shop.okit("backup", "list", "--json").bytes
    #expect(try shop.machine.run("jq", ".backups[0].confirmed >= .backups[0].created", input: list).line == "true")
  }

  /// Each file is read only once, so only the times are known.
  @Test func nothingIsBackedUpTwiceAfterAPlainCreate() throws {
    let shop = try Bookshop()
    // A later change of a file that has just changed could have the same time.
    sleep(3)
    try shop.okit("backup", "create", "a", "--format", "directory")
    expectNone(try backUp(shop, ["--format", "directory"]), since: "a")
    try shop.machine.run("touch", shop.data + "/default.json")
    expectNone(try backUp(shop, ["--format", "directory"]), since: "a")
    try shop.okit("backup", "create", "b", "--format", "directory")
    try shop.okit("set", "books[0]/price", "1")
    #expect(try backUp(shop, ["--format", "directory"]).lines.count == 1)
  }

  @Test func anUnchangedBackupIsRecognizedRightAfterAChange() throws {
    let shop = try Bookshop()
    for number in 0..<5 {
      let create = "\"$okit\" backup create --format directory"
      let output = try shop.machine.shell(
        "\"$okit\" -q set settings:themeName t\(number); \(create); \(create) --if-changed", in: shop.root)
      #expect(output.lines.count == 1, "\(output.text)")
    }
  }

  @Test func noKeyIsNeeded() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "--all", "--cipher", "age")
    let kind = ["--as-stored", "-r", try shop.recipient]
    _ = try backUp(shop, kind)
    try Files.remove(shop.identity)
    try Files.remove(shop.machine.path("config/okit/\(shop.id)/cryptinfo.json"))
    expectNone(try backUp(shop, kind))
  }

  /// Changes in each kind of file that a backup contains.
  private static let changes: [@Sendable (Bookshop) throws -> Void] = [
    { try $0.okit("set", "books[0]/price", "12.5") },
    { try Files.write("{}", to: $0.data + "/new.json") },
    { try Files.remove($0.data + "/settings.json") },
    { try Files.write(SampleAttachment.pngSignature, to: $0.data + "/" + Fixture.image) },
    { try Files.edit($0.configuration, "\"version\": 1,", "\"version\": 1, \"x\": 1,") },
    { shop in
      try Files.makeFolder(shop.root + "/okit/model/more")
      try Files.write("class More {}\n", to: shop.root + "/okit/model/more/More.swift")
    },
    { try $0.okit("backup", "delete", "b", "--yes") },
    { shop in
      // The same size and time as before, so that only the inode tells.
      let path = shop.data + "/settings.json"
      let text = try Files.text(path)
      try Files.write(text.replacing("5", with: "6"), to: path + ".new")
      try shop.machine.run("touch", "-r", path, path + ".new")
      try Files.move(path + ".new", to: path)
    },
  ]

  @Test(arguments: 0..<8) func aChangeIsBackedUp(_ index: Int) throws {
    let shop = try Bookshop()
    _ = try backUp(shop, ["b", "--format", "directory"])
    expectNone(try backUp(shop, ["--format", "directory"]), since: "b")
    try Self.changes[index](shop)
    #expect(try backUp(shop, ["--format", "directory"]).lines.count == 1)
    expectNone(try backUp(shop, ["--format", "directory"]))
  }

  @Test func anotherKindOfBackupCountsAsChanged() throws {
    let shop = try Bookshop()
    let other = try shop.machine.run("age-keygen", "-o", shop.machine.path("other.txt"))
    #expect(other.text == "")
    let stranger = try shop.machine.run("age-keygen", "-y", shop.machine.path("other.txt")).line
    for kind in [
      ["--format", "directory"], ["-r", "RECIPIENT"], ["-r", "RECIPIENT", "-r", stranger],
      ["--as-stored", "-r", "RECIPIENT"],
    ] {
      #expect(try backUp(shop, kind).lines.count == 1)
      expectNone(try backUp(shop, kind))
    }
    #expect(try shop.backupNames.count == 4)
  }

  @Test func aRekeyedBackupCountsAsChanged() throws {
    let shop = try Bookshop()
    _ = try backUp(shop, ["b", "-r", "RECIPIENT"])
    let other = shop.machine.path("other.txt")
    try shop.machine.run("age-keygen", "-o", other)
    try shop.okit("backup", "rekey", "b", "-r", shop.machine.run("age-keygen", "-y", other).line)
    #expect(try backUp(shop, ["-r", "RECIPIENT"]).lines.count == 1)
    expectNone(try backUp(shop, ["-r", "RECIPIENT"]))
  }

  @Test func theLabelGoesToTheLastBackup() throws {
    let shop = try Bookshop()
    _ = try backUp(shop, ["b", "--format", "directory", "--tag", "a"])
    expectNone(
      try backUp(shop, ["c", "--format", "directory", "--tag", "a,release", "--pin", "--note", "n"]), since: "b")
    #expect(
      try shop.machine.run("jq", "-c", "[.tags, .pinned, .note]", shop.backups + "/b.record.json").line
        == #"[["a","release"],true,"n"]"#)
    let json = try backUp(shop, ["--format", "directory", "--json"])
    #expect(
      try shop.machine.run("jq", "-c", "[.unchanged, .models, .decrypted]", input: json.bytes).line == "[true,3,false]")
  }

  @Test func anotherBackupOfTheNameCountsAsChanged() throws {
    let shop = try Bookshop()
    _ = try backUp(shop, ["b", "--format", "directory"])
    try shop.okit("backup", "delete", "b", "--yes")
    try shop.machine.okit(
      ["backup", "create", "b", "--format", "zip", "--password-file", shop.password(), "-o", shop.backups],
      with: ["SOURCE_DATE_EPOCH": "1763640000"],
      in: shop.root)
    #expect(try backUp(shop, ["--format", "directory"]).lines.count == 1)
  }

  @Test func aModelBehindALinkThatLeadsAwayIsNoObstacle() throws {
    let shop = try Bookshop()
    try Files.write("{}", to: shop.machine.path("outside.json"))
    try Files.link(shop.data + "/linked.json", to: shop.machine.path("outside.json"))
    for _ in 0..<2 {
      let output = try backUp(shop, ["--format", "directory"])
      #expect(output.lines.count == 1 && output.errors.contains("the backup does not contain it"))
    }
  }

  @Test func aDamagedBackupCountsAsChanged() throws {
    let shop = try Bookshop()
    _ = try backUp(shop, ["b", "--format", "directory"])
    try Files.write("{}", to: shop.backups + "/b/data/settings.json")
    try shop.okit("backup", "verify", "b", status: 65)
    #expect(try backUp(shop, ["--format", "directory"]).lines.count == 1)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"version":9}"#,
    #"{"version":1,"backup":"../b","created":"2026-11-21T07:50:14Z","models":[],"lostModels":[],"kind":""}"#,
  ])
  func unreadableFactsCountAsChanged(_ text: String) throws {
    let shop = try Bookshop()
    _ = try backUp(shop, ["b", "--format", "directory"])
    let path = shop.root + "/okit/.last-backup.json"
    #expect(try Files.mode(path) == 0o600)
    try Files.write(text, to: path)
    #expect(try backUp(shop, ["--format", "directory"]).lines.count == 1)
    expectNone(try backUp(shop, ["--format", "directory"]))
  }

  @Test func theHookRunsBeforeTheComparison() throws {
    let shop = try Bookshop()
    _ = try backUp(shop, ["--format", "directory"])
    try shop.hook("before-backup", "echo '{}' >\"$OKIT_ROOT/okit/data/dumped.json\"")
    #expect(try backUp(shop, ["--format", "directory"]).lines.count == 1)
    expectNone(try backUp(shop, ["--format", "directory"]))
    #expect(try backUp(shop, ["-o", shop.machine.folder], status: 64).errors.contains("--if-changed"))
  }

  @Test func aModelThatIsNoLongerBackedUpIsReported() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "one", "--format", "directory")
    try shop.okit("model", "delete", "settings", "--yes")
    let output = try shop.okit("backup", "create", "two", "--format", "directory")
    #expect(
      output.errors.contains("okit: warning: model settings was in the last backup, 'one', and is not in this one"))
    #expect(try shop.okit("backup", "status").errors.contains("warning: model settings was in the backup before"))
    #expect(!(try shop.okit("backup", "create", "three", "--format", "directory").errors.contains("settings")))
    #expect(try shop.okit("backup", "status").errors == "")
  }

  @Test func statusTellsWhetherBackupsAreRecentAndVerified() throws {
    let shop = try Bookshop()
    #expect(try shop.okit("backup", "status", status: 1).text == "no backup\n")
    // 2025-11-20T12:00:00Z.
    try shop.okit("backup", "create", "old", "--format", "directory", with: ["SOURCE_DATE_EPOCH": "1763640000"])
    #expect(
      try shop.okit("backup", "status").text == "good: newest old, 2025-11-20T12:00:00Z; never verified; 1 backup\n")
    #expect(
      try shop.okit("backup", "status", "--max-age", "26h", status: 1).text.hasPrefix(
        "the newest backup is older than 1d2h: newest old, "))
    #expect(
      try shop.okit("backup", "status", "--max-verified", "8d", status: 1).text.hasPrefix(
        "no backup was verified in the last 8d: "))
    try shop.okit("backup", "create", "new", "--format", "directory")
    try shop.okit("backup", "verify", "old")
    let good = try shop.okit("backup", "status", "--max-age", "26h", "--max-verified", "8d", "--json")
    #expect(
      try shop.machine.run("jq", "-c", "[.good, .newest, .backups, .problems]", input: good.bytes).line
        == #"[true,"new",2,[]]"#)
    try Files.write("{}", to: shop.backups + "/new/data/settings.json")
    try shop.okit("backup", "verify", "new", status: 65)
    #expect(try shop.okit("backup", "status", status: 1).text.hasPrefix("damaged: new: newest old, "))
    try shop.okit("backup", "status", "--max-age", "26", status: 64)
    try Files.remove(shop.backups + "/new")
    for name in ["old", "new"] { try Files.remove(shop.backups + "/\(name).record.json") }
    try shop.okit("backup", "create", "sealed", "-r", shop.recipient)
    try shop.okit("backup", "status", "--max-verified", "90000d", status: 1)
    // A file of somebody else is not this workspace's damage.
    try Files.write("x", to: shop.backups + "/" + String(repeating: "n", count: 246) + ".zip")
    try shop.okit("backup", "status")
  }

  @Test func aConfirmedBackupIsRecent() throws {
    let shop = try Bookshop()
    let old = ["SOURCE_DATE_EPOCH": "1763640000"]
    try shop.machine.okit(
      ["backup", "create", "old", "--if-changed", "--format", "directory"], with: old, in: shop.root)
    try shop.okit("backup", "status", "--max-age", "1h", status: 1)
    expectNone(try backUp(shop, ["--format", "directory"]), since: "old")
    try shop.okit("backup", "status", "--max-age", "1h")
  }
}
