import Foundation
import TestSupport
import Testing

/// `--json` prints one object with the members that okit-format(5) documents, and nothing else.
@Suite struct JSONHabitTests {
  /// The documented members of each command.
  private static let promised = Result { try promises(Files.text(Fixture.manual + "/okit-format.5")) }

  private static func promises(_ page: String) throws -> [(command: [String], members: Set<String>)] {
    let start = try #require(page.range(of: ".Sh OUTPUT AS JSON\n")).upperBound
    let section = page[start...]
    let end = section.range(of: "\n.Sh ")?.lowerBound ?? section.endIndex
    return section[..<end].split(separator: "\n.It Li ").dropFirst().flatMap { entry in
      let lines = entry.split(separator: "\n", maxSplits: 1)
      let members = Set(lines[1].split { !$0.isLetter }.map(String.init))
      return lines[0].filter { $0 != "\"" }.split(separator: ", ").map { name in
        (name.split(separator: " ").map(String.init), members)
      }
    }
  }

  /// Commands that print values of the data, whose members are not documented.
  private static let values = [["get"], ["list"], ["query"], ["partial", "resolve"], ["settings", "get"]]

  /// The members of an object and of the objects in it, except for values of the data.
  private static let members = """
    [paths | select(.[:-1] | all(. != "value" and . != "old" and . != "new")) | .[-1] | strings] | unique | .[]
    """

  private func tryOut(_ words: [String], status: Int32 = 0, _ shop: Bookshop) throws {
    let output = try shop.machine.okit(words + ["--json"], status: status, in: shop.root)
    #expect(output.text.hasSuffix("\n"))
    #expect(output.lines.count == 1, "\(words)")
    #expect(output.errors == "" || output.errors.contains("plain text of encrypted data is not kept"), "\(words)")
    let promise = try #require(try Self.promised.get().first { words.starts(with: $0.command) }, "\(words)")
    let printed = try shop.machine.run("jq", "-r", Self.members, input: output.bytes).lines
    if Self.values.contains(promise.command) { return }
    #expect(Set(printed).subtracting(promise.members) == [], "\(words)")
    #expect(!printed.isEmpty, "\(words)")
  }

