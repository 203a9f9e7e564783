import Glibc
import TestSupport
import Testing

/// Output that differs on a terminal.
@Suite struct ScreenHabitTests {
  /// The lines that a command shows on a terminal, without colors.
  private func screen(_ shop: Bookshop, _ words: String..., columns: Int = 80) throws -> [String] {
    try screen(shop, words: words, columns: columns)
  }

  private func screen(_ shop: Bookshop, words: [String], columns: Int) throws -> [String] {
    let terminal = try Terminal(
      shop.machine, ["okit"] + words, in: shop.root, with: ["COLUMNS": "\(columns)", "NO_COLOR": "1"])
    #expect(try terminal.end() == .status(0))
    return terminal.transcript.split(separator: "\r\n").map(String.init)
  }

  @Test func tablesFitTheWidthAndKeepTheirFirstColumn() throws {
    let shop = try Bookshop()
    let whole = try shop.okit("attachment", "list").lines
    #expect(whole.contains { $0.count > 100 } && !whole.contains { $0.contains("…") })
    let cut = try screen(shop, "attachment", "list")
    #expect(cut.count == whole.count && cut.allSatisfy { $0.count <= 80 })
    for (line, short) in zip(whole, cut).dropFirst() {
      #expect(short.hasSuffix("…"))
      #expect(line.split(separator: " ").first == short.split(separator: " ").first)
    }
    // The paths are cut last.
    let narrow = try screen(shop, "attachment", "list", columns: 40)
    #expect(narrow.count == whole.count && narrow.allSatisfy { $0.count <= 40 })
    for words in [["model", "list"], ["log"], ["ref", "list"]] {
      let lines = try screen(shop, words: words, columns: 40).filter { !$0.hasPrefix("okit: ") }
      #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
    }
    #expect(try screen(shop, "attachment", "list", columns: 300).allSatisfy { !$0.contains("…") })
  }

  @Test func sizesAreHumanReadableOnATerminalAndExactElsewhere() throws {
    let shop = try Bookshop()
    try Files.write([UInt8](repeating: 32, count: 1_440_000) + Array("{}".utf8), to: shop.data + "/large.json")
    #expect(try screen(shop, "status").contains { $0.hasPrefix("large") && $0.contains("  1.4 MB  ") })
    #expect(try shop.okit("status").lines.contains { $0.hasPrefix("large") && $0.contains("  1440002  ") })
    #expect(try screen(shop, "backup", "create", "b", "--format", "directory")[1].contains(" MB; not protected"))
    #expect(try shop.okit("backup", "create", "c", "--format", "directory").errors.contains(" bytes; not protected"))
    #expect(try screen(shop, "backup", "list").dropFirst().allSatisfy { $0.contains(" MB  ") })
  }

  @Test func sizesInMessagesHaveOneUnit() throws {
    let shop = try Bookshop()
    let file = shop.machine.path("large.png")
    try Files.write(
      SampleAttachment.pngSignature + [UInt8](repeating: 1, count: 1_440_000), to: file)
    let shown = try screen(shop, "attachment", "put", "books[0]/icon", file)
    #expect(shown.contains { $0.hasPrefix("stored 1.4 MB of image/png in ") }, "\(shown)")
    let told = try shop.okit("attachment", "put", "books[0]/icon", file).errors
    #expect(told.hasPrefix("stored 1440008 bytes of image/png in "), "\(told)")
  }

