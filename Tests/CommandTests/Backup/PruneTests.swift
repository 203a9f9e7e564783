import Foundation
import TestSupport
import Testing

/// `backup prune`, `pin` and `unpin`, and the records beside backups.
@Suite struct PruneTests {
  /// 2025-11-20T12:00:00Z.
  private static let noon = 1_763_640_000

  /// Creates backups at these times, in seconds since ``noon``, as folders with the names of their positions.
  private func backUp(_ times: [Int], _ shop: Bookshop, _ options: String...) throws {
    for (index, time) in times.enumerated() {
      let arguments = ["backup", "create", "b\(index)", "--format", "directory"] + options
      try shop.machine.okit(arguments, with: ["SOURCE_DATE_EPOCH": String(Self.noon + time)], in: shop.root)
    }
  }

  /// The names of the backups that remain, sorted.
  private func names(_ shop: Bookshop) throws -> [String] {
    let list = try shop.okit("backup", "list", "--json").bytes
    return try shop.machine.run("jq", "-r", ".backups[].name", input: list).lines.sorted()
  }

  private func removed(_ shop: Bookshop, _ options: [String], zone: String = "UTC") throws -> [String] {
    let plan = try shop.machine.okit(
      ["backup", "prune", "--dry-run", "--json"] + options, with: ["TZ": zone], in: shop.root)
    return try shop.machine.run("jq", "-r", ".removed[]", input: plan.bytes).lines.sorted()
  }

  private static let day = 86_400
  private static let rules = [
    ["--keep-last", "3"], ["--keep-hourly", "2"], ["--keep-daily", "3"], ["--keep-weekly", "2"],
    ["--keep-monthly", "2"], ["--keep-monthly", "30"], ["--keep-yearly", "2"], ["--keep-yearly", "9"],
    ["--keep-within", "10d"], ["--keep-within", "1m"], ["--keep-within", "1y"], ["--keep-within", "1m9d5h"],
    ["--keep-tag", "release"], ["--keep-tag", "release,old"], ["--keep-daily", "2", "--keep-weekly", "3"],
    ["--keep-last", "1", "--keep-monthly", "4", "--keep-tag", "release"],
  ]

