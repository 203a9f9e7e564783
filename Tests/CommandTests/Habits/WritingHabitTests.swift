import TestSupport
import Testing

/// Requirements for all commands that change something.
@Suite struct WritingHabitTests {
  /// Commands that change nothing, write only the file of -o or what their clients send, or are those of restic.
  private static let readers: Set<String> = [
    "actions", "attachment get", "attachment list", "backup list", "backup repository check",
    "backup repository init", "backup repository unlock", "backup show", "backup status", "backup verify", "diff",
    "get",
    "help",
    "key export",
    "key list", "list", "log", "migrate history", "migrate plan", "migrate status", "model list", "model schema",
    "model show",
    "form check", "form list", "partial list", "partial resolve", "query", "ref graph", "ref list", "ref resolve",
    "ref who", "remote status", "rules check",
    "rules list",
    "rules show", "search",
    "settings get",
    "status",
    "version", "watch", "serve", "completion", "complete",
  ]

  @Test func everyChangingCommandHasADryRun() throws {
    for help in try HelpText.all(Machine()) where !help.isGroup {
      let name = help.path.joined(separator: " ")
      #expect(help.canBeTried != Self.readers.contains(name), "\(name)")
    }
  }

  @Test func everyDryRunIsTested() throws {
    // Commands that need a migration are tried in the tests of migrations.
    let others = [["migrate", "accept"], ["migrate", "rollback"]]
    let tried = Self.trials.map { $0.split(separator: " ").map(String.init) } + others
    for help in try HelpText.all(Machine()) where help.canBeTried {
      #expect(tried.contains { $0.starts(with: help.path) }, "\(help.path)")
    }
  }

  /// A line for each command with -n. Words in capitals stand for values that only the workspace knows.
  private static let trials = [
    "init NEW", "init NEW --data DATA", "init NEW --from SEALED -i OTHER", "key generate -o NEW", "key import KEY",
    "key import OTHER", "key add age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    "key remove RECIPIENT",
    "encrypt --all", "decrypt --all", "rekey", "set books[0]/name x", "edit books[0]", "add books",
    "edit books[0] --answers ANSWERS", "add books --edit", "remove books[0]",
    "move books[0] books[1]", "call books[0]/f()", "call --all books[*]/f()", "partial extract books[0]",
    "partial inline directory:groups[0]",
    "partial sync", "attachment put books[0]/icon PICTURE", "attachment remove books[0]/icon", "attachment gc",
    "settings set encryption off", "settings edit --answers THEME", "model create new name:String",
    "model delete directory",
    "model infer --all --write", "rules infer --write", "rules import STORYBOARD",
    "migrate new titles", "migrate apply", "backup create new --format directory", "backup create -r RECIPIENT",
    "backup restore SEALED", "backup delete kept", "backup prune --keep-last 1", "backup pin kept", "backup unpin kept",
    "backup copy kept --to DATA",
    "backup rekey SEALED -r RECIPIENT", "backup create --if-changed --format directory",
    "export -o NEW", "export --clear", "import SEALED --merge",
    "import SEALED --replace", "import ROWS --into books --key name --delete-missing", "check --fix", "undo", "redo",
    "remote pull", "remote push", "remote sync",
  ]

