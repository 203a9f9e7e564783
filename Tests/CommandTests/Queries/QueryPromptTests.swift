import Glibc
import TestSupport
import Testing

@Suite struct QueryPromptTests {
  @Test func queriesAreAnsweredUntilTheEndOfInput() throws {
    let store = try Store(.age, books: 3)
    let terminal = try Terminal(store.machine, ["okit", "query"], in: store.root)
    try terminal.wait(for: "okit> ")
    terminal.type("SELECT count(*) AS")
    try terminal.wait(for: "  ... ")
    terminal.type("books FROM Book;")
    try terminal.wait(for: "BOOKS")
    try terminal.wait(for: "3\r\n")
    try terminal.wait(for: "okit> ")
    terminal.type("SELECT bogus FROM Book;")
    try terminal.wait(for: "no such column: bogus")
    try terminal.wait(for: "okit> ")
    terminal.type(".tables")
    try terminal.wait(for: "Author\r\nBook\r\nShop\r\n")
    try terminal.wait(for: "okit> ")
    terminal.type(".tables B%")
    try terminal.wait(for: "'.tables' takes no arguments")
    try terminal.wait(for: "okit> ")
    terminal.type(".schema author")
    try terminal.wait(for: "CREATE TABLE Author (")
    try terminal.wait(for: "okit> ")
    terminal.type(".nonsense")
    try terminal.wait(for: "unknown command '.nonsense'")
    try terminal.wait(for: "okit> ")
    terminal.type("DELETE FROM Book;")
    try terminal.wait(for: "a query can only read")
    try terminal.wait(for: "okit> ")
    terminal.type(".quit")
    #expect(try terminal.end() == .status(0))
    // The history may name secrets.
    #expect(try Files.names(in: store.machine.path("home")) == [])
  }

  @Test func pastedLinesAreReadOneByOne() throws {
    let store = try Store(books: 3)
    let terminal = try Terminal(store.machine, ["okit", "query"], in: store.root)
    try terminal.wait(for: "okit> ")
    terminal.type((1...20).map { "SELECT \($0) * 1000 AS n;" }.joined(separator: "\n"))
    for number in 1...20 { try terminal.wait(for: "\r\n\(number)000\r\n") }
    terminal.type(".quit")
    #expect(try terminal.end() == .status(0))
  }

  @Test func tablesWithSpacesAreNamedAsTheyAreListed() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(
      #"{"id":"S","books":[{"id":"b","other books":[{"id":"r","refKey":"b"}]}]}"#,
      to: machine.path("w/okit/data/default.json"))
    let terminal = try Terminal(machine, ["okit", "query"], in: machine.path("w"))
    try terminal.wait(for: "okit> ")
    terminal.type(".tables")
    try terminal.wait(for: "okit> ")
    let name = try #require(terminal.transcript.split(whereSeparator: \.isNewline).first { $0.first == "\"" })
    terminal.type(".schema \(name) defaultmodel")
    try terminal.wait(for: "CREATE TABLE \(name) (")
    try terminal.wait(for: "okit> ")
    terminal.type(".quit")
    #expect(try terminal.end() == .status(0))
  }

  @Test func theTabKeyCompletesNames() throws {
    let store = try Store(books: 3)
    let terminal = try Terminal(store.machine, ["okit", "query"], in: store.root)
    try terminal.wait(for: "okit> ")
    terminal.type("SELECT stock_sh\t AS s FROM Boo\t LIMIT 0;")
    try terminal.wait(for: "no rows")
    try terminal.wait(for: "okit> ")
    terminal.type(".quit")
    #expect(try terminal.end() == .status(0))
  }

  @Test(arguments: [[], ["--csv"]]) func anInterruptKeyEndsOnlyTheQuery(_ options: [String]) throws {
    let store = try Store(books: 3)
    let terminal = try Terminal(store.machine, ["okit", "query"] + options, in: store.root)
    try terminal.wait(for: "okit> ")
    terminal.type("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT max(x) FROM c;")
    try terminal.wait(for: "FROM c;")
    usleep(300_000)
    terminal.type("\u{3}", ending: "")
    try terminal.wait(for: "the query was interrupted")
    try terminal.wait(for: "okit> ")
    terminal.type("SELECT count(*) + 40 FROM Book;")
    try terminal.wait(for: "43")
    try terminal.wait(for: "okit> ")
    terminal.type(".quit")
    #expect(try terminal.end() == .status(0))
  }

  @Test func anInterruptKeyDiscardsTheLine() throws {
    let store = try Store(books: 3)
    let terminal = try Terminal(store.machine, ["okit", "query"], in: store.root)
    try terminal.wait(for: "okit> ")
    terminal.type("SELECT 1,")
    try terminal.wait(for: "  ... ")
    terminal.type("nonsense \u{3}", ending: "")
    try terminal.wait(for: "okit> ")
    terminal.type("SELECT count(*) + 40 FROM Book;")
    try terminal.wait(for: "43")
    try terminal.wait(for: "okit> ")
    terminal.type(".quit")
    #expect(try terminal.end() == .status(0))
  }

  @Test func theQuitKeyRestoresTheTerminal() throws {
    let store = try Store(books: 3)
    let line =
      "ulimit -c 0; trap : QUIT; stty -a > before; '\(Machine.okit)' query; stty -a > after; echo en''ded"
    let terminal = try Terminal(store.machine, ["sh", "-c", line], in: store.root)
    try terminal.wait(for: "okit> ")
    terminal.type("SELECT\u{1C}", ending: "")
    try terminal.wait(for: "ended")
    _ = try terminal.end()
    #expect(try Files.text(store.root + "/after") == Files.text(store.root + "/before"))
  }

  @Test func withoutATerminalForAnswersThereIsNoPrompt() throws {
    let store = try Store(books: 3)
    let output = store.machine.path("out.txt")
    let terminal = try Terminal(store.machine, ["okit", "query"], in: store.root, output: output)
    #expect(try terminal.end() == .status(64))
    #expect(terminal.transcript.contains("cannot read a query from a terminal"))
    let other = try Terminal(store.machine, ["okit", "query", "--no-input"], in: store.root)
    #expect(try other.end() == .status(64))
  }
}
