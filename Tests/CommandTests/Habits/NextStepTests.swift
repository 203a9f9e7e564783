import TestSupport
import Testing

/// Hints at the next command, ready to paste, for beginners.
@Suite struct NextStepTests {
  private func hints(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("okit: hint: ") }.map { String($0.dropFirst(12)) }
  }

  /// The hints that a command shows on a terminal.
  private func shown(_ machine: Machine, _ words: [String], in folder: String, status: Int32 = 0) throws -> [String] {
    let terminal = try Terminal(machine, ["okit"] + words, in: folder, with: ["NO_COLOR": "1"])
    #expect(try terminal.end() == .status(status), "\(terminal.transcript)")
    return hints(terminal.transcript)
  }

  @Test func aMissingWorkspaceHintsAtInit() throws {
    let machine = try Machine()
    for words in [["status"], ["get", "x"], ["backup", "create"]] {
      let output = try machine.okit(words, status: 66)
      #expect(hints(output.errors) == ["run 'okit init' to create one, or name one with -C DIR or $OKIT_ROOT"])
    }
  }

  @Test func aNamedFolderWithoutAWorkspaceHintsAtInitInThatFolder() throws {
    let machine = try Machine()
    let root = machine.path("a shop")
    for (words, variables) in [(["-C", root], [:]), (["--root", "a shop"], [:]), ([], ["OKIT_ROOT": root])] {
      let output = try machine.okit(words + ["status"], status: 66, with: variables)
      #expect(
        hints(output.errors) == ["run 'okit init '\(root)'' to create one, or name another with -C DIR or $OKIT_ROOT"])
    }
    try machine.shell("eval \"$okit init '\(root)'\"")
    try machine.okit("status", with: ["OKIT_ROOT": root])
  }

  @Test func aCommandInAHintWorksOnTheSameWorkspace() throws {
    let machine = try Machine()
    let root = machine.path("a shop")
    try machine.okit("init", root)
    try Files.write("{}", to: root + "/okit/data/default.json")
    let refusal = try machine.okit("-C", root, "encrypt", "default", status: 78)
    let hint = try #require(hints(refusal.errors).first)
    #expect(hint.hasPrefix("run 'okit -C '\(root)' key generate' to create a key, or"), "\(hint)")
    try machine.shell("eval \"$okit -C '\(root)' key generate\"")
    try machine.okit("--root", root, "encrypt", "default")
    // The new workspace of `init` is not the one that -C names.
    let made = try machine.okit("-C", root, "init", machine.path("new"))
    #expect(hints(made.errors) == ["run 'okit import FILE.json -C \(machine.path("new"))' to import a model"])
  }

  @Test func anExistingIdentityHintsAtItsRecipient() throws {
    let shop = try Bookshop()
    let recipient = try shop.recipient
    let text = try shop.jq(".recipients = []", shop.configuration)
    try Files.write(text, to: shop.configuration)
    let refusal = try shop.okit("encrypt", "directory", "--cipher", "age", status: 78)
    let hint = try #require(hints(refusal.errors).first)
    #expect(hint.hasPrefix("run 'okit key add \(recipient)' to add yours"), "\(hint)")
    try shop.okit("key", "add", recipient)
    try shop.okit("encrypt", "directory", "--cipher", "age")
  }

  @Test func dataWithoutConfigurationHintsAtInit() throws {
    let machine = try Machine()
    let root = machine.path("a device")
    try Files.makeFolder(root + "/okit")
    try machine.run("cp", "-r", Fixture.data, root + "/okit/data")
    let hint = "run 'okit init '\\''\(root)'\\''' to make it a workspace".replacing("'\\''", with: "'")
    #expect(try hints(machine.okit("status", in: root).errors) == [hint])
    for words in [["key", "generate"], ["encrypt", "--all"], ["backup", "create", "--format", "directory"]] {
      #expect(try hints(machine.okit(words, status: 78, in: root).errors) == [hint], "\(words)")
    }
    try machine.shell("eval \"$okit init '\(root)'\"", in: root)
    #expect(try machine.okit("status", in: root).text.contains("backups      none"))
  }

  @Test func aPathWithALineFeedIsQuotedForTheShell() throws {
    let machine = try Machine()
    let root = machine.path("a\nb's")
    try machine.okit("init", root)
    let hint = try #require(hints(machine.okit("key", "generate", "-o", root + "/key", in: root).errors).first)
    let command = try #require(hint.split(separator: "run '").first?.split(separator: "' so that okit").first)
    let variable = try machine.run("bash", "-c", "\(command)\nprintf %s \"$OKIT_IDENTITY\"").text
    #expect(variable == root + "/key", "\(hint)")
  }

  @Test func aKeyBesideTheDataHintsAtKeyImport() throws {
    let machine = try Machine()
    let device = machine.path("a device")
    try Files.makeFolder(device + "/okit")
    try machine.run("cp", "-r", Fixture.data, device + "/okit/data")
    func hint(_ words: String...) throws -> String {
      let hint = try #require(hints(machine.okit(["init"] + words, in: device).errors).first)
      let ending = "' to unlock the encrypted models"
      #expect(hint.hasPrefix("run '") && hint.hasSuffix(ending))
      return String(hint.dropFirst(5).dropLast(ending.count))
    }
    let (first, second) = (machine.path("first"), machine.path("second"))
    #expect(try hint(first, "--data", "okit/data") == "okit key import cryptinfo.json -C \(first)")
    // A key that is not beside its data, and a file that is not a key, are not suggested.
    try machine.run("cp", Fixture.key, machine.folder)
    try machine.write("{}", "a device/cryptinfo.json")
    #expect(
      try hint(machine.path("third"), "--data", ".") == "okit key import cryptinfo.json -C \(machine.path("third"))")
    try machine.run("cp", Fixture.key, device + "/cryptinfo.json")
    let command = try hint(second, "--data", ".")
    #expect(command == "okit key import '\(device)/cryptinfo.json' -C \(second)")
    try machine.shell(#""$okit" \#(command.dropFirst(5))"#, in: "/")
    #expect(try machine.okit("get", "books.@count", in: second).line == "24")
  }

  @Test func statusHintsAtEachStepToTheFirstBackup() throws {
    let machine = try Machine()
    let root = machine.path("shop")
    func status() throws -> [String] { try shown(machine, ["status"], in: root) }
    try machine.okit("init", root)
    #expect(try status() == ["run 'okit model create NAME' to create a model, or 'okit import FILE' to import one"])
    try machine.okit("import", Fixture.data, in: root)
    #expect(try status() == ["run 'okit key import cryptinfo.json' to import the app's key"])
    #expect(
      try shown(machine, ["key", "import", Fixture.key], in: root) == ["run 'okit status' to see which models it opens"]
    )
    #expect(try status() == ["run 'okit model infer --all --write' to infer the classes from the data"])
    #expect(
      try shown(machine, ["model", "infer", "--all", "--write"], in: root)
        == ["run 'okit model list' to see the classes, and 'okit check' to compare the data with them"])
    #expect(try status() == ["run 'okit backup create' to make a first backup"])
    let backup = ["backup", "create", "b", "--format", "directory"]
    #expect(try shown(machine, backup, in: root) == ["run 'okit backup verify' to check that it can be restored"])
    #expect(try status() == ["run 'okit key generate' to create a key for models and backups"])
    #expect(
      try shown(machine, ["key", "generate"], in: root) == ["run 'okit encrypt --all' to encrypt the models to it"])
    #expect(try status() == [])
  }

  @Test func hintsAreShownOnlyOnATerminal() throws {
    let shop = try Bookshop()
    #expect(try shop.okit("status").errors == "")
    #expect(try hints(shop.okit("backup", "create", "b", "--format", "directory").errors) == [])
    #expect(try shown(shop.machine, ["backup", "create", "c", "--format", "directory", "-q"], in: shop.root) == [])
    #expect(try shown(shop.machine, ["status", "--json"], in: shop.root) == [])
  }

  @Test func missingKeysHintAtKeyCommands() throws {
    let shop = try Bookshop(keys: false)
    #expect(
      try hints(shop.okit("encrypt", "directory", status: 78).errors)
        == ["run 'okit key generate' to create a key, or 'okit key add age1…' to add a recipient"])
    #expect(
      try hints(shop.okit("get", "name", status: 77).errors)
        == ["run 'okit key import cryptinfo.json' to import it, or name it in $OKIT_CBC_KEY"])
    #expect(
      try hints(shop.okit("key", "export", status: 77).errors)
        == ["name the identity with -i FILE or $OKIT_IDENTITY, or run 'okit key import FILE' to import it"])
    try shop.okit("key", "generate")
    try shop.okit("encrypt", "directory")
    try Files.remove(shop.identity)
    #expect(
      try hints(shop.okit("get", "directory:authors", status: 77).errors)
        == ["name the identity with -i FILE or $OKIT_IDENTITY; run 'okit key list' to see which keys exist"])
    #expect(
      try hints(shop.okit("status").errors) == [
        "run 'okit key import cryptinfo.json' to import the app's key",
        "name the identity with -i FILE or $OKIT_IDENTITY, or run 'okit key import FILE' to import it",
      ])
  }

  @Test func theHintAfterADeletionRestoresTheData() throws {
    let shop = try Bookshop()
    let before = try FileTree(shop.data)
    let hint = try #require(shown(shop.machine, ["model", "delete", "directory", "--yes"], in: shop.root).first)
    let command = try #require(hint.split(separator: "'").dropFirst().first)
    #expect(hint.hasSuffix("' to restore it") && command.hasPrefix("okit backup restore before-delete-"))
    try shop.machine.shell(#""$okit" \#(command.dropFirst(5)) --yes"#, in: shop.root)
    #expect(try FileTree(shop.data).differences(from: before) == [])
  }

  @Test func pendingMigrationsHintAtTheNextStep() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("migrate", "apply")
    let file = shop.shop.root + "/okit/model/Bookshop.swift"
    let classes = try Files.text(file)
    try Files.write((classes + "\nclass Unused: ModelEntity {}\n"), to: file)
    #expect(try hints(shop.okit("status").errors) == [])
    let marked = try #require(classes.firstRange(of: "class Book: "))
    let brace = try #require(classes[marked.upperBound...].firstIndex(of: "{"))
    var changed = classes
    changed.insert(contentsOf: "\n  var shelf: String = \"A\"", at: changed.index(after: brace))
    try Files.write(changed, to: file)
    let status = try shop.okit("status")
    #expect(hints(status.errors) == ["run 'okit migrate plan' to see how the new definitions change the data"])
    #expect(status.text.contains("\nmigrations   pending for default\n"), "\(status.text)")
    #expect(
      try shop.shop.jq(".modelsToMigrate | tojson", shop.shop.machine.write(shop.okit("status", "--json").text, "s"))
        == #"["default"]"#)
    let machine = shop.shop.machine
    #expect(
      try shown(machine, ["migrate", "plan"], in: shop.shop.root) == ["run 'okit migrate apply' to migrate the data"])
    #expect(
      try shown(machine, ["migrate", "apply"], in: shop.shop.root) == ["run 'okit migrate rollback' to restore it"])
    #expect(try hints(shop.okit("status").errors) == [])
  }
}
