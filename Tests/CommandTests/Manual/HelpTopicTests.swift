import TestSupport
import Testing

/// The topics of `okit help`.
@Suite struct HelpTopicTests {
  static let topics = ["bindings", "quoting", "rules", "forms", "http", "secrets", "statuses", "backups", "cron"]

  @Test func theOverviewNamesEachTopic() throws {
    let lines = try Machine().okit("help").lines
    let list = lines.drop { $0 != "TOPICS:" }.dropFirst().prefix { !$0.isEmpty }
    #expect(list.compactMap { $0.split(separator: " ").first.map(String.init) } == Self.topics)
  }

  @Test(arguments: topics) func eachTopicFitsTheScreenAndNamesExistingPages(_ topic: String) throws {
    let help = try Machine().okit("help", topic)
    #expect(help.text.hasPrefix("OVERVIEW: ") && help.errors == "")
    #expect(help.lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("    ") }, "\(help.text)")
    let pages = try #require(help.lines.last?.split(separator: "SEE ALSO: ").first).split(separator: ", ")
    for page in pages where page.hasPrefix("okit") {
      let (name, part) = (page.prefix { $0 != "(" }, page.suffix(2).prefix(1))
      #expect(ManualPagesTests.pages.contains("\(name).\(part)"), "\(page)")
    }
  }

  @Test(arguments: [
    ("bindngs", "did you mean 'okit help bindings'?"), ("cronn", "did you mean 'okit help cron'?"),
    ("bakcup", "did you mean 'okit backup'?"), ("ls", "did you mean 'okit list'?"),
  ])
  func anUnknownWordGetsTheNearest(_ word: String, _ suggestion: String) throws {
    let output = try Machine().okit("help", word, status: 64)
    #expect(output.bytes == [] && output.errors.contains(suggestion))
  }

  @Test func aCommandIsNearerThanATopic() throws {
    let machine = try Machine()
    #expect(try machine.okit("help", "backup").text == machine.okit("backup", "--help").text)
    #expect(try machine.okit("help", "backups").text.hasPrefix("OVERVIEW: Backups, and how to open them"))
    try machine.okit("help", "cron", "backups", status: 64)
  }

  @Test func statusesAgreeWithTheManual() throws {
    let machine = try Machine()
    let help = try machine.okit("help", "statuses").lines.compactMap {
      $0.firstMatch(of: /^\s\s([0-9]+)\s/).map { String($0.output.1) }
    }
    #expect(
      help == ["0", "1", "64", "65", "66", "69", "70", "73", "74", "75", "77", "78", "129", "130", "143"])
  }

  /// Every okit command in a topic works in bash as it is printed.
  @Test func examplesOfTopicsWork() throws {
    let shop = try Bookshop()
    let machine = shop.machine
    // Definitions of another user would not be in a backup.
    try machine.run("cp", "-R", Fixture.definitions, machine.path("definitions"))
    let configuration = try shop.jq(".definitions = [\"\(machine.path("definitions"))\"]", shop.configuration)
    try Files.write(configuration, to: shop.configuration)
    try shop.okit("add", "books", #"{"name": "It's me"}"#)
    let password = try shop.password()
    let variables = ["OKIT_PASSWORD_FILE": password, "number": "1"]
    try shop.okit("backup", "create", "20261121T075014Z", with: variables)
    try machine.write("Good.\nVery good.\n", "shop/comment.txt")
    try machine.write("#!/bin/sh\n[ \"$*\" = 'show okit' ] && cat '\(password)'\n", "pass", mode: 0o700)
    try machine.run("cp", shop.identity, machine.path("home/identity.txt"))
    try machine.run("ln", "-s", Machine.okit, machine.path("okit"))
    let path = machine.folder + ":" + machine.environment["PATH"]!

    var lines = 0
    for topic in Self.topics {
      for line in try machine.okit("help", topic).lines {
        guard let command = line.firstMatch(of: /^\s\s+(?:[0-9* ]+)?(okit .*)$/)?.output.1,
          command.count > 8, line.hasPrefix("    ")
        else { continue }
        // Only paths that belong to root are replaced.
        let words = String(command).replacing("/etc/okit/password", with: password)
          .replacing("/srv/shop", with: shop.root)
        let output = try machine.run(
          "bash", "-c", words, with: variables.merging(["PATH": path]) { $1 }, in: shop.root)
        if words.hasPrefix("okit get "), !words.contains(">") && !words.contains("|") {
          #expect(output.bytes != [], "\(words)")
        }
        if words.hasPrefix("okit -q ") {
          #expect(output.bytes == [] && output.errors == "", "\(words): \(output.errors)")
        }
        lines += 1
      }
    }
    #expect(lines == 19)
    #expect(try shop.okit("get", "books[0]/comment").text == "Good.\nVery good.\n")
  }
}
