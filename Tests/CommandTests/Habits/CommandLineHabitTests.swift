import TestSupport
import Testing

/// Options, as other tools accept them.
@Suite struct CommandLineHabitTests {
  @Test func optionsAcceptValuesInEachSpelling() throws {
    let shop = try Bookshop(keys: false)
    let expected = try shop.okit("get", "authors[0]/name", "--model", "directory", "--json").text
    #expect(expected.hasPrefix("\""))
    for words in [
      ["get", "--model=directory", "--json", "authors[0]/name"],
      ["get", "-m", "directory", "--json", "authors[0]/name"],
      ["get", "-mdirectory", "--json", "--", "authors[0]/name"],
      ["--json", "get", "-qvm=directory", "authors[0]/name"],
    ] { #expect(try shop.machine.okit(words, in: shop.root).text == expected, "\(words)") }
  }

  @Test func twoDashesEndOptions() throws {
    let shop = try Bookshop(keys: false)
    try shop.okit("set", "-m", "directory", "--", "authors[0]/name", "--json")
    #expect(try shop.okit("get", "directory:authors[0]/name").text == "--json\n")
    // A number that begins with a dash needs no `--`.
    try shop.okit("set", "-m", "directory", "authors[0]/name", "-1")
    #expect(try shop.okit("get", "directory:authors[0]/name").text == "-1\n")
  }

  @Test func shortFlagsCombine() throws {
    let shop = try Bookshop()
    let before = try shop.tree()
    #expect(try shop.okit("encrypt", "directory", "-nq").errors == "")
    #expect(try shop.okit("encrypt", "directory", "-nv").errors.contains("would be encrypted"))
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test(arguments: ["stat", "back list", "get --def x name", "backup crea", "status --js"])
  func abbreviationsAreNotTaken(_ line: String) throws {
    let shop = try Bookshop(keys: false)
    let words = line.split(separator: " ").map(String.init)
    let output = try shop.machine.okit(words, status: 64, in: shop.root)
    #expect(output.text == "" && output.errors.contains("did you mean"), "\(output.errors)")
  }

  @Test(arguments: [
    "set name -", "set --from -", "add books -", "add --from -", "import -", "import - --as x",
    "backup verify x --password-file -",
  ])
  func dataAreNotReadFromATerminal(_ line: String) throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "x", "--format", "zip", with: ["OKIT_PASSWORD": "secret"])
    let words = ["okit"] + line.split(separator: " ").map(String.init)
    let terminal = try Terminal(shop.machine, words, in: shop.root)
    #expect(try terminal.end() == .status(64), "\(terminal.transcript)")
    #expect(terminal.transcript.contains(" from a terminal"))
  }

  @Test(arguments: ["backup create -o - -r RECIPIENT", "attachment get books[0]/icon", "key export"])
  func bytesDoNotGoToATerminal(_ line: String) throws {
    let shop = try Bookshop()
    let words = try line.split(separator: " ").map { $0 == "RECIPIENT" ? try shop.recipient : String($0) }
    let terminal = try Terminal(shop.machine, ["okit"] + words, in: shop.root)
    #expect(try terminal.end() == .status(64))
    #expect(terminal.transcript.contains("to a terminal"), "\(terminal.transcript)")
  }
}
