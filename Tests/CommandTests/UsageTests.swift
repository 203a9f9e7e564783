import TestSupport
import Testing

/// The command line itself: help, unknown words, the choice of the workspace.
@Suite struct UsageTests {
  @Test func helpAndVersionArePrinted() throws {
    let machine = try Machine()
    let overview = try machine.okit()
    #expect(overview.errors == "")
    for command in [
      "init", "status", "get", "check", "key", "encrypt", "decrypt", "rekey", "backup", "export", "import",
    ] {
      #expect(overview.lines.contains { $0.hasPrefix("  \(command) ") }, "\(command)")
      for words in [[command, "--help"], [command, "-h"], ["--help", command], ["help", command]] {
        let help = try machine.okit(words)
        #expect(help.text.hasPrefix("OVERVIEW: "), "\(words)")
        #expect(help.text.contains("USAGE: okit \(command)"), "\(words)")
        #expect(help.errors == "")
      }
    }
    #expect(try machine.okit("--help").text == overview.text)
    #expect(try machine.okit("help").text == overview.text)
    let create = try machine.okit("backup", "create", "--help").text
    for word in ["USAGE: okit backup create", "EXAMPLES:", "--as-stored", "--password-file", "GLOBAL OPTIONS:"] {
      #expect(create.contains(word))
    }
    #expect(try machine.okit("--version").text == machine.okit("version").text)
    let version = try machine.okit("version", "--json").bytes
    #expect(try "okit " + machine.run("jq", "-r", ".okit", input: version).line == machine.okit("version").line)
  }

  @Test(arguments: ["key", "backup"])
  func aGroupAloneShowsItsHelpOnStandardError(_ group: String) throws {
    let output = try Machine().okit(group, status: 64)
    #expect(output.bytes == [])
    #expect(output.errors.contains("SUBCOMMANDS:"))
  }

  @Test(arguments: [
    ("stauts", "status"), ("bakcup", "backup"), ("backup rm", "delete"), ("ls", "list"), ("cat", "get"),
    ("validate", "check"),
    ("fsck", "check"), ("backup forget", "prune"), ("backup snapshots", "list"), ("backup craete", "create"),
    ("status --jsno", "--json"), ("backup create --recipeint x", "--recipient"), ("encrypt --al", "--all"),
  ])
  func anUnknownWordGetsASuggestion(_ line: String, _ suggestion: String) throws {
    let output = try Machine().okit(line.split(separator: " ").map(String.init), status: 64)
    #expect(output.bytes == [])
    #expect(output.errors.hasPrefix("okit: error: "))
    #expect(output.errors.contains(suggestion), "\(output.errors)")
  }

  @Test(arguments: [
    ["status", "extra"], ["get"], ["status", "--wait"], ["status", "--wait", "soon"], ["status", "--color", "pink"],
    ["status", "--json=1"], ["encrypt", "default", "--cipher", "rot13"], ["backup", "create", "a", "b"],
    ["init", "a", "b"],
    ["backup", "create", "--format", "rar"], ["import"], ["get", ""],
  ])
  func aWrongCommandLineExitsWith64(_ words: [String]) throws {
    let shop = try Bookshop()
    let output = try shop.machine.okit(words, status: 64, in: shop.root)
    #expect(output.bytes == [])
    #expect(output.errors.hasPrefix("okit: error: "))
  }

