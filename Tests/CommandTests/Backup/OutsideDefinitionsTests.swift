import TestSupport
import Testing

/// Backups of a workspace whose Swift definitions are outside of it.
@Suite struct OutsideDefinitionsTests {
  private struct Scene {
    let shop: Bookshop
    let sources: String
    let password: String

    /// A shop whose app has its sources in nested folders.
    init() throws {
      let machine = try Machine()
      sources = machine.path("App/Model")
      try Files.makeFolder(sources + "/Sub")
      let text = try Files.text(Fixture.definitions + "/Bookshop.swift")
      try Files.write(text, to: sources + "/Sub/Bookshop.swift")
      try Files.write("struct Extra {}\n", to: sources + "/Extra.swift")
      shop = try Bookshop(
        machine, data: Fixture.example + "/data", definitions: sources, key: Fixture.example + "/cryptinfo.json")
      password = try shop.password()
      // A new workspace has no keys of its own yet.
      machine.environment["OKIT_CBC_KEY"] = Fixture.example + "/cryptinfo.json"
    }

    func backUp(_ name: String, _ options: String...) throws -> Output {
      try shop.okit(["backup", "create", name, "--password-file", password] + options)
    }

    /// A new workspace from a backup.
    func new(_ backup: String, _ name: String = "new") throws -> String {
      let root = shop.machine.path(name)
      try shop.machine.okit("init", root, "--from", backup, "--password-file", password)
      return root
    }
  }

  @Test(arguments: ["age", "zip"]) func aNewWorkspaceGetsTheDefinitionsOfTheBackup(_ format: String) throws {
    let scene = try Scene()
    let made = try scene.backUp("b", "--format", format)
    #expect(made.errors.contains("included the definitions from \(scene.sources)\n"))
    try Files.remove(scene.sources)
    let root = try scene.new(made.line)
    #expect(try scene.shop.jq(".definitions | tojson", root + "/okit/okit.json") == #"["okit/model/app"]"#)
    let bookshop = try Files.read(Fixture.definitions + "/Bookshop.swift")
    #expect(try Files.read(root + "/okit/model/app/Sub/Bookshop.swift") == bookshop)
    #expect(try Files.text(root + "/okit/model/app/Extra.swift") == "struct Extra {}\n")
    let machine = scene.shop.machine
    #expect(try machine.okit("check", in: root).errors.contains("no problems"))
    try machine.okit("set", "books[0]/name", "Emma", in: root)
    try machine.okit("set", "books[0]/copies", "many", status: 65, in: root)
    #expect(try machine.okit("model", "show", "directory", in: root).text.contains("authors: [Author]"))
    // A backup of the new workspace, which already contains the definitions.
    let again = try machine.okit("backup", "create", "c", "--password-file", scene.password, in: root)
    #expect(!again.errors.contains("definitions"))
    let second = try scene.new(again.line, "second")
    #expect(try Files.read(second + "/okit/model/app/Sub/Bookshop.swift") == bookshop)
    try machine.okit("check", in: second)
  }

  @Test(arguments: ["age", "zip", "directory"]) func definitionPathsThatMatchNothingAreSkipped(_ format: String) throws
  {
    let scene = try Scene()
    let text = try scene.shop.jq(
      #".definitions += ["/nowhere/x.swift", "../gone/*.swift", "elsewhere", "okit/model/none.swift"]"#,
      scene.shop.configuration)
    try Files.write(text, to: scene.shop.configuration)
    let secret = format == "directory" ? [] : ["--password-file", scene.password]
    let made = try scene.shop.okit(["backup", "create", "b", "--format", format] + secret)
    #expect(made.errors.contains("'/nowhere/x.swift' match no Swift file; the backup does not contain them"))
    try scene.shop.okit("backup", "verify", "b", "--password-file", scene.password)
    let root = scene.shop.machine.path("new")
    try scene.shop.machine.okit("init", root, "--from", made.line, "--password-file", scene.password, "--trust")
    #expect(
      try scene.shop.jq(".definitions | tojson", root + "/okit/okit.json")
        == #"["okit/model/app","elsewhere","okit/model/none.swift"]"#)
  }