  @Test(arguments: looking) func readingCommandsPrintTheDocumentedJSON(_ line: String) throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup()
    try tryOut(line.split(separator: " ").map(String.init), shop)
  }

  private static let looking = [
    "status", "check", "get .", "get books[0]/name books[1]", "list books", "list books --group type --count",
    "search dispossessed", "query VALUES(1)", "version", "settings get", "settings get encryption",
    "partial list", "partial resolve directory:groups[0]", "attachment list", "ref list default", "ref who genres[0]",
    "ref resolve books[0]/genre", "ref graph", "ref graph --entities", "model list", "model show directory",
    "actions", "remote status", "remote pull", "remote push", "remote sync", "rules list", "rules check", "form list",
    "form check", "key list", "backup list", "backup status",
    "backup show sealed",
    "backup verify sealed",
    "backup verify --all", "migrate status", "migrate plan", "migrate apply -n", "migrate new titles -n",
  ]

  @Test func changingCommandsPrintTheDocumentedJSON() throws {
    let shop = try Bookshop()
    let sealed = try shop.sealedBackup()
    try shop.machine.useEditor(#"sed -i 's/"name": ".*"/"name": "y"/' "$1""#)
    let picture = shop.machine.path("picture.png")
    try Files.write(shop.openSSL("-d", Fixture.bytes("data/" + Fixture.image)), to: picture)
    try Files.makeFolder(shop.root + "/okit/functions")
    try Files.write("#!/bin/sh\ntrue\n", to: shop.root + "/okit/functions/f", mode: 0o700)
    let commands: [[String]] = [
      ["check", "--fix", "-n"], ["check", "--fix"], ["set", "books[0]/name", "x"],
      ["edit", "books[0]"], ["add", "books"], ["add", "books", "--edit"],
      [
        "import", try shop.machine.write("name,copies\nSolaris,3\nNew,1\n", "rows.csv"), "--into", "books", "--key",
        "name",
      ],
      ["move", "books[0]", "books[1]"], ["remove", "books[-1]"], ["undo", "-n"], ["undo"], ["redo"], ["log"],
      ["diff", "sealed"],
      ["call", "books[0]/f()", "-n"], ["call", "books[*]/f()", "--all", "-n"],
      ["partial", "extract", "books[0]", "-n"],
      ["partial", "inline", "directory:groups[0]"], ["partial", "sync"],
      ["attachment", "put", "books[0]/icon", picture], ["attachment", "remove", "books[0]/icon"],
      ["attachment", "gc", "-n"], ["attachment", "gc"], ["settings", "set", "encryption", "off", "-n"],
      ["settings", "edit", "--answers", try shop.machine.write("{\"themeName\":\"dark\"}", "settings.json")],
      ["model", "create", "new", "name:String"], ["model", "delete", "new", "--yes"],
      ["model", "infer", "directory", "--write", "-n"], ["rules", "infer", "--write", "-n"],
      ["rules", "import", Fixture.storyboard, "-n"],
      ["encrypt", "default", "-n"], ["encrypt", "default"], ["rekey"], ["decrypt", "default"],
      ["key", "generate", "-o", shop.machine.path("tried.txt"), "-n"],
      ["key", "generate", "-o", shop.machine.path("new.txt")], ["backup", "create", "b", "-r", try shop.recipient],
      ["backup", "copy", "b", "--to", shop.machine.folder], ["backup", "rekey", "b", "-r", try shop.recipient],
      ["backup", "pin", "b", "-n"], ["backup", "pin", "b"], ["backup", "unpin", "b"], ["backup", "list"],
      ["backup", "prune", "--keep-last", "9"], ["backup", "prune", "--keep-tag", "a", "-n"],
      ["backup", "restore", "sealed", "--yes"], ["export"], ["import", sealed, "--merge"],
      ["import", sealed, "--replace", "--yes"], ["import", sealed, "--merge", "-n"],
      ["init", shop.machine.path("w"), "-n"], ["init", shop.machine.path("w")], ["init", shop.machine.path("w")],
      ["export", "--clear"], ["export", "-n"], ["export", "--format", "sqlite", "-o", shop.machine.path("shop.db")],
      ["backup", "delete", "b", "-n"], ["backup", "delete", "b", "--yes"],
      ["key", "import", Fixture.key], ["key", "import", Fixture.key, "-n"],
      ["key", "export", "-o", shop.machine.path("copy.txt")], ["key", "add", try shop.recipient],
      ["key", "remove", try shop.recipient, "-n"],
    ]
    for words in commands { try tryOut(words, shop) }
    #expect(
      try Self.promised.get().map(\.command).filter { promised in
        let looking = Self.looking.map { $0.split(separator: " ").map(String.init) }
        return !(commands + looking).contains { $0.starts(with: promised) }
          && !Self.elsewhere.contains { promised.starts(with: $0) }
      } == [])
  }

  @Test func migrationsPrintTheDocumentedJSON() throws {
    let shop = try Bookshop()
    try shop.migrateByHand()
    try Files.write("{}", to: shop.data + "/directory.json")
    for words in [["migrate", "rollback", "--yes", "-n"], ["migrate", "rollback", "--yes"], ["migrate", "history"]] {
      try tryOut(words, shop)
    }
  }

  /// Commands that the tests of migrations and repositories run, that print until they are stopped, or that need an edited migration.
  private static let elsewhere = [
    ["migrate", "rollback"], ["migrate", "history"], ["migrate", "accept"], ["watch"], ["serve"],
    ["backup", "repository"],
  ]

  @Test func everyCommandIsInTheTable() throws {
    let same = [
      ["attachment", "get"], ["model", "schema"], ["rules", "show"], ["help"], ["completion"], ["complete"],
      ["generate", "man"],
    ]
    let promised = try Self.promised.get().map(\.command) + same
    for help in try HelpText.all(Machine()) where !help.isGroup {
      #expect(promised.contains(help.path), "\(help.path)")
    }
  }

  @Test func listedBackupNamesCanBeDeleted() throws {
    let shop = try Bookshop()
    for name in ["a", "b"] { try shop.okit("backup", "create", name, "--format", "directory") }
    let listed = try shop.okit("backup", "list", "--json").bytes
    let names = try shop.machine.run("jq", "-c", "[.backups[].name] | sort", input: listed).line
    #expect(
      try shop.okit("backup", "delete", "a", "b", "-n", "--json").line == #"{"deleted":\#(names),"dryRun":true}"#)
  }

  @Test(.enabled(if: Strace.works, "strace cannot trace here")) func deletedBackupsAreReportedIfALaterOneFails() throws
  {
    let shop = try Bookshop()
    for name in ["a", "b", "c"] { try shop.okit("backup", "create", name, "--format", "directory") }
    let words = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=renameat2:error=EIO:when=2", Machine.okit]
    let output = try shop.machine.launch(
      words + ["backup", "delete", "a", "b", "c", "--yes", "--json"], [], [:], shop.root)
    #expect(output.end == .status(74))
    #expect(output.text == #"{"deleted":["a"],"dryRun":false}"# + "\n")
    #expect(output.errors.hasPrefix("okit: error: "))
    #expect(try Files.names(in: shop.backups).sorted() == ["b", "b.record.json", "c", "c.record.json"])
  }

  @Test func initOnlyReadsAnExistingWorkspace() throws {
    let shop = try Bookshop()
    // A recovery would stop with an error at this.
    try Files.write("{", to: shop.root + "/okit/.journal")
    let before = try shop.tree()
    for words in [["init"], ["init", "-n"]] {
      let output = try shop.machine.okit(words + ["--json"], in: shop.root)
      let id = try shop.jq(".id", shop.configuration)
      #expect(
        output.text == """
          {"root":"\(shop.root)","id":"\(id)","models":["default","directory","settings"],"dryRun":\(words.count == 2)}

          """)
      #expect(try shop.tree().differences(from: before) == [])
    }
  }
}
