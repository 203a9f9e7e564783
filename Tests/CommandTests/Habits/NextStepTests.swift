import Testing

@testable import OKitStorage

/// The next command, ready to paste, for who has just begun.
@Suite struct NextStepTests {
  private func hints(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("okit: hint: ") }.map { String($0.dropFirst(12)) }
  }

  /// The hints that somebody sees who reads along.
  private func shown(_ machine: Machine, _ words: [String], in folder: String, status: Int32 = 0) throws -> [String] {
    let terminal = try Terminal(machine, ["okit"] + words, in: folder, with: ["NO_COLOR": "1"])
    #expect(try terminal.end() == .status(status), "\(terminal.transcript)")
    return hints(terminal.transcript)
  }

  @Test func whereThereIsNoWorkspace() throws {
    let machine = try Machine()
    for words in [["status"], ["get", "x"], ["backup", "create"]] {
      let output = try machine.okit(words, status: 66)
      #expect(hints(output.errors) == ["make one with 'okit init', or name one with -C DIR or $OKIT_ROOT"])
    }
  }

  @Test func whereDataHaveNoConfiguration() throws {
    let machine = try Machine()
    let root = machine.path("a device")
    try Files.makeFolder(root + "/okit")
    try machine.run("cp", "-r", Fixture.data, root + "/okit/data")
    let hint = "'okit init '\\''\(root)'\\''' makes it a workspace".replacing("'\\''", with: "'")
    #expect(try hints(machine.okit("status", in: root).errors) == [hint])
    for words in [["key", "generate"], ["encrypt", "--all"], ["backup", "create", "--format", "directory"]] {
      #expect(try hints(machine.okit(words, status: 78, in: root).errors) == [hint], "\(words)")
    }
    try machine.shell("eval \"$okit init '\(root)'\"", in: root)
    #expect(try machine.okit("status", in: root).text.contains("backups      none"))
  }

  @Test func whereTheKeyCameAlongWithTheData() throws {
    let machine = try Machine()
    let device = machine.path("a device")
    try Files.makeFolder(device + "/okit")
    try machine.run("cp", "-r", Fixture.data, device + "/okit/data")
    func hint(_ words: String...) throws -> String {
      let hint = try #require(hints(machine.okit(["init"] + words, in: device).errors).first)
      let ending = "' takes over the app's key, which opens the locked models"
      #expect(hint.hasPrefix("'") && hint.hasSuffix(ending))
      return String(hint.dropFirst().dropLast(ending.count))
    }
    let (first, second) = (machine.path("first"), machine.path("second"))
    #expect(try hint(first, "--data", "okit/data") == "okit key import cryptinfo.json -C \(first)")
    // Not beside its data, or no key.
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

  @Test func fromTheFirstModelToTheFirstBackup() throws {
    let machine = try Machine()
    let root = machine.path("shop")
    func status() throws -> [String] { try shown(machine, ["status"], in: root) }
    try machine.okit("init", root)
    #expect(try status() == ["'okit model create NAME' makes a model, 'okit import FILE' takes one over"])
    try machine.okit("import", Fixture.data, in: root)
    #expect(try status() == ["'okit key import cryptinfo.json' takes over the app's key"])
    #expect(try shown(machine, ["key", "import", Fixture.key], in: root) == ["'okit status' shows what it opens"])
    #expect(try status() == ["'okit model infer --all --write' writes the classes that the data suggest"])
    #expect(
      try shown(machine, ["model", "infer", "--all", "--write"], in: root)
        == ["'okit model list' shows the classes, 'okit check' compares the data with them"])
    #expect(try status() == ["'okit backup create' makes a first backup"])
    let backup = ["backup", "create", "b", "--format", "directory"]
    #expect(try shown(machine, backup, in: root) == ["'okit backup verify' proves that it can be read"])
    #expect(try status() == ["'okit key generate' makes a key to encrypt models and backups with"])
    #expect(try shown(machine, ["key", "generate"], in: root) == ["'okit encrypt --all' encrypts the models to it"])
    #expect(try status() == [])
  }

  @Test func nobodyWhoDoesNotReadAlongIsTold() throws {
    let shop = try Bookshop()
    #expect(try shop.okit("status").errors == "")
    #expect(try hints(shop.okit("backup", "create", "b", "--format", "directory").errors) == [])
    #expect(try shown(shop.machine, ["backup", "create", "c", "--format", "directory", "-q"], in: shop.root) == [])
    #expect(try shown(shop.machine, ["status", "--json"], in: shop.root) == [])
  }

  @Test func whereKeysAreMissing() throws {
    let shop = try Bookshop(keys: false)
    #expect(
      try hints(shop.okit("encrypt", "directory", status: 78).errors)
        == ["make a key with 'okit key generate', or add a recipient with 'okit key add age1…'"])
    #expect(
      try hints(shop.okit("get", "name", status: 77).errors)
        == ["take it over with 'okit key import cryptinfo.json', or name it in $OKIT_CBC_KEY"])
    try shop.okit("key", "generate")
    try shop.okit("encrypt", "directory")
    try Files.remove(shop.identity)
    #expect(
      try hints(shop.okit("get", "directory:authors", status: 77).errors)
        == ["name the identity with -i FILE or $OKIT_IDENTITY; 'okit key list' shows what is there"])
    #expect(
      try hints(shop.okit("status").errors) == [
        "'okit key import cryptinfo.json' takes over the app's key",
        "name the identity with -i FILE or $OKIT_IDENTITY, or take it over with 'okit key import FILE'",
      ])
  }

  @Test func whatWasTakenAwayComesBackAsItIsSaid() throws {
    let shop = try Bookshop()
    let before = try Tree(shop.data)
    let hint = try #require(shown(shop.machine, ["model", "delete", "directory", "--yes"], in: shop.root).first)
    let command = try #require(hint.split(separator: "'").first)
    #expect(hint.hasSuffix("' brings it back") && command.hasPrefix("okit backup restore before-delete-"))
    try shop.machine.shell(#""$okit" \#(command.dropFirst(5)) --yes"#, in: shop.root)
    #expect(try Tree(shop.data).differences(from: before) == [])
  }

  @Test func whereMigrationsWait() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("migrate", "apply")
    let file = shop.shop.root + "/okit/model/Bookshop.swift"
    let classes = try Files.text(file)
    try Files.write((classes + "\nclass Unused: ModelEntity {}\n").utf8, file)
    #expect(try hints(shop.okit("status").errors) == [])
    let marked = try #require(classes.firstRange(of: "class Book: "))
    let brace = try #require(classes[marked.upperBound...].firstIndex(of: "{"))
    var changed = classes
    changed.insert(contentsOf: "\n  var shelf: String = \"A\"", at: changed.index(after: brace))
    try Files.write(changed.utf8, file)
    let status = try shop.okit("status")
    #expect(hints(status.errors) == ["'okit migrate plan' shows what the definitions change in data"])
    #expect(status.text.contains("\nmigrations   pending for default\n"), "\(status.text)")
    #expect(
      try shop.shop.jq(".modelsToMigrate | tojson", shop.shop.machine.write(shop.okit("status", "--json").text, "s"))
        == #"["default"]"#)
    let machine = shop.shop.machine
    #expect(try shown(machine, ["migrate", "plan"], in: shop.shop.root) == ["'okit migrate apply' does it"])
    #expect(try shown(machine, ["migrate", "apply"], in: shop.shop.root) == ["'okit migrate rollback' brings it back"])
    #expect(try hints(shop.okit("status").errors) == [])
  }
}