  @Test func timesAreHumanReadableOnATerminalAndExactElsewhere() throws {
    let shop = try Bookshop()
    let ages = [
      ("new", "0 minutes", "just now"), ("one", "1 minute", "1 minute ago"), ("some", "125 minutes", "2 hours ago"),
      ("days", "75 hours", "3 days ago"),
    ]
    func backUp(_ name: String, _ date: String) throws {
      let time = try shop.machine.run("date", "-d", date, "+%s").line
      try shop.okit("backup", "create", name, "--format", "directory", with: ["SOURCE_DATE_EPOCH": time])
    }
    for (name, age, _) in ages { try backUp(name, "\(age) ago") }
    try backUp("old", "2020-02-03T10:20:30Z")
    shop.machine.environment["TZ"] = "CET-1"
    let shown = try screen(shop, "backup", "list")
    for (name, _, text) in ages { #expect(shown.contains { $0.hasPrefix("\(name) ") && $0.contains("  \(text)  ") }) }
    #expect(shown.last?.contains("  2020-02-03 11:20  ") == true, "\(shown)")
    #expect(try shop.okit("backup", "list").lines.last?.contains("  2020-02-03T10:20:30Z  ") == true)
    try shop.okit("backup", "delete", "new", "one", "some", "days", "--yes")
    #expect(try screen(shop, "status").contains { $0.hasSuffix("newest old (directory, 2020-02-03 11:20)") })
    #expect(try shop.okit("status").text.contains("newest old (directory, 2020-02-03T10:20:30Z)"))
  }

  /// Standard output and standard error get colors independently.
  @Test func colorIsPerStream() throws {
    let shop = try Bookshop(keys: false)
    let words = ["okit", "partial", "list"]
    let (out, err) = (shop.machine.path("out"), shop.machine.path("err"))
    let messages = try Terminal(shop.machine, words, in: shop.root, output: out)
    #expect(try messages.end() == .status(77))
    #expect(messages.transcript.contains("\u{1B}[33mwarning:"))
    #expect(try !Files.text(out).contains("\u{1B}"))
    let data = try Terminal(shop.machine, words, in: shop.root, errors: err)
    #expect(try data.end() == .status(77))
    #expect(data.transcript.contains("\u{1B}[1mSTAND-IN") && data.transcript.contains("\u{1B}[32mpresent\u{1B}[0m"))
    #expect(try !Files.text(err).contains("\u{1B}"))
  }

  @Test(
    arguments: [
      ([:], [], true), (["NO_COLOR": ""], [], true), (["NO_COLOR": "1"], [], false), (["TERM": "dumb"], [], false),
      ([:], ["--color", "never"], false), (["NO_COLOR": "1", "TERM": "dumb"], ["--color=always"], true),
    ] as [([String: String], [String], Bool)])
  func colorCanBeTurnedOff(_ variables: [String: String], _ options: [String], _ expected: Bool) throws {
    let shop = try Bookshop()
    let terminal = try Terminal(shop.machine, ["okit", "status"] + options, in: shop.root, with: variables)
    #expect(try terminal.end() == .status(0))
    #expect(terminal.transcript.contains("\u{1B}[") == expected)
    // No escape sequence moves the cursor.
    #expect(!terminal.transcript.contains("\u{1B}[K") && !terminal.transcript.contains("\r\r"))
  }

  @Test func statesHaveColors() throws {
    let shop = try Bookshop(keys: false)
    try Files.write("{", to: shop.data + "/broken.json")
    let text = try shop.okit("status", "--color", "always").text
    for state in ["\u{1B}[33mlocked\u{1B}[0m", "\u{1B}[32mopen\u{1B}[0m", "\u{1B}[31mdamaged\u{1B}[0m"] {
      #expect(text.contains(state))
    }
    let check = try shop.okit("check", "--color", "always", status: 1).text
    #expect(check.contains("okit/data/broken.json:1:2: \u{1B}[31m"), "\(check)")
  }

  @Test func controlCShows130() throws {
    let shop = try Bookshop()
    let line = #"trap : INT; "$okit" backup create b --format zip; echo status=$?"#
    let terminal = try Terminal(shop.machine, ["bash", "-c", line], in: shop.root, with: ["okit": Machine.okit])
    try terminal.wait(for: "assword")
    terminal.type("", ending: "\u{3}")
    try terminal.wait(for: "status=130")
    #expect(try terminal.end() == .status(0))
    #expect(try !Files.exists(shop.backups) || Files.byteNames(in: shop.backups) == [])
  }
}
