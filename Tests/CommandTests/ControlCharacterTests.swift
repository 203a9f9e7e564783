import TestSupport
import Testing

/// Control characters in the data cannot affect a terminal, and reach other programs unchanged.
@Suite struct ControlCharacterTests {
  /// An escape, a C1 control sequence, an override of the text direction, and DEL.
  private static let raw = "a\u{1b}[31mb\u{9b}2Jc\u{202e}d\u{7f}e\u{2066}"
  private static let hidden = #"a\u001B[31mb\u009B2Jc\u202Ed\u007Fe\u2066"#
  private static let harmful = ["\u{1b}[31m", "\u{9b}", "\u{202e}", "\u{7f}", "\u{2066}"]

  private func shop(_ form: FormedShop.Form = .plain) throws -> FormedShop {
    let formed = try FormedShop(form)
    try formed.shop.okit(["set", "books[0]/name", Self.raw])
    try formed.shop.okit(["set", "books[0]/comment", "one\n\ttwo"])
    return formed
  }

  @Test(arguments: [
    ["get", "books[0]/name"], ["get", "--raw", "books[0]/name"], ["get", "books[0]"], ["get", "--json", "books[0]"],
    ["get", "--lines", "books[0]/name"], ["decrypt", "default", "--stdout"], ["ref", "who", "FANTASY"],
    ["ref", "graph", "--entities"], ["ref", "list", "--json"], ["check", "--json"],
  ])
  func aTerminalGetsNoControlCharacters(_ words: [String]) throws {
    let formed = try shop(.age)
    let terminal = try Terminal(formed.shop.machine, ["okit"] + words, in: formed.shop.root)
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    let shown = terminal.transcript
    for text in Self.harmful { #expect(!shown.utf8.contains(text.utf8), "\(words)") }
  }

  @Test func lineFeedsAreKeptOnATerminal() throws {
    let formed = try shop()
    let terminal = try Terminal(
      formed.shop.machine, ["okit", "get", "books[0]/name", "books[0]/comment"], in: formed.shop.root)
    #expect(try terminal.end() == .status(0))
    let shown = terminal.transcript.replacing("\r\n", with: "\n")
    #expect(shown.contains(Self.hidden + "\none\n"), "\(shown)")
  }

  @Test func aPipeGetsControlCharactersUnchanged() throws {
    let formed = try shop(.age)
    #expect(try formed.shop.okit("get", "books[0]/name").text == Self.raw + "\n")
    for words in [["get", "books[0]"], ["decrypt", "default", "--stdout"]] {
      let text = try formed.shop.okit(words).text
      #expect(text.contains("\u{202e}") && text.contains("\u{9b}"))
    }
  }

  /// The same values, with harmful characters escaped in ASCII.
  @Test(arguments: [
    (["get", "--json", "books[0]/name"], "."), (["get", "--json", "books[0]"], ".name"),
    (["get", "--lines", "books[0]/name"], ".value"), (["get", "--json", "books[*]/name"], ".[0]"),
  ])
  func jsonEscapesControlCharacters(_ words: [String], _ filter: String) throws {
    let formed = try shop()
    let output = try formed.shop.okit(words)
    for text in Self.harmful.dropFirst() { #expect(!output.text.utf8.contains(text.utf8), "\(words)") }
    #expect(try formed.shop.machine.run("jq", "-j", filter, input: output.bytes).text == Self.raw)
  }

  /// `set --from` accepts the output of `get --lines`.
  @Test func escapedNamesCanBeSetAgain() throws {
    let formed = try shop()
    let lines = try formed.shop.okit("get", "--lines", "books[0]/name").bytes
    try formed.shop.okit("set", "books[0]/name", "other")
    try formed.shop.okit("set", "--from", "-", input: lines)
    #expect(try formed.shop.okit("get", "books[0]/name").text == Self.raw + "\n")
  }

  @Test(arguments: ["dot", "mermaid", "json"]) func graphsHaveNoControlCharacters(_ format: String) throws {
    let formed = try shop()
    let text = try formed.shop.okit("ref", "graph", "--entities", "--format", format).text
    for harm in Self.harmful { #expect(!text.utf8.contains(harm.utf8)) }
    switch format {
    case "dot": #expect(text.contains(#"a\\u001B[31mb\\u009B2Jc\\u202Ed"#), "\(text)")
    case "mermaid": #expect(text.contains("a#92;u001B#91;31mb#92;u009B2Jc#92;u202Ed"), "\(text)")
    default:
      #expect(try formed.shop.machine.run("jq", "-r", ".nodes[].name", input: Array(text.utf8)).text.contains(Self.raw))
    }
  }
}