  @Test(arguments: ["okit/model", "./okit/model", "okit", "."])
  func theModelFolderCanBeConfiguredTogetherWithOutsideDefinitions(_ folder: String)
    throws
  {
    let scene = try Scene()
    try Files.makeFolder(scene.shop.root + "/okit/model")
    try Files.write("struct Own {}\n", to: scene.shop.root + "/okit/model/Own.swift")
    let text = try scene.shop.jq(".definitions += [\"\(folder)\"]", scene.shop.configuration)
    try Files.write(text, to: scene.shop.configuration)
    let made = try scene.backUp("b")
    try scene.shop.okit("backup", "verify", "b", "--password-file", scene.password)
    try scene.shop.machine.okit("check", in: scene.new(made.line))
  }

  /// okit.json does not show the target of a link.
  @Test func linksInTheModelFolderAreNotFollowed() throws {
    let shop = try FormedShop(.plain).shop
    try Files.makeFolder(shop.machine.path("secret"))
    let secret = try shop.machine.write("// private\nstruct Secret {}\n", "secret/Secret.swift")
    try shop.machine.run("ln", "-s", secret, shop.root + "/okit/model/Link.swift")
    let text = try shop.jq(#".definitions = ["okit/model"]"#, shop.configuration)
    try Files.write(text, to: shop.configuration)
    let backup = try shop.okit("backup", "create", "b", "--format", "directory")
    #expect(backup.errors.contains("Link.swift is a symbolic link out of the workspace, to \(secret)"))
    #expect(try shop.machine.files(below: [shop.backups], with: ["private"]) == [])
    // The link is not read either.
    #expect(try shop.okit("ref", "list", status: 78).errors.contains("Link.swift is a symbolic link out of"))
    try shop.machine.trust(secret)
    try shop.okit("backup", "create", "c", "--format", "directory")
    #expect(try shop.machine.files(below: [shop.backups], with: ["private"]).count == 1)
  }

  @Test func restoreReplacesDefinitionsOnlyIfAsked() throws {
    let scene = try Scene()
    let made = try scene.backUp("b").line
    let shop = scene.shop
    try shop.okit("backup", "restore", made, "--yes", "--password-file", scene.password)
    #expect(try shop.jq(".definitions[0]", shop.configuration) == scene.sources)
    #expect(!Files.exists(shop.root + "/okit/model/app"))
    try Files.remove(scene.sources)
    try shop.okit("backup", "restore", made, "--yes", "--definitions", "--password-file", scene.password)
    #expect(try shop.jq(".definitions | tojson", shop.configuration) == #"["okit/model/app"]"#)
    #expect(Files.exists(shop.root + "/okit/model/app/Sub/Bookshop.swift"))
    try shop.okit("set", "books[0]/name", "Emma")
  }

  @Test func anExistingFolderIsNotMergedWithTheDefinitions() throws {
    let scene = try Scene()
    try Files.makeFolder(scene.shop.root + "/okit/model/app")
    try Files.write("struct Other {}\n", to: scene.shop.root + "/okit/model/app/Extra.swift")
    let root = try scene.new(scene.backUp("b").line)
    #expect(try scene.shop.jq(".definitions[0]", root + "/okit/okit.json") == "okit/model/app-2")
    #expect(try Files.text(root + "/okit/model/app/Extra.swift") == "struct Other {}\n")
    #expect(try Files.text(root + "/okit/model/app-2/Extra.swift") == "struct Extra {}\n")
  }

  @Test func namesThatABackupCannotContainAreChanged() throws {
    let scene = try Scene()
    for name in [".Hidden", "new\nline"] {
      let folder = "\(scene.sources)/\(name)"
      try Files.makeFolder(folder)
      try Files.write("struct Odd {}\n", to: folder + "/Odd.swift")
    }
    let paths = try scene.shop.machine.run(
      "jq", "--arg", "sources", scene.sources, "-c",
      #".definitions = [$sources, $sources + "/.Hidden/Odd.swift", $sources + "/new\nline/Odd.swift", "../App/Model/Extra.swift"]"#,
      scene.shop.configuration)
    try Files.write(paths.bytes, to: scene.shop.configuration)
    let root = try scene.new(scene.backUp("b").line)
    #expect(
      try FileTree(root + "/okit/model/app").paths == [
        "Extra.swift", "Sub", "Sub/Bookshop.swift", "_Hidden", "_Hidden/Odd.swift", "new_line", "new_line/Odd.swift",
      ])
  }