  /// An empty argument, as an unset variable leaves it, must not mean the working folder.
  @Test(arguments: [
    ["init", ""], ["init", "new", "--data", ""], ["import", ""], ["export", "-o", ""],
    ["backup", "create", "-o", "", "--format", "directory"], ["key", "import", ""], ["status", "-C", ""],
    ["backup", "create", "--password-file", ""],
    ["init", "-C", ""], ["init", "new", "--definitions", ""], ["backup", "verify", ""],
  ])
  func anEmptyPathIsRefused(_ words: [String]) throws {
    let shop = try Bookshop()
    let before = try shop.tree()
    let output = try shop.machine.launch([Machine.okit] + words, [], [:], shop.data)
    #expect([.status(64), .status(66)].contains(output.end), "\(output.end) \(output.errors)")
    #expect(output.bytes == [] && output.errors.hasPrefix("okit: error: "))
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func globalOptionsStandBeforeAndAfter() throws {
    let shop = try Bookshop()
    let machine = shop.machine
    let expected = try shop.okit("status", "--json").text
    for words in [
      ["--json", "-C", shop.root, "status"], ["status", "-C", shop.root, "--json"],
      ["--root", shop.root, "status", "--json"],
      ["--root=\(shop.root)", "--json", "status"], ["-C\(shop.root)", "status", "--json"],
    ] { #expect(try machine.okit(words).text == expected, "\(words)") }
    #expect(
      try machine.okit("backup", "list", "--json", "-C", shop.root).text
        == machine.okit(
          "--json", "-C", shop.root, "backup", "list"
        ).text)
    #expect(try machine.okit("status", "--json", with: ["OKIT_ROOT": shop.root]).text == expected)
    #expect(try machine.okit("status", "--json", in: shop.data + "/_image").text == expected)
  }

  @Test func theWorkspaceCanBeNamed() throws {
    let shop = try Bookshop()
    let machine = shop.machine
    try machine.okit("init", "other")
    let (other, environment) = (machine.path("other"), ["OKIT_ROOT": shop.root])
    func root(_ words: [String], _ variables: [String: String], _ folder: String) throws -> String {
      let json = try machine.okit(words + ["status", "--json"], with: variables, in: folder).bytes
      return try machine.run("jq", "-r", ".root", input: json).line
    }
    #expect(try root([], [:], other) == other)
    #expect(try root([], environment, other) == shop.root)
    #expect(try root(["-C", other], environment, shop.root) == other)
    #expect(try root(["-C", "other"], [:], machine.folder) == other)
    for words in [["status"], ["get", "."], ["check"], ["key", "list"], ["backup", "list"], ["export"]] {
      let output = try machine.okit(words, status: 66)
      #expect(output.errors.contains("okit init"))
    }
    try machine.okit("status", "-C", machine.path("absent"), status: 66)
    try machine.okit("status", status: 66, with: ["OKIT_ROOT": machine.path("absent")])
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"version":1}"#, #"{"version":1,"id":"x"}"#,
    #"{"version":2,"id":"6FD6F0DA-4F4C-4A2E-9B6C-0C3F6F0B8E1A"}"#,
    #"{"version":1,"id":"6FD6F0DA-4F4C-4A2E-9B6C-0C3F6F0B8E1A","recipients":["age1x"]}"#,
    #"{"version":1,"id":"6FD6F0DA-4F4C-4A2E-9B6C-0C3F6F0B8E1A","cipher":"none"}"#,
    #"{"version":1,"id":"6FD6F0DA-4F4C-4A2E-9B6C-0C3F6F0B8E1A","models":{"a":{"kind":"odd"}}}"#,
  ])
  func aWrongConfigurationExitsWith78(_ text: String) throws {
    let shop = try Bookshop(keys: false)
    try Files.write(text, to: shop.configuration)
    let before = try shop.tree()
    for words in [["status"], ["encrypt", "default"], ["backup", "create", "--format", "directory"]] {
      #expect(try shop.machine.okit(words, status: 78, in: shop.root).errors.contains("okit.json"))
    }
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func unknownKeysOfTheConfigurationAreKept() throws {
    let shop = try Bookshop()
    try shop.machine.shell(
      #"jq '.mine = {"a": [1.10]} | .models.default.note = "x"' "$file" > new && cat new > "$file""#,
      with: ["file": shop.configuration])
    try shop.okit("encrypt", "default", "directory")
    #expect(
      try shop.jq(".mine.a[0], .models.default.note, .models.default.kind", shop.configuration)
        .split(separator: "\n").suffix(2) == ["x", "encrypted"])
    #expect(try Files.text(shop.configuration).contains("1.10") || shop.jq(".mine.a[0]", shop.configuration) == "1.1")
  }
}
