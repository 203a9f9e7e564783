import Glibc
import TestSupport
import Testing

/// `--at`: reading the workspace as it was in a backup.
@Suite struct PastTests {
  private static let readers = [
    "get .", "get books[0]/name books.@count --json", "check", "ref list", "ref who genres[0]",
    "ref resolve books[0]/genre", "ref graph", "partial list", "partial resolve directory:groups[0]",
    "attachment list", "attachment get books[0]/icon -o -", "model show directory", "model schema directory",
  ]
  private static let kinds = [
    ["--format", "directory"], ["-r", "RECIPIENT"], ["--as-stored", "-r", "RECIPIENT"],
    ["--format", "zip", "--password-file", "PASSWORD"],
  ]

  private func shop() throws -> Bookshop {
    let shop = try Bookshop()
    try shop.define()
    return shop
  }

  private func options(_ words: [String], _ shop: Bookshop) throws -> [String] {
    try words.map { word in
      switch word {
      case "RECIPIENT": try shop.recipient
      case "PASSWORD": try shop.password()
      default: word
      }
    }
  }

  /// Changes every kind of data, and removes what the reading commands look at.
  private func change(_ shop: Bookshop) throws {
    try shop.okit("set", "books[0]/name", "Changed")
    try shop.okit("attachment", "remove", "books[0]/icon")
    try shop.okit("model", "delete", "directory", "--yes")
    try Files.write("{}", to: shop.data + "/new.json")
    try Files.remove(shop.root + "/okit/model")
  }