  /// restic keeps and removes the same snapshots, also where a day or a year ends elsewhere than in UTC.
  @Test(arguments: ["UTC", "America/New_York", "Asia/Kolkata"])
  func theRulesAreThoseOfRestic(_ zone: String) throws {
    let shop = try Bookshop()
    let day = Self.day
    // Close pairs around the ends of hours and local days; gaps of weeks, months and years; a year that begins in the last week of the former.
    let times = [
      0, -600, -7800, -day + 16 * 3600, -day + 15 * 3600, -day - 43_200 - 1, -2 * day, -9 * day, -16 * day, -40 * day,
      -324 * day, -324 * day - 9 * 3600, -700 * day,
    ]
    let secrets = ["RESTIC_PASSWORD": "secret", "RESTIC_REPOSITORY": shop.machine.path("restic"), "TZ": zone]
    try shop.machine.run("restic", "init", "--no-cache", with: secrets)
    for (index, time) in times.enumerated() {
      let moment = Self.noon + time
      let date = try shop.machine.run("date", "-d", "@\(moment)", "+%Y-%m-%d %H:%M:%S", with: ["TZ": zone]).line
      let tags = index % 5 == 3 ? ["--tag", index == 8 ? "release,old" : "release"] : []
      try shop.machine.okit(
        ["backup", "create", "b\(index)", "--format", "directory"] + tags,
        with: ["SOURCE_DATE_EPOCH": String(moment)], in: shop.root)
      let arguments =
        ["restic", "backup", "--no-cache", "--stdin", "--stdin-filename", "b\(index)", "--time", date] + tags
      try shop.machine.launch(arguments, Array("x".utf8), secrets, nil).check(.status(0), arguments, #_sourceLocation)
    }
    for rules in Self.rules {
      let arguments = ["restic", "forget", "--no-cache", "--dry-run", "--json", "--group-by", ""] + rules
      let output = try shop.machine.launch(arguments, [], secrets, nil)
      output.check(.status(0), arguments, #_sourceLocation)
      let expected = try shop.machine.run("jq", "-r", ".[0].remove // [] | .[].paths[0]", input: output.bytes).lines
        // okit always keeps the newest backup.
        .map { String($0.dropFirst()) }.filter { $0 != "b0" }.sorted()
      let found = try removed(shop, rules, zone: zone)
      #expect(found == expected, "\(rules.joined(separator: " ")) in \(zone)")
    }
  }

  @Test func whatNoRuleKeepsIsRemovedWithItsRecord() throws {
    let shop = try Bookshop()
    try backUp([-3, -2, -1, 0].map { $0 * Self.day }, shop)
    let output = try shop.okit("backup", "prune", "--keep-last", "2")
    #expect(output.errors == "2 backups removed, 2 kept\n")
    #expect(output.lines.count { $0.hasSuffix("  remove") } == 2)
    #expect(
      try Files.names(in: shop.backups).sorted() == ["b2", "b2.record.json", "b3", "b3.record.json"])
    #expect(try shop.okit("backup", "prune", "--keep-last", "2").errors == "0 backups removed, 2 kept\n")
  }

  @Test func withoutRulesNothingIsRemoved() throws {
    let shop = try Bookshop()
    try backUp([-Self.day, 0], shop)
    #expect(try shop.okit("backup", "prune", status: 64).errors.contains("no rules"))
    #expect(try shop.okit("backup", "prune", "--keep-daily", "0", status: 64).errors.contains("keep nothing"))
    try shop.okit("backup", "prune", "--keep-daily", "-1", status: 64)
    try shop.okit("backup", "create", "x", "--format", "directory", "--prune", status: 64)
    #expect(try names(shop) == ["b0", "b1"])
  }

  @Test func backupsOfOtherWorkspacesStay() throws {
    let shop = try Bookshop()
    let other = try Bookshop(Machine(), data: Fixture.example + "/data", key: nil)
    try backUp([-3 * Self.day, -2 * Self.day], other)
    try Files.makeFolder(shop.backups)
    for name in ["b0", "b1"] { try Files.copy(other.backups + "/" + name, to: shop.backups + "/other-" + name) }
    try backUp([-Self.day, 0], shop)
    try shop.okit("backup", "prune", "--keep-tag", "none")
    #expect(try names(shop) == ["b1", "other-b0", "other-b1"])
  }

  @Test func aPinnedBackupStaysUntilItIsUnpinned() throws {
    let shop = try Bookshop()
    try backUp([-Self.day], shop, "--pin")
    try shop.okit("backup", "create", "new", "--format", "directory")
    #expect(try removed(shop, ["--keep-last", "1"]) == [])
    #expect(try shop.okit("backup", "list").lines.contains { $0.hasPrefix("b0 ") && $0.hasSuffix("pinned") })
    try shop.okit("backup", "unpin", "b0")
    #expect(try removed(shop, ["--keep-last", "1"]) == ["b0"])
    try shop.okit("backup", "pin", "b0", "absent", status: 66)
    #expect(try removed(shop, ["--keep-last", "1"]) == ["b0"])
    try shop.okit("backup", "pin", "b0")
    try shop.okit("backup", "prune", "--keep-last", "1")
    #expect(try names(shop) == ["b0", "new"])
  }

  @Test func onlyVerifiedBackupsCountIfAsked() throws {
    let shop = try Bookshop()
    try backUp([-2, -1, 0].map { $0 * Self.day }, shop)
    #expect(try removed(shop, ["--keep-last", "1", "--verified"]) == [])
    try shop.okit("backup", "verify", "b1")
    #expect(try removed(shop, ["--keep-last", "1", "--verified"]) == ["b0"])
    #expect(try removed(shop, ["--keep-last", "1"]) == ["b0", "b1"])
  }

  /// Rules cannot tell which of them is worth keeping.
  @Test(arguments: [["--keep-within", "30d"], ["--keep-last", "1"], ["--keep-tag", "none"]])
  func ifNoBackupCountsAllStay(_ rule: [String]) throws {
    let shop = try Bookshop()
    try backUp([-2, -1, 0].map { $0 * Self.day }, shop)
    #expect(try removed(shop, rule + ["--verified"]) == [])
    let future = try Bookshop()
    try backUp([3000, 3001, 3002].map { $0 * Self.day }, future)
    #expect(try removed(future, rule) == [])
  }

  @Test func aSafetyBackupStaysIfItMayHaveTheOnlyGoodData() throws {
    let shop = try Bookshop()
    try backUp([0], shop)
    let name = "before-restore-20250101T000000Z"
    try Files.copy(shop.backups + "/b0", to: shop.backups + "/" + name)
    try Files.edit(shop.backups + "/\(name)/okit-backup.json", "2025-11-20T12:00:00Z", "2025-01-01T00:00:00Z")
    try shop.machine.run("touch", "-d", "2025-01-01", shop.backups + "/" + name)
    #expect(try removed(shop, ["--keep-last", "9"]) == [name])
    try Files.write("{}", to: shop.backups + "/b0/data/default.json")
    try shop.okit("backup", "verify", "b0", status: 65)
    #expect(try removed(shop, ["--keep-last", "9"]) == [])
  }

  @Test func aDamagedRecordDoesNotCostThePin() throws {
    let shop = try Bookshop()
    let old = ["SOURCE_DATE_EPOCH": String(Self.noon - Self.day)]
    try shop.okit("backup", "create", "old", "--format", "directory", "--pin", "--tag", "release", with: old)
    try backUp([0], shop)
    let record = shop.backups + "/old.record.json"
    let damaged = try Files.text(record).replacing("true", with: "true,")
    try Files.write(damaged, to: record)
    let output = try shop.okit("backup", "verify", "old")
    #expect(output.errors.contains("okit: warning: ") && output.errors.contains("so the backup is pinned now"))
    #expect(try Files.text(record + ".damaged") == damaged)
    #expect(try removed(shop, ["--keep-last", "1"]) == [])
    #expect(try shop.jq(".pinned", record) == "true")
  }

  @Test func aBrokenIdentityIsNoDamageOfBackups() throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup("b")
    try Files.write("AGE-SECRET-KEY-1", to: shop.identity)
    try shop.okit("backup", "verify", "--all", status: 65)
    #expect(try shop.jq(".verified", path + ".record.json") == "null")
  }