  @Test(arguments: trials) func aDryRunChangesNothingAndAsksNothing(_ line: String) throws {
    let shop = try Bookshop()
    try shop.machine.useEditor(#"sed -i 's/"name": ".*"/"name": "x"/' "$1""#)
    let sealed = try shop.sealedBackup()
    try shop.okit("backup", "create", "kept", "--format", "directory")
    try Files.makeFolder(shop.root + "/okit/functions")
    try Files.write("#!/bin/sh\ntouch ran\n", to: shop.root + "/okit/functions/f", mode: 0o700)
    try shop.okit("export", "directory")
    for name in ["x", "y"] { try shop.okit("set", "books[0]/name", name) }
    try shop.okit("undo")
    let picture = shop.machine.path("picture.png")
    try Files.write(shop.openSSL("-d", Fixture.bytes("data/" + Fixture.image)), to: picture)
    let places = [
      "NEW": shop.machine.path("new"), "DATA": Fixture.data, "SEALED": sealed, "KEY": Fixture.key,
      "OTHER": try shop.machine.write(Files.text(shop.identity), "other.txt"), "RECIPIENT": try shop.recipient,
      "PICTURE": picture, "ROWS": try shop.machine.write("name,copies\nNew,1\n", "rows.csv"),
      "ANSWERS": try shop.machine.write("{\"name\":\"x\"}", "answers.json"),
      "THEME": try shop.machine.write("{\"themeName\":\"dark\"}", "theme.json"),
      "STORYBOARD": Fixture.storyboard,
    ]
    let words = line.split(separator: " ").map { places[String($0)] ?? String($0) }
    // Something for `check --fix` and `attachment gc` to do.
    try Files.makeFolder(shop.data + "/_data")
    try Files.write("{}", to: shop.data + "/_data/0C5F0646-BA34-4869-A18D-57AEC8743B81.raw")
    func state() throws -> FileTree {
      try FileTree(shop.machine.folder).without { $0.hasPrefix("streams") || $0 == "shop/okit/.lock" }
    }
    let before = try state()
    // Repairable damage was found.
    let status: Int32 = line == "check --fix" ? 1 : 0
    let terminal = try Terminal(shop.machine, ["okit"] + words + ["-n"], in: shop.root)
    #expect(try terminal.end() == .status(status), "\(terminal.transcript)")
    #expect(!terminal.transcript.contains("[y/N]") && !terminal.transcript.contains("assword"))
    #expect(try state().differences(from: before) == [], "\(line)")

    // It also works for someone who may only read.
    try shop.machine.shell("chmod -R a-w \"$root\"", with: ["root": shop.root])
    defer { _ = try? shop.machine.shell("chmod -R u+w \"$root\"", with: ["root": shop.root]) }
    try shop.machine.okit(words + ["-n"], status: status, in: shop.root)
  }

  @Test(arguments: [
    "backup delete kept", "backup restore SEALED", "import SEALED --replace", "model delete directory",
    "import ROWS --into books --key name --delete-missing",
  ])
  func deletionsNeedYesWithoutATerminal(_ line: String) throws {
    let shop = try Bookshop()
    let sealed = try shop.sealedBackup()
    try shop.okit("backup", "create", "kept", "--format", "directory")
    let places = ["SEALED": sealed, "ROWS": try shop.machine.write("name,copies\nNew,1\n", "rows.csv")]
    let words = line.split(separator: " ").map { places[String($0)] ?? String($0) }
    let before = try shop.tree()
    let refused = try shop.machine.okit(words, status: 64, in: shop.root)
    #expect(refused.text == "" && refused.errors.contains("hint: use --yes to "))
    // On a terminal, answering no is not a usage error.
    let asked = try Terminal(shop.machine, ["okit"] + words, in: shop.root)
    try asked.answer(("? [y/N] ", "n"))
    #expect(try asked.end() == .status(1))
    #expect(try shop.tree().differences(from: before) == [])
    try shop.machine.okit(words + ["--yes"], in: shop.root)
    #expect(try shop.tree().differences(from: before) != [])
  }

  @Test(arguments: [
    ("backup delete kept", "--yes"), ("backup create --format zip", "--password-file"),
    ("backup verify locked", "--password-file"), ("get directory:authors -i PROTECTED", "--passphrase-file"),
    ("key generate -o NEW --passphrase", "--new-passphrase-file"), ("migrate apply", "--rename"),
  ])
  func everyPromptHasAFlag(_ line: String, _ flag: String) throws {
    let shop = try Bookshop()
    let machine = shop.machine
    try shop.okit("backup", "create", "kept", "--format", "directory")
    try shop.okit("backup", "create", "locked", "--format", "zip", with: ["OKIT_PASSWORD": "secret"])
    let protected = machine.path("protected.txt")
    try shop.okit(
      "key", "generate", "-o", protected, "--new-passphrase-file", machine.write("secret", "passphrase"))
    try shop.okit("encrypt", "directory")
    try shop.okit("rekey")
    if line == "migrate apply" {
      try shop.define()
      try shop.okit("migrate", "apply")
      let classes = try FormedShop.replacing(
        "var copies: Int = 0", with: "var stock: Int = 0", in: Files.text(Fixture.definitions + "/Bookshop.swift"))
      try Files.write(classes, to: shop.root + "/okit/model/Bookshop.swift")
      try Files.write(shop.jq(".definitions = [\"okit/model/*.swift\"]", shop.configuration), to: shop.configuration)
    }
    let words = line.split(separator: " ").map {
      $0 == "PROTECTED" ? protected : $0 == "NEW" ? machine.path("new") : String($0)
    }
    let terminal = try Terminal(machine, ["okit"] + words + ["--no-input"], in: shop.root)
    #expect(try terminal.end() != .status(0))
    #expect(terminal.transcript.contains(flag), "\(terminal.transcript)")
  }

  @Test func commandsWithNothingToDoSaySoAndSucceed() throws {
    let shop = try Bookshop()
    let table: [([String], String)] = [
      (["init"], "is already a workspace"), (["decrypt", "directory"], "nothing to do"),
      (["decrypt", "--all"], "decrypted"), (["decrypt", "--all"], "no model is encrypted"),
      (["rekey"], "no model is stored in the age format"), (["encrypt", "directory"], "4 files encrypted"),
      (["encrypt", "directory"], "nothing to do, already encrypted"),
      (["key", "add", try shop.recipient], "nothing to do"), (["key", "import", Fixture.key], "nothing to do"),
      (["export", "--clear"], "okit/export is already empty"), (["backup", "list"], "no backups"),
      (["backup", "verify", "--all"], "no backups to verify"), (["attachment", "gc"], "nothing to remove"),
      (["partial", "sync"], "no differences"), (["import", Fixture.data, "--merge"], "nothing to import"),
      (["migrate", "apply"], "nothing to do"), (["migrate", "history"], "no migration was applied on this machine"),
    ]
    for (words, text) in table {
      let output = try shop.machine.okit(words, in: shop.root)
      #expect(output.errors.contains(text), "\(words): \(output.errors)")
    }
  }

  @Test(arguments: [
    ("set genres[0]/name x", "set default:genres[0]/name"), ("remove books[0]", "removed default:books[0] with 1 file"),
    ("encrypt directory", "directory: 4 files encrypted"), ("model delete directory --yes", "kept as backup before-"),
    ("key add age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", "sfn9aqmcac8p"),
  ])
  func commandsReportTheirChanges(_ line: String, _ text: String) throws {
    let shop = try Bookshop()
    let words = line.split(separator: " ").map(String.init)
    let output = try shop.machine.okit(words, in: shop.root)
    #expect(output.errors.contains(text), "\(output.errors)")
  }
}