  @Test(arguments: kinds) func eachReadingCommandSeesThePast(_ kind: [String]) throws {
    let shop = try shop()
    let past = try Self.readers.map { line in
      try shop.machine.okit(line.split(separator: " ").map(String.init), in: shop.root).bytes
    }
    try shop.machine.okit(["backup", "create", "b"] + options(kind, shop), in: shop.root)
    try change(shop)
    let before = try shop.tree()
    let password = kind.contains("PASSWORD") ? ["--password-file", try shop.password()] : []
    for (line, expected) in zip(Self.readers, past) {
      let words = line.split(separator: " ").map(String.init) + ["--at", "b"] + password
      let output = try shop.machine.okit(words, in: shop.root)
      #expect(output.bytes == expected, "\(line): \(output.text)")
    }
    let out = shop.machine.path("out")
    try shop.machine.okit(["export", "-o", out, "--at", "b"] + password, in: shop.root)
    #expect(try shop.jq(".books[0].name", out + "/default.json") == "Dispossessed 0")
    for path in ["directory.json", Fixture.image] { #expect(Files.exists(out + "/" + path)) }
    try shop.machine.okit(["status", "--at", "b"] + password, in: shop.root)
    try shop.machine.okit(["model", "list", "--at", "b"] + password, in: shop.root)
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test(.enabled(if: Strace.works, "strace cannot trace here")) func nothingIsWrittenToADisk() throws {
    let shop = try shop()
    _ = try shop.sealedBackup("b")
    let trace = shop.machine.path("trace")
    try shop.okit("set", "books[0]/name", "Changed")
    for line in [
      "get . --at b", "attachment get books[0]/icon -o - --at b", "check --at b", "diff", "diff b @1", "get . --at @2",
      "log books[0]/name --backups",
    ] {
      let words = [
        "strace", "-f", "-qq", "-e", "trace=open,openat,openat2,creat,memfd_create,rename,renameat2", "-o", trace,
      ]
      let output = try shop.machine.launch(
        words + [Machine.okit] + line.split(separator: " ").map(String.init), [], [:], shop.root)
      #expect(output.end == .status(0))
      let calls = try Files.text(trace).split(separator: "\n")
      #expect(calls.contains { $0.contains("O_RDONLY") })
      let writing = calls.filter { call in
        ["O_CREAT", "O_WRONLY", "O_RDWR", "O_TMPFILE", "memfd", "rename"].contains(where: call.contains)
          && !call.contains("/dev/")
      }
      #expect(writing == [])
    }
  }

  @Test func aDateMeansTheNewestBackupUntilThen() throws {
    let shop = try shop()
    // 2025-11-20T12:00:00Z and the two days before.
    for (name, day) in [("a", 2), ("b", 1), ("c", 0)] {
      try shop.okit("set", "name", name)
      try shop.okit(
        "backup", "create", name, "--format", "directory",
        with: ["SOURCE_DATE_EPOCH": String(1_763_640_000 - day * 86_400)])
    }
    shop.machine.environment["TZ"] = "America/New_York"
    for (date, name) in [
      ("2025-11-18", "a"), ("2025-11-19", "b"), ("2025-11-19T12:00:00Z", "b"), ("2025-11-19T11:59:59Z", "a"),
      ("2026-01-01", "c"),
    ] {
      #expect(try shop.okit("get", "name", "--at", date).line == name, "\(date)")
    }
    #expect(
      try shop.okit("get", "name", "--at", "2025-11-17", status: 66).errors.contains(
        "no backup from 2025-11-17 or earlier"))
    #expect(try shop.okit("get", "name", "--at", "./okit/backup/b").line == "b")
    #expect(try shop.machine.okit(["get", "name", "--at", shop.backups + "/b"], in: shop.machine.folder).line == "b")
  }

  @Test func aStepIsTheStateAfterIt() throws {
    let shop = try shop()
    let names = ["one", "two", "three"]
    for name in names { try shop.okit("set", "books[0]/name", name) }
    let log = try shop.okit("log", "--json").bytes
    let steps = try shop.machine.run("jq", "[.log[] | select(.step) | .step] | sort | .[]", input: log).lines
    // The first steps are those of the keys.
    #expect(steps == ["1", "2", "3", "4", "5"])
    for (step, name) in zip(steps.dropFirst(2), names) {
      #expect(try shop.okit("get", "books[0]/name", "--at", "@" + step).line == name)
      try shop.okit("check", "--at", "@" + step)
    }
    for step in ["@0", "@1", "@2"] {
      #expect(try shop.okit("get", "books[0]/name", "--at", step).line == "Dispossessed 0")
    }
    // Removed and added files.
    try shop.okit("attachment", "remove", "books[0]/icon")
    #expect(try shop.okit("attachment", "list", "--at", "@5").text.contains("default:books[0]/icon"))
    try Files.write("{}", to: shop.machine.path("more.json"))
    try shop.okit("import", shop.machine.path("more.json"), "--as", "more")
    #expect(try !shop.okit("model", "list", "--at", "@5").text.contains("more"))
    #expect(try shop.okit("model", "list", "--at", "@7").text.contains("more"))
    try shop.okit("get", "name", "--at", "@99", status: 66)
    try shop.okit("get", "name", "--at", "@x", status: 64)
    // What was plain is removed from the history when it is encrypted. Other models are still there.
    try shop.okit("set", "directory:authors[0]/name", "Nobody")
    try shop.okit("encrypt", "directory")
    let output = try shop.okit("get", "directory:authors[0]/name", "--at", "@3", status: 66)
    #expect(output.errors.contains("the history no longer has okit/data/directory.json"))
    #expect(try shop.okit("get", "books[0]/name", "--at", "@3").line == "one")
  }

  @Test func aStepIsNotWhatAnotherProgramLeft() throws {
    let shop = try shop()
    try shop.okit("set", "directory:authors[0]/name", "A")
    try Files.edit(shop.data + "/directory.json", "\"A\"", "\"B\"")
    let output = try shop.okit("get", "directory:authors[0]/name", "--at", "@3", status: 66)
    #expect(output.errors.contains("another program changed okit/data/directory.json after step 3"))
    #expect(try shop.okit("get", "directory:authors[0]/name", "--at", "@2").line == "Ursula K. Le Guin")
    try shop.okit("set", "directory:authors[0]/name", "C")
    try shop.okit("get", "directory:authors[0]/name", "--at", "@3", status: 66)
    #expect(try shop.okit("get", "directory:authors[0]/name", "--at", "@4").line == "C")
    #expect(try shop.okit("get", "settings:themeName", "--at", "@3").line == "")
  }

  @Test func aStepFollowsNoLinkAndNoticesDamage() throws {
    let shop = try shop()
    for name in ["A", "B", "C"] { try shop.okit("set", "directory:authors[0]/name", name) }
    let outside = try shop.machine.write("{\"secret\":1}", "outside.json")
    try Files.link(shop.data + "/leak.json", to: outside)
    #expect(try shop.okit("get", "leak:.", "--at", "@3", status: 65).errors.contains("not followed"))
    try Files.remove(shop.data + "/leak.json")
    let steps = shop.root + "/okit/.steps"
    let kept = try #require(try Files.names(in: steps).first { $0.hasPrefix("5-") && !$0.hasSuffix(".json") })
    try Files.edit(steps + "/" + kept, "\"B\"", "\"X\"")
    #expect(try shop.okit("get", "directory:authors[0]/name", "--at", "@4", status: 65).bytes == [])
    let record = try #require(try Files.names(in: steps).first { $0.hasPrefix("4-") && $0.hasSuffix(".json") })
    try Files.remove(steps + "/" + record)
    let output = try shop.okit("get", "directory:authors[0]/name", "--at", "@2", status: 65)
    #expect(output.errors.contains("the record of step 4 is missing"))
  }

  @Test func definitionsOutsideApplyToThePast() throws {
    let shop = try Bookshop()
    try Files.makeFolder(shop.machine.path("App"))
    try Files.write(
      Files.read(Fixture.definitions + "/Bookshop.swift"), to: shop.machine.path("App/Bookshop.swift"))
    try Files.write(shop.jq(".definitions = [\"../App\"]", shop.configuration), to: shop.configuration)
    let past = try shop.okit("partial", "list").bytes
    try shop.okit("set", "name", "New")
    try shop.okit("backup", "create", "b", "--format", "directory")
    for when in ["@2", "@3", "b"] {
      #expect(try shop.okit("partial", "list", "--at", when).bytes == past)
      try shop.okit("check", "--at", when)
    }
  }

  @Test func aWriterDoesNotWaitForTheReaderOfOutput() throws {
    let shop = try shop()
    // The output is larger than what a pipe holds.
    let text = String(repeating: "x", count: 300_000)
    try shop.okit("import", shop.machine.write(#"{"id":"R","text":"\#(text)"}"#, "large.json"), "--as", "large")
    try shop.okit("set", "name", "New")
    let pipe = shop.machine.path("pipe")
    try shop.machine.run("mkfifo", pipe)
    let children = try [
      "exec '\(Machine.okit)' get large:. --at @4 >'\(pipe)'", "exec 3<'\(pipe)'; head -c 1 <&3 >/dev/null; sleep 300",
    ].map { line in
      try ChildProcess(
        ["sh", "-c", line], environment: shop.machine.environment, in: shop.root,
        streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
    }
    defer {
      for child in children {
        child.send(SIGKILL)
        _ = child.wait()
      }
    }
    try shop.okit("set", "name", "Newer", "--wait", "60s")
  }

  @Test func aDateEndsWithItsLocalDay() throws {
    let shop = try shop()
    // 2026-04-05 00:30 in Auckland, on the day on which summer time ends there, and one minute before that day.
    for (name, time) in [("before", 1_775_300_340), ("after", 1_775_302_200)] {
      try shop.okit("set", "name", name)
      try shop.okit("backup", "create", name, "--format", "directory", with: ["SOURCE_DATE_EPOCH": String(time)])
    }
    shop.machine.environment["TZ"] = "Pacific/Auckland"
    #expect(try shop.okit("get", "name", "--at", "2026-04-04").line == "before")
    #expect(try shop.okit("get", "name", "--at", "2026-04-05").line == "after")
    for (time, name) in [
      ("2026-04-05 00:29", "before"), ("2026-04-05 00:30", "after"), ("2026-04-05T00:29:59", "before"),
      ("2026-04-04T11:29:59+00:00", "before"), ("2026-04-04T13:30:00+02:00", "after"),
      ("2026-04-04T11:30:00Z", "after"),
    ] {
      #expect(try shop.okit("get", "name", "--at", time).line == name, "\(time)")
    }
    for text in ["2026-13-01", "2026-04-04T11", "2026-04-04 11:00:00 x", "2026-04-04T24:00", "@1x", "@+1", ""] {
      try shop.okit("get", "name", "--at", text, status: 64)
    }
    try shop.okit("get", "name", "--password-file", "/dev/null", status: 64)
  }

  @Test func anExportOfThePastBelongsToTheWorkspace() throws {
    let shop = try shop()
    _ = try shop.sealedBackup("b")
    try shop.okit("set", "books[0]/name", "Changed")
    try shop.okit("export", "--at", "b")
    #expect(try shop.jq(".books[0].name", shop.root + "/okit/export/default.json") == "Dispossessed 0")
    try shop.okit("export", "--clear")
    #expect(try Files.names(in: shop.root + "/okit/export").isEmpty)
    let output = try shop.okit(
      "attachment", "get", "books[0]/icon", "--at", "b", "-o", shop.data + "/settings.json", status: 64)
    #expect(output.errors.contains("lies in the data folder"))
    // Without a workspace, it needs a folder.
    let elsewhere = shop.machine.path("elsewhere")
    let identity = try shop.identity
    try shop.machine.okit(
      ["export", "--at", shop.backups + "/b.tar.zst.age", "-i", identity, "-o", elsewhere], in: shop.machine.folder)
    #expect(try shop.jq(".books[0].name", elsewhere + "/default.json") == "Dispossessed 0")
  }

  @Test(arguments: kinds) func aBackupIsRestoredInMemory(_ kind: [String]) throws {
    let shop = try shop()
    try shop.machine.okit(["backup", "create", "b"] + options(kind, shop), in: shop.root)
    let password = kind.contains("PASSWORD") ? ["--password-file", try shop.password()] : []
    let good = try shop.machine.okit(["backup", "verify", "b", "--restore-test"] + password, in: shop.root)
    #expect(good.errors.contains("all checksums match; no problems in 3 restored models\n"))
    // A reference to nothing is as faithfully in the backup as all else.
    try shop.okit("set", "books[0]/genre/refKey", "NOWHERE")
    try shop.machine.okit(["backup", "create", "c"] + options(kind, shop), in: shop.root)
    let problem = try shop.machine.okit(
      ["backup", "verify", "c", "--restore-test", "--json"] + password, status: 1, in: shop.root)
    #expect(try shop.machine.run("jq", "-c", "[.good, .findings]", input: problem.bytes).line == "[true,1]")
    #expect(
      try shop.machine.okit(["check", "--at", "c"] + password, status: 1, in: shop.root).text.contains("NOWHERE"))
    let both = try shop.machine.okit(
      ["backup", "verify", "--all", "--restore-test"] + password, status: 1, in: shop.root)
    #expect(both.errors.contains("2 backups: 1 intact, 1 intact with problems"))
    // The outcome stays when the backup is only verified.
    let tested = try restored(shop)
    #expect(tested.map { $0.suffix(2) } == [",0", ",1"])
    try shop.machine.okit(["backup", "verify", "--all"] + password, in: shop.root)
    #expect(try restored(shop) == tested)
    let list = try shop.okit("backup", "list").lines
    #expect(list.contains { $0.hasPrefix("b ") && $0.contains("restore tested") && !$0.contains("problem") }, "\(list)")
    #expect(list.contains { $0.hasPrefix("c ") && $0.contains("with 1 problem") }, "\(list)")
    // It does not make the backup a bad one.
    try shop.okit("backup", "delete", "b", "--yes")
    try shop.okit("backup", "status", "--max-verified", "1h")
  }

  /// Returns the times and the numbers of problems of the last restore tests, by the names of the backups.
  private func restored(_ shop: Bookshop) throws -> [String] {
    let list = try shop.okit("backup", "list", "--json").bytes
    let filter = #".backups | sort_by(.name)[].restored | "\(.time),\(.problems)""#
    return try shop.machine.run("jq", "-r", filter, input: list).lines
  }

  /// A backup of a file that was already damaged must not take the place of a good one.
  @Test func unreadableFilesOfABackupStayKnown() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("b")
    try Files.write("{", to: shop.data + "/settings.json")
    let path = try shop.sealedBackup("c")
    let password = try shop.password()
    func verify(_ words: String..., status: Int32) throws {
      try shop.machine.okit(
        ["backup", "verify", "--all", "--password-file", password] + words, status: status, in: shop.root)
    }
    func known() throws -> String {
      let list = try shop.okit("backup", "list", "--json").bytes
      return try shop.machine.run(
        "jq", "-c", "[.backups | sort_by(.name)[] | [.verified.intact, .unreadable]]", input: list
      ).line
    }
    // It was noticed when the backup was made.
    #expect(try known() == "[[null,0],[null,1]]")
    try verify("--restore-test", status: 1)
    #expect(try known() == "[[true,0],[true,1]]")
    #expect(try shop.okit("backup", "list").text.contains("1 unreadable file"))
    let plan = try shop.okit("backup", "prune", "--keep-last", "1", "--verified", "-n").text
    #expect(plan.split(separator: "\n").allSatisfy { !$0.contains("remove") }, "\(plan)")
    let status = try shop.okit("backup", "status", "--max-verified", "1h", status: 1).text
    #expect(status.hasPrefix("the newest backup contains 1 unreadable file: newest c, "), "\(status)")
    // Neither a verification without a restore nor one of the damaged file forgets it.
    try verify(status: 0)
    let bytes = try Files.read(path)
    try Files.write(bytes.dropLast(), to: path)
    try verify(status: 65)
    #expect(try known() == "[[true,0],[false,1]]")
    try Files.write(bytes, to: path)
    try verify(status: 0)
    #expect(try known() == "[[true,0],[true,1]]")
    let new = try shop.machine.write("another long password\n", "new")
    try shop.okit("backup", "rekey", "c", "--password-file", password, "--new-password-file", new)
    #expect(try known() == "[[true,0],[null,1]]")
    #expect(try restored(shop).last == "null,null")
    // A number that is none does not make the backup a good one.
    try shop.machine.okit(["backup", "verify", "c", "--password-file", new], in: shop.root)
    let record = path + ".record.json"
    try Files.write(try shop.jq(".unreadable = \"many\"", record), to: record)
    #expect(try known() == "[[true,0],[true,1]]")
    #expect(try shop.okit("backup", "status", status: 1).text.contains("contains 1 unreadable file"))
  }

  /// A missing key says nothing about the backup.
  @Test func aMissingKeyIsNoUnreadableFile() throws {
    let shop = try Bookshop()
    let path = try shop.okit("backup", "create", "b", "--as-stored", "-r", shop.recipient).line
    let keyless = ["OKIT_CBC_KEY": "", "XDG_CONFIG_HOME": shop.machine.path("none")]
    try shop.machine.okit(
      ["backup", "verify", path, "--restore-test", "-i", try shop.identity], status: 1, with: keyless, in: shop.root)
    let list = try shop.okit("backup", "list", "--json").bytes
    #expect(
      try shop.machine.run("jq", "-c", "[.backups[] | [.verified.intact, .unreadable]]", input: list).line
        == "[[true,0]]")
    try shop.okit("backup", "status", "--max-verified", "1h")
  }

  @Test func aBackupWithoutModelsIsRestoredInMemory() throws {
    let machine = try Machine()
    let root = machine.path("empty")
    try machine.okit("init", root)
    try machine.okit("backup", "create", "e", "--format", "directory", in: root)
    let output = try machine.okit("backup", "verify", "e", "--restore-test", in: root)
    #expect(output.errors.hasSuffix("no problems in 0 restored models\n"), "\(output.errors)")
    try machine.okit("diff", "e", in: root)
    try machine.okit("status", "--at", "e", in: root)
  }

  @Test func onlyAWholeBackupIsRead() throws {
    let shop = try shop()
    let path = try shop.sealedBackup("b")
    try shop.okit("get", "name", "--at", "absent", status: 66)
    try shop.okit("check", "--fix", "--at", "b", status: 64)
    try Files.write(Files.read(path).dropLast(1), to: path)
    #expect(try shop.okit("get", "name", "--at", "b", status: 65).bytes == [])
    try shop.okit("backup", "create", "d", "--format", "directory")
    try Files.edit(shop.backups + "/d/data/settings.json", "Immediately", "Immediately!")
    try shop.okit("get", "name", "--at", "d", status: 65)
    try shop.okit("backup", "create", "p", "--password-file", shop.password())
    try shop.okit("get", "name", "--at", "p", "--password-file", shop.password("wrong", "wrong"), status: 77)
    try Files.remove(shop.identity)
    _ = try shop.okit("get", "name", "--at", "p", "--password-file", shop.password())
  }
}