  /// Whoever can write okit.json chooses the files that are read, and the backup may be for others.
  @Test func onlySwiftFilesAreBackedUpAsDefinitions() throws {
    let scene = try Scene()
    let secret = try scene.shop.machine.write("let secret = 1\n", "secret.txt")
    let link = scene.shop.machine.path("link.swift")
    try scene.shop.machine.run("ln", "-s", secret, link)
    for path in [secret, link] {
      try Files.write(
        scene.shop.jq(".definitions = [\"\(path)\"]", scene.shop.configuration), to: scene.shop.configuration)
      let output = try scene.shop.okit(
        "backup", "create", "of-" + (path == link ? "link" : "file"), "--format", "directory")
      #expect(output.errors.contains("\(secret) does not end in .swift; the backup does not contain it\n"))
      #expect(try !FileTree(output.line).paths.contains { $0.hasPrefix("model/app/") || $0 == "model/app" })
    }
  }

  @Test func dataCanBeReadAndBackedUpWithoutTheirDefinitions() throws {
    let scene = try Scene()
    let shop = scene.shop
    let names = try shop.okit("get", "books[*]/genre/ref/name").lines
    let problem = "the definitions '\(scene.sources)' match no Swift file"
    try Files.remove(scene.sources)
    let before = try shop.tree()
    for words in [
      ["get", "@FANTASY/name"], ["get", "books[*]/genre/ref/name"], ["model", "list"],
      ["model", "show", "directory"],
      ["ref", "list"], ["ref", "who", "FANTASY"], ["ref", "graph"], ["partial", "list"], ["partial", "resolve"],
      ["attachment", "list"],
    ] {
      let output = try shop.okit(words)
      let warnings = output.errors.split(separator: "\n").filter { $0.contains(problem) }
      let warning = "okit: warning: \(problem); reading the data without them; put the files there, or "
      // Some commands need no definitions.
      #expect(warnings.count <= 1 && warnings.allSatisfy { $0.hasPrefix(warning) }, "\(words)")
      if ["model", "ref"].contains(words[0]) { #expect(!warnings.isEmpty, "\(words)") }
    }
    #expect(try shop.okit("get", "books[*]/genre/ref/name").lines == names)
    let status = try shop.okit("status")
    #expect(status.text.contains(problem))
    for words in [
      ["set", "books[0]/name", "x"], ["add", "books", "{}"], ["remove", "books[0]"], ["check", "--fix"],
      ["migrate", "status"], ["model", "create", "new", "name:String"], ["partial", "sync"],
    ] {
      let output = try shop.okit(words, status: 78)
      #expect(output.errors.contains("okit: error: \(problem)\nokit: hint: "), "\(words)")
      #expect(output.errors.contains(shop.configuration), "\(words)")
    }
    #expect(try shop.tree().differences(from: before) == [])
    let made = try scene.backUp("b")
    #expect(made.errors.contains("warning: \(problem); the backup does not contain them\n"))
    try shop.okit("backup", "verify", "b", "--password-file", scene.password)
  }

  @Test(arguments: FormedShop.Form.allCases) func everyFormCanBeReadWithoutDefinitions(_ form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let name = try formed.okit("get", "directory:groups[0]/name").line
    try Files.write(
      formed.shop.jq(#".definitions = ["/nowhere/*.swift"]"#, formed.shop.configuration), to: formed.shop.configuration
    )
    #expect(try formed.okit("get", "directory:groups[0]/name").line == name)
    #expect(try formed.okit("check", status: 1).text.contains("skipped the comparison with the classes"))
    try formed.okit("set", "directory:groups[0]/name", "x", status: 78)
  }

  @Test func initWithMissingDefinitionsDoesNotBlameTheConfiguration() throws {
    let machine = try Machine()
    let output = try machine.okit("init", "w", "--definitions", "nowhere", status: 78)
    #expect(!output.errors.contains("okit.json"))
    #expect(!Files.exists(machine.path("w")))
  }
}
