import TestSupport
import Testing

/// From a device's data folder to a readable workspace.
@Suite struct TakeOverTests {
  @Test func initCopiesTheFolderAndLeavesTheSourceAlone() throws {
    let machine = try Machine()
    let source = machine.path("device")
    try machine.run("cp", "-r", "--preserve=mode,timestamps", Fixture.data, source)
    let before = try machine.run("find", source, "-printf", "%p %m %s %T@ %C@ %i\\n").text
    let output = try machine.okit("init", "shop", "--data", source)

    #expect(output.text == machine.path("shop") + "\n")
    for word in ["default", "directory", "settings", "3 models", "3 partials", "16 attachments", "okit-cbc"] {
      #expect(output.errors.contains(word), "\(word) is not in: \(output.errors)")
    }
    #expect(try FileTree(machine.path("shop/okit/data")).differences(from: FileTree(Fixture.data)) == [])
    #expect(try FileTree(source).differences(from: FileTree(Fixture.data)) == [])
    #expect(try machine.run("find", source, "-printf", "%p %m %s %T@ %C@ %i\\n").text == before)
    #expect(
      try Files.text(machine.path("shop/okit/.gitignore")).split(separator: "\n") == [
        ".lock", ".last-backup.json", ".last-backup-*.json", ".verified", "export/", "backup/", "history.json",
      ])
  }

  @Test func aCopyOfAReadOnlyFolderIsWritable() throws {
    let machine = try Machine()
    let source = machine.path("device")
    try machine.run("cp", "-r", Fixture.data, source)
    try machine.run("chmod", "-R", "a-w", source)
    try machine.okit("init", "shop", "--data", source)
    try machine.okit("key", "import", Fixture.key, in: machine.path("shop"))
    try machine.okit("decrypt", "default", in: machine.path("shop"))
    #expect(try Files.read(machine.path("shop/okit/data/default.json")) == Fixture.bytes("expected/default.json"))
  }

  @Test(arguments: ["", "okit", "okit/data"])
  func initFindsTheDataFolderBelowWhatIsNamed(_ below: String) throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("device/okit"))
    try machine.run("cp", "-r", Fixture.data, machine.path("device/okit/data"))
    try machine.okit("init", "shop", "--data", machine.path("device/\(below)"))
    #expect(try FileTree(machine.path("shop/okit/data")).differences(from: FileTree(Fixture.data)) == [])
  }

  @Test func initAdoptsADataFolderInPlaceAndChangesNothingTheSecondTime() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("shop/okit"))
    try machine.run("cp", "-r", Fixture.data, machine.path("shop/okit/data"))
    try machine.okit("init", in: machine.path("shop"))
    #expect(try FileTree(machine.path("shop/okit/data")).differences(from: FileTree(Fixture.data)) == [])
    let before = try FileTree(machine.path("shop"))
    let again = try machine.okit("init", in: machine.path("shop"))
    #expect(again.bytes == [])
    #expect(again.errors.contains("already"))
    #expect(try FileTree(machine.path("shop")).differences(from: before) == [])
  }

  @Test func initAdoptsAnEmptyFolder() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("shop/okit"))
    let output = try machine.okit("init", "shop")
    #expect(!output.errors.contains("warning"), "\(output.errors)")
    #expect(output.errors.contains("no models; 0 attachments"), "\(output.errors)")
    try machine.okit("status", in: machine.path("shop"))
    try machine.okit("model", "create", "notes", in: machine.path("shop"))
  }

  @Test func initDoesNotAdoptAFolderWithAFileInPlaceOfTheData() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("shop/okit"))
    try machine.write("", "shop/okit/data")
    let before = try FileTree(machine.path("shop"))
    let output = try machine.okit("init", "shop", status: 73)
    #expect(output.errors == "okit: error: \(machine.path("shop"))/okit/data is not a folder\n")
    #expect(try FileTree(machine.path("shop")).differences(from: before) == [])
  }

  @Test func aFailedInitLeavesNothing() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("empty"))
    let file = try machine.write("{}", "file.json")
    let (empty, absent) = (machine.path("empty"), machine.path("absent"))
    for (source, error) in [
      (empty, "\(empty) is not a data folder: it contains no model"), (absent, "no such folder: \(absent)"),
      (file, "\(file) is not a folder"),
    ] {
      #expect(try machine.okit("init", "shop", "--data", source, status: 66).errors == "okit: error: \(error)\n")
      #expect(try machine.okit("init", "shop", "-n", "--data", source, status: 66).errors == "okit: error: \(error)\n")
    }
    try machine.okit("init", "shop", "--data", machine.path("empty"), "--from", "x", status: 64)
    #expect(!Files.exists(machine.path("shop")))
  }

  @Test func statusShowsReadableModelsBeforeAndAfterKeyImport() throws {
    let shop = try Bookshop(keys: false)
    let models = #".models | map("\(.name) \(.form) \(.access) \(.partials)") | join("\n")"#
    func status() throws -> String {
      let json = try shop.okit("status", "--json").bytes
      return try shop.machine.run("jq", "-r", models, input: json).line
    }
    #expect(try status() == "default okit-cbc locked 0\ndirectory json open 3\nsettings json open 0")
    let locked = try shop.okit("status")
    #expect(locked.errors.contains("okit key import"))
    try shop.okit("get", "books[0]/name", status: 77)

    let source = try FileTree(shop.root)
    try shop.okit("key", "import", Fixture.key)
    #expect(try status() == "default okit-cbc opens 0\ndirectory json open 3\nsettings json open 0")
    // The workspace records a check value for the key, and nothing else.
    #expect(try shop.tree().differences(from: source.without { $0 == "okit/.lock" }) == ["okit/okit.json differs"])
    #expect(try shop.jq(".keyCheck | length", shop.configuration) == "64")
    #expect(try Files.read(shop.frameworkKey) == Fixture.bytes("cryptinfo.json"))
    #expect(try Files.mode(shop.frameworkKey) == 0o600)
    #expect(try shop.okit("key", "import", Fixture.key).errors.contains("nothing to do"))
    #expect(try shop.okit("get", "books[0]/name").text == "Dispossessed 0\n")
  }

  @Test func statusPrintsATableForPeople() throws {
    let output = try Bookshop().okit("status")
    let rows = output.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains { $0.prefix(4) == ["default", "-", "okit-cbc", "opens"] })
    #expect(rows.contains { $0.prefix(4) == ["directory", "-", "json", "open"] })
    #expect(rows.contains { $0.prefix(4) == ["settings", "settings", "json", "open"] })
    #expect(output.text.contains("present"))
  }

  @Test func aKeyThatDoesNotFitIsRefused() throws {
    let shop = try Bookshop(keys: false)
    let wrong = try shop.machine.run("jq", "-c", ".key[0] |= (. + 1) % 256", Fixture.key).text
    let path = try shop.machine.write(wrong, "wrong.json")
    let before = try shop.tree()
    try shop.okit("key", "import", path, status: 77)
    try shop.okit("get", "books[0]/name", status: 77, with: ["OKIT_CBC_KEY": path])
    try shop.okit("decrypt", "default", status: 77, with: ["OKIT_CBC_KEY": path])
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("key", "import", Fixture.key)
    try shop.okit("decrypt", "default")
    #expect(try Files.read(shop.data + "/default.json") == Fixture.bytes("expected/default.json"))
  }

  @Test func aKeyThatDiffersFromTheOneOnRecordOpensNothing() throws {
    let shop = try Bookshop()
    let before = try shop.tree()
    for change in [
      ".key[31] |= (if . % 2 == 0 then . + 1 else . - 1 end)", ".iv[9] |= (if . % 2 == 0 then . + 1 else . - 1 end)",
    ] {
      let other = try shop.machine.write(shop.machine.run("jq", "-c", change, Fixture.key).text, "other.json")
      let variables = ["OKIT_CBC_KEY": other]
      for line in [
        ["get", "books[0]/name"], ["decrypt", "default"], ["encrypt", "directory", "--cipher", "okit-cbc"],
      ] {
        let output = try shop.machine.okit(line, status: 77, with: variables, in: shop.root)
        #expect(output.errors.contains("is not the key of this workspace"))
      }
      try shop.okit("backup", "create", "x", "-r", try shop.recipient, status: 77, with: variables)
      #expect(
        try shop.okit("key", "import", other, status: 77).errors.contains("decrypt the models with the old key first"))
      // The folder for the backup that was not made may stay.
      #expect(try shop.tree().without { $0 == "okit/backup" }.differences(from: before) == [])
    }
  }

  @Test func malformedKeysAreRefused() throws {
    let shop = try Bookshop(keys: false)
    for text in ["", "{}", "[1]", #"{"key":[1,2],"iv":[3]}"#, "AGE-SECRET-KEY-1QQQ", "hello"] {
      try shop.okit("key", "import", try shop.machine.write(text, "key"), status: 65)
    }
    try shop.okit("key", "import", shop.machine.path("absent"), status: 66)
    #expect(!Files.exists(shop.machine.path("config")))
  }

  @Test func getReadsEveryFormWithTheNumbersAsStored() throws {
    let shop = try Bookshop()
    #expect(try shop.okit("get", "books[1]/price").text == "1.2\n")
    #expect(try shop.okit("get", "books/0/price", "books[-1]/id", "books[0]/marked").lines.prefix(1) == ["0.1"])
    #expect(try shop.okit("get", "directory:authors/1/name").text == "Stanisław Lem\n")
    #expect(try shop.okit("get", "authors/3/name", "-m", "directory").text == "村上春樹\n")
    #expect(try shop.okit("get", "directory>authors[3]/name").text == "村上春樹\n")
    #expect(try shop.okit("get", "directory:authors/3/name", "--raw").text == "\"村上春樹\"\n")
    #expect(
      try shop.okit("get", "books[0]/name", "books[1]/name", "-0").bytes == Array("Dispossessed 0\0Solaris 1\0".utf8))
    let whole = try shop.okit("get", ".", "--json").bytes
    let path = shop.machine.path("whole.json")
    try Files.write(whole, to: path)
    try shop.machine.run(
      "jq", "-e", "-n", "--slurpfile", "a", path, "--slurpfile", "b",
      "\(Fixture.folder)/expected/default.json", "$a == $b")
    try shop.okit("get", "books[0]/nothing", status: 66)
    try shop.okit("get", "books[0]/comment", "-e", status: 1)
    #expect(try shop.okit("get", "books[0]/comment", "--default", "none").text == "none\n")
    let hint = try shop.okit("get", "directory/authors", status: 66).errors
    #expect(hint.contains("directory:"))
  }
}