  @Test func aTruncatedBackupIsRecordedAsDamaged() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("old")
    let path = try shop.sealedBackup("new")
    try Files.write(Files.read(path).dropLast(3), to: path)
    #expect(try shop.okit("backup", "status", status: 1).text.hasPrefix("damaged: new: newest old, "))
    try shop.okit("backup", "verify", "new", status: 65)
    #expect(try shop.jq(".verified.intact", path + ".record.json") == "false")
    #expect(try shop.okit("backup", "status", status: 1).text.hasPrefix("damaged: new: newest old, "))
    #expect(try removed(shop, ["--keep-last", "1"]) == [])
  }

  @Test func aDamagedBackupDoesNotCount() throws {
    let shop = try Bookshop()
    try backUp([-2, -1, 0].map { $0 * Self.day }, shop)
    try Files.write("{}", to: shop.backups + "/b2/data/default.json")
    try shop.okit("backup", "verify", "b2", status: 65)
    #expect(try removed(shop, ["--keep-last", "1"]) == ["b0"])
    let line = try shop.okit("backup", "list").lines.first { $0.hasPrefix("b2 ") }
    #expect(line?.hasSuffix("damaged") == true)
  }

  @Test func anEncryptedBackupIsPrunedWithoutItsPassword() throws {
    let shop = try Bookshop()
    for (name, time) in [("old", -Self.day), ("new", 0)] {
      try shop.okit(
        "backup", "create", name, "-r", shop.recipient, "--note", "a note", "--tag", "nightly",
        with: ["SOURCE_DATE_EPOCH": String(Self.noon + time)])
    }
    let record = try Files.read(shop.backups + "/old.tar.zst.age.record.json")
    #expect(
      try shop.machine.run("jq", "-c", "[.created, .tags, .note, .pinned]", input: record).line
        == #"["2025-11-19T12:00:00Z",["nightly"],"a note",null]"#)
    try Files.remove(shop.identity)
    try shop.okit("backup", "prune", "--keep-last", "1")
    #expect(try names(shop) == ["new"])
  }

  @Test func aBackupWithoutARecordStaysUntilItIsVerified() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("old")
    _ = try shop.sealedBackup("new")
    try Files.remove(shop.backups + "/old.tar.zst.age.record.json")
    #expect(try removed(shop, ["--keep-last", "1"]) == [])
    try shop.okit("backup", "verify", "old")
    #expect(try removed(shop, ["--keep-last", "1"]).count == 1)
    try Files.write("{", to: shop.backups + "/new.tar.zst.age.record.json")
    let output = try shop.okit("backup", "prune", "--keep-last", "1", "-n")
    #expect(
      output.errors.contains("keeping backup 'new'") && output.lines.contains { $0.hasSuffix("unreadable record") })
  }

  @Test func theNewestBackupsStayWhateverTheRules() throws {
    let shop = try Bookshop()
    try backUp([-3, -2, -1, 0].map { $0 * Self.day }, shop)
    try Files.write("{}", to: shop.backups + "/b3/data/default.json")
    try shop.okit("backup", "verify", "b3", status: 65)
    // The newest is damaged, so the newest intact one stays as well.
    try shop.okit("backup", "prune", "--keep-tag", "none")
    #expect(try names(shop) == ["b2", "b3"])
  }

  @Test func aBackupFromTheFutureDoesNotCount() throws {
    let shop = try Bookshop()
    try backUp([-2 * Self.day, -Self.day, 3000 * Self.day], shop)
    #expect(try removed(shop, ["--keep-last", "1"]) == ["b0"])
    #expect(try removed(shop, ["--keep-within", "30d"]) == [])
  }

  @Test func theBackupThatWasJustMadeStays() throws {
    let shop = try Bookshop()
    try backUp([-Self.day, 0], shop)
    try Files.edit(shop.configuration, "\"version\": 1,", "\"version\": 1, \"backup\": {\"keep\": {\"last\": 1}},")
    try shop.okit(
      "backup", "create", "old", "--format", "directory", "--prune", with: ["SOURCE_DATE_EPOCH": "1000000000"])
    #expect(try names(shop) == ["b1", "old"])
    try shop.okit("backup", "create", "-o", shop.machine.folder, "--prune", status: 64)
  }

  @Test(arguments: [
    #"{"dayly": 7}"#, #"{"last": -1}"#, #"{"last": "1"}"#, #"{"within": "30"}"#, #"{"within": "0d"}"#,
    #"{"within": "3s"}"#, #"{"tags": "a"}"#, #"{"tags": [""]}"#, #"{"within": "1d1d"}"#, "[]",
  ])
  func aWrongRuleIsAnErrorOfTheConfiguration(_ rules: String) throws {
    let shop = try Bookshop()
    try backUp([-Self.day, 0], shop)
    try Files.edit(shop.configuration, "\"version\": 1,", "\"version\": 1, \"backup\": {\"keep\": \(rules)},")
    try shop.okit("backup", "prune", status: 78)
    #expect(try Files.names(in: shop.backups).count == 4)
  }

  @Test func aForeignFileWithTheNameOfARecordStays() throws {
    let shop = try Bookshop()
    try backUp([0], shop)
    let foreign = shop.backups + "/x.record.json"
    try Files.write("foreign", to: foreign)
    let refused = try shop.okit("backup", "create", "x", "--format", "directory", "-n", status: 73)
    #expect(refused.errors.contains("x.record.json already exists"))
    try shop.okit("backup", "create", "x", "--format", "directory", status: 73)
    try shop.okit("backup", "prune", "--keep-last", "1")
    #expect(try Files.text(foreign) == "foreign")
    try shop.okit("backup", "create", "before-x-20260101T000000Z", "--format", "directory", status: 64)
    try shop.okit("backup", "create", "x.record.json", "--format", "directory", status: 64)
  }

  @Test func aRecordWithoutItsBackupIsRemoved() throws {
    let shop = try Bookshop()
    try backUp([-Self.day, 0], shop)
    try Files.remove(shop.backups + "/b0")
    try shop.okit("backup", "prune", "--keep-last", "5")
    #expect(try Files.names(in: shop.backups).sorted() == ["b1", "b1.record.json"])
  }

  @Test func aRecordOfAnotherFileDoesNotCount() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("old")
    _ = try shop.sealedBackup("new")
    try Files.write([1, 2, 3], to: shop.backups + "/old.tar.zst.age")
    #expect(try removed(shop, ["--keep-last", "1"]) == [])
  }

  @Test func backupsBeforeChangesGoAfterAWeekUnlessARollbackNeedsThem() throws {
    let shop = try Bookshop()
    try backUp([0], shop)
    for name in ["before-restore-20250101T000000Z", "before-migrate-20250101T000000Z-2", "before-lunch"] {
      try Files.copy(shop.backups + "/b0", to: shop.backups + "/" + name)
      let manifest = shop.backups + "/\(name)/okit-backup.json"
      let text = try Files.text(manifest).replacing("2025-11-20T12:00:00Z", with: "2025-01-01T00:00:00Z")
      try Files.write(text, to: manifest)
      try shop.machine.run("touch", "-d", "2025-01-01", shop.backups + "/" + name)
    }
    #expect(
      try removed(shop, ["--keep-last", "9"])
        == ["before-migrate-20250101T000000Z-2", "before-restore-20250101T000000Z"])
    let history =
      #"{"version":1,"events":[{"event":"apply","time":"2025-01-01T00:00:00Z","migrations":["0001-a"],"from":0,"to":1,"models":[],"backup":"before-migrate-20250101T000000Z-2","files":{}}]}"#
    try Files.write(history, to: shop.root + "/okit/history.json")
    #expect(try removed(shop, ["--keep-last", "9"]) == ["before-restore-20250101T000000Z"])
    // Elsewhere, nobody knows what a rollback needs.
    let plan = try shop.machine.okit(
      "backup", "prune", "--dry-run", "--json", "--keep-last", "9", "--folder", shop.backups, in: shop.machine.folder)
    #expect(
      try shop.machine.run("jq", "-r", ".removed[]", input: plan.bytes).lines == ["before-restore-20250101T000000Z"])
  }

  @Test func aBackupPrunesByTheRulesOfTheConfiguration() throws {
    let shop = try Bookshop()
    try backUp([-2, -1, 0].map { $0 * Self.day }, shop)
    let text = try Files.text(shop.configuration)
    let rules = "\"version\": 1, \"backup\": {\"keep\": {\"last\": 2, \"within\": \"1h\"}},"
    try Files.write(text.replacing("\"version\": 1,", with: rules), to: shop.configuration)
    let output = try shop.okit("backup", "create", "--format", "directory", "--prune")
    #expect(output.lines.count == 1 && output.errors.contains("2 backups removed, 2 kept"))
    #expect(try names(shop).contains("b2") && names(shop).count == 2)
  }
}
