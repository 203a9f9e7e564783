import TestSupport
import Testing

/// Imported models, in every supported format.
@Suite struct ImportTests {
  /// An empty workspace on the same machine, with both keys.
  private func neighbour(_ shop: Bookshop) throws -> String {
    let root = shop.machine.path("neighbour")
    try shop.machine.okit("init", root)
    try shop.machine.okit("key", "import", Fixture.key, in: root)
    try shop.machine.okit("key", "import", shop.identity, in: root)
    return root
  }

  private func expectFixture(_ root: String, _ shop: Bookshop) throws {
    let folder = shop.machine.path("out")
    try Files.remove(folder)
    try shop.machine.okit("export", "-o", folder, in: root)
    #expect(try FileTree(folder).entries == plainFixture(shop))
  }

  @Test(arguments: ["age", "zip", "directory", "as stored"])
  func backupsOfEachFormatAreImported(_ format: String) throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "directory")
    let environment = ["OKIT_PASSWORD": "secret"]
    let options = format == "as stored" ? ["--as-stored"] : ["--format", format]
    let made = try shop.machine.okit(["backup", "create", "b"] + options, with: environment, in: shop.root)
    let root = try neighbour(shop)
    let output = try shop.machine.okit("import", made.line, with: environment, in: root)
    #expect(output.text == "default\ndirectory\nsettings\n")
    #expect(!output.errors.contains("no checksums"))
    try expectFixture(root, shop)
    #expect(try Files.read(root + "/okit/data/default.json") == Fixture.bytes("data/default.json"))
    let sealed = root + "/okit/data/directory.json"
    #expect(try shop.ageDecrypted(sealed) == Fixture.bytes("data/directory.json"))
    try shop.machine.okit("check", in: root)

    let before = try FileTree(root)
    let again = try shop.machine.okit("import", made.line, status: 73, with: environment, in: root)
    #expect(again.errors.contains("--merge") && again.errors.contains("--replace"))
    #expect(try FileTree(root).differences(from: before) == [])
  }

  @Test(arguments: ["", "okit", "okit/data"])
  func aDataFolderIsImported(_ below: String) throws {
    let shop = try Bookshop()
    let root = try neighbour(shop)
    try Files.makeFolder(shop.machine.path("device/okit"))
    try shop.machine.run("cp", "-r", Fixture.data, shop.machine.path("device/okit/data"))
    let output = try shop.machine.okit("import", shop.machine.path("device/\(below)"), in: root)
    #expect(output.errors.contains("no checksums"))
    #expect(try FileTree(root + "/okit/data").differences(from: FileTree(Fixture.data)) == [])
    #expect(try shop.jq(".models.default.kind", root + "/okit/okit.json") == "encrypted")
  }

  // okit hides its memory, so strace shows the names of its files only to root.
  @Test(
    .needsRoot("traces a process that keeps its memory to itself"),
    .enabled(if: Strace.works, "strace cannot trace here"))
  func theFolderOfAModelIsNotListedForEachOfItsPartialsAsRoot() throws {
    let warehouse = try Warehouse(.init(models: 1, partials: 100))
    let (machine, trace) = (warehouse.machine, warehouse.machine.path("trace"))
    try machine.okit("init", warehouse.root, "--data", warehouse.source)
    try machine.run(
      "strace", "-f", "-qq", "-e", "trace=openat", "-o", trace, Machine.okit, "import", warehouse.source, "--replace",
      "--yes", in: warehouse.root)
    let listings = try Files.text(trace).split(separator: "\n").filter {
      $0.contains("O_DIRECTORY") && $0.contains("okit/data/\(Warehouse.name(0))\"")
    }
    #expect(!listings.isEmpty && listings.count < 20, "\(listings.count)")
  }

  @Test func aJSONFileOrStandardInputIsImported() throws {
    let shop = try Bookshop()
    let text = #"{"id":"A","price":1.10,"text":"ø 漢"}"#
    let file = try shop.machine.write(text + "\n", "books.json")
    #expect(try shop.okit("import", file).text == "books\n")
    #expect(try shop.okit("import", file, "--as", "other").text == "other\n")
    #expect(try shop.okit("import", "-", "--as", "piped", input: Array(text.utf8)).text == "piped\n")
    #expect(try Files.text(shop.data + "/books.json") == text + "\n")
    #expect(try Files.text(shop.data + "/other.json") == text + "\n")
    #expect(try Files.text(shop.data + "/piped.json") == text)
    #expect(
      try shop.machine.shell(#"cat "$file" | "$okit" import - --as pipe"#, with: ["file": file], in: shop.root).text
        == "pipe\n")
    let before = try shop.tree()
    try shop.okit("import", "-", status: 64, input: Array(text.utf8))
    try shop.okit("import", file, status: 73)
    try shop.okit("import", file, "--as", "_image", status: 65)
    try shop.okit("import", file, "--as", "a/b", status: 65)
    #expect(try shop.okit("import", file, "--as", "a\nb", status: 65).errors.contains(#"'a\u{a}b' is not a valid"#))
    try shop.okit("import", shop.machine.path("absent.json"), status: 66)
    for (name, bad) in [("cut.json", "{\"a\":"), ("array.json", "[1]"), ("empty.json", ""), ("two.json", "{}{}")] {
      let output = try shop.okit("import", shop.machine.write(bad, name), status: 65)
      #expect(output.errors.contains(name))
    }
    #expect(try shop.okit("import", file, "--as", "dry", "-n").text == "dry\n")
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func aSealedBackupIsImportedFromStandardInput() throws {
    let shop = try Bookshop()
    let sealed = try Files.read(shop.sealedBackup())
    let root = try neighbour(shop)
    let output = try shop.machine.okit("import", "-", input: sealed, in: root)
    #expect(output.text == "default\ndirectory\nsettings\n")
    try expectFixture(root, shop)
    let before = try FileTree(root)
    try shop.machine.okit("import", "-", "--merge", status: 65, input: sealed.dropLast(), in: root)
    #expect(try FileTree(root).differences(from: before) == [])
  }

  @Test func mergeKeepsWhatIsPresentAndReplaceKeepsABackupOfIt() throws {
    let shop = try Bookshop()
    let backup = try shop.sealedBackup()
    let changed = #"{"mine":1}"#
    try Files.write(changed, to: shop.data + "/settings.json")
    try Files.remove(shop.data + "/directory.json")
    try Files.remove(shop.data + "/directory")
    let merged = try shop.okit("import", backup, "--merge")
    #expect(merged.text == "directory\n")
    #expect(try Files.text(shop.data + "/settings.json") == changed)
    #expect(
      try FileTree(shop.data).without { $0 == "settings.json" }.differences(
        from: FileTree(Fixture.data).without { $0 == "settings.json" }) == [])
    let before = try FileTree(shop.data)
    #expect(try shop.okit("import", backup, "--replace", status: 64).errors.contains("--yes"))
    try shop.okit("import", backup, "--replace", "--merge", "--yes", status: 64)
    #expect(try FileTree(shop.data).differences(from: before) == [])
    try shop.okit("import", backup, "--replace", "--yes")
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
    let kept = try Files.byteNames(in: shop.backups).map { String(decoding: $0, as: UTF8.self) }.filter {
      $0.hasPrefix("before-import-")
    }
    #expect(kept.count == 1)
    #expect(try FileTree("\(shop.backups)/\(kept[0])/data").differences(from: before) == [])
    try shop.okit("backup", "restore", kept[0], "--yes")
    #expect(try FileTree(shop.data).differences(from: before) == [])
  }

  @Test func replacedModelsAndRemovedFilesAreNamed() throws {
    let shop = try Bookshop()
    let file = try shop.machine.write(#"{"id":"D"}"#, "directory.json")
    let partials = try Files.byteNames(in: shop.data + "/directory")
    let tried = try shop.okit("import", file, "--replace", "-n").errors
    #expect(tried.contains("would replace existing models: directory\n"), "\(tried)")
    #expect(
      tried.contains("would remove \(partials.count) files that the source does not contain: okit/data/directory/"))
    let done = try shop.okit("import", file, "--replace", "-y").errors
    #expect(done.contains("\nreplaced existing models: directory\n") || done.hasPrefix("replaced existing models"))
    #expect(done.contains("removed \(partials.count) files that the source does not contain: okit/data/directory/"))
  }

  @Test func replacedModelsAndRemovedFilesAreInTheJSON() throws {
    let shop = try Bookshop()
    let file = try shop.machine.write(#"{"id":"D"}"#, "directory.json")
    let partials = try Files.byteNames(in: shop.data + "/directory")
    let output = try shop.okit("import", file, "--replace", "-n", "--json").bytes
    let shown = try shop.machine.run("jq", "-c", "[.replaced, (.removed | length)]", input: output).line
    #expect(shown == #"[["directory"],\#(partials.count)]"#)
  }

  @Test func aFolderWithAControlCharacterInANameIsRefused() throws {
    let shop = try Bookshop()
    let folder = shop.machine.path("device")
    try Files.makeFolder(folder + "/m")
    try Files.write("{}", to: folder + "/m.json")
    try Files.write("{}", to: folder + "/m/a\tb.json")
    let output = try shop.okit("import", folder, status: 65)
    #expect(output.errors.contains(#"'m/a\u{9}b.json' is not a valid name: it contains a control character"#))
  }

  @Test func theWorkspaceAmongTheModelsIsNotImported() throws {
    let machine = try Machine()
    let root = machine.path("models")
    try Files.makeFolder(root)
    try Files.write(#"{"id":"A"}"#, to: root + "/one.json")
    try machine.okit("init", root)
    try machine.okit("import", root, in: root)
    #expect(try FileTree(root + "/okit/data").entries.keys.map { String(decoding: $0, as: UTF8.self) } == ["one.json"])
  }

  @Test func replacingAModelRemovesItsUnusedFiles() throws {
    let shop = try Bookshop()
    let file = try shop.machine.write(#"{"id":"D","authors":[]}"#, "directory.json")
    try shop.okit("import", file, "--replace", "-y")
    #expect(try Files.byteNames(in: shop.data + "/directory") == [])
    try shop.okit("get", "settings:themeName")
    // The books refer to authors that the new directory lacks.
    let kinds = try shop.okit("check", status: 1).text.split(separator: "\n").map { $0.split(separator: " ")[1] }
    #expect(Set(kinds) == ["dangling-reference:"])
  }

  /// A zip as the app's own code makes it of its export.
  @Test(arguments: ["AES256", "ZipCrypto", "plain"], ["", "/export"])
  func anAppsZipIsImported(_ method: String, _ folder: String) throws {
    let shop = try Bookshop()
    let export = shop.machine.path("app" + folder)
    if !folder.isEmpty { try Files.makeFolder(shop.machine.path("app")) }
    try shop.okit("export", "-o", export)
    let words = method == "plain" ? "" : "-psecret -mem=\(method)"
    try shop.machine.shell("7z a -tzip \(words) ../app.zip .", in: shop.machine.path("app"))
    let root = try neighbour(shop)
    let empty = try FileTree(root)
    let zip = shop.machine.path("app.zip")
    var options: [String] = []
    if method == "ZipCrypto" {
      let refused = try shop.machine.okit("import", zip, status: 65, with: ["OKIT_PASSWORD": "secret"], in: root)
      #expect(refused.errors.contains("--allow-weak-zip"))
      options = ["--allow-weak-zip"]
    }
    if method != "plain" {
      // ZipCrypto checks one byte of the password, so one wrong password in 256 is only detected as damage.
      let wrong = try shop.machine.launch(
        [Machine.okit, "import", zip] + options, [], ["OKIT_PASSWORD": "wrong"], root)
      #expect(wrong.end == .status(77) || method == "ZipCrypto" && wrong.end == .status(65), "\(wrong.errors)")
      try shop.machine.okit(["import", zip] + options, status: 77, in: root)
    }
    #expect(try FileTree(root).differences(from: empty) == [])
    let output = try shop.machine.okit(["import", zip] + options, with: ["OKIT_PASSWORD": "secret"], in: root)
    #expect(output.text == "default\ndirectory\nsettings\n")
    #expect(output.errors.contains("no checksums"))
    #expect(try FileTree(root + "/okit/data").entries == plainFixture(shop))
  }
}
