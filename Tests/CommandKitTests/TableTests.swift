import Glibc
import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Tables {
    private var table: TextTable {
      var table = TextTable([.init("MODEL"), .init("SIZE", .right), .init("FORM", style: .dim)])
      table.add(["default", "12", "json"])
      table.add(["模型", "1400000", "age"])
      table.add(["a\nb", ""])
      return table
    }

    @Test func columnsAreAligned() {
      #expect(
        table.lines(fitting: nil) == [
          "MODEL       SIZE  FORM",
          "default       12  json",
          "模型     1400000  age",
          "a\\nb",
        ])
    }

    @Test func aNarrowTerminalCutsTheWidest() throws {
      var table = TextTable([.init("NAME"), .init("PATH")])
      table.add(["short", String(repeating: "long", count: 20)])
      let pty = PseudoTerminal(columns: 40)
      let console = Console(tool: "okit", environment: [:], standardOutput: pty.slave, standardError: pty.slave)
      try table.write(to: console)
      try console.standardOutput.flush()
      #expect(pty.wait(for: "…\r\n") == "NAME   PATH\r\nshort  \(String(repeating: "long", count: 8))…\r\n")
    }

    @Test func aPipeGetsEverything() throws {
      var table = TextTable([.init("NAME"), .init("PATH")])
      table.add(["short", String(repeating: "long", count: 50)])
      let file = UnnamedFile()
      let console = Console(tool: "okit", environment: ["COLUMNS": "40"], standardOutput: file.descriptor)
      try table.write(to: console)
      try console.standardOutput.flush()
      #expect(file.text == "NAME   PATH\nshort  \(String(repeating: "long", count: 50))\n")
    }

    @Test func earlyColumnsAreCutFirstAndNamesLast() {
      var table = TextTable([
        .init("NAME", cutting: .never), .init("CLASS"), .init("FILE", cutting: .early),
        .init("STATE", .left, cutting: .never, wordStyles: ["missing": .red]),
      ])
      let name = "books[12]/author/ref/name"
      table.add([name, "ModelReference", "okit/data/directory/one.json", "missing"])
      table.add([name, "Model", "", "there"])
      let whole = "\(name)  ModelReference  okit/data/directory/one.json  missing"
      #expect(table.lines(fitting: whole.count)[1] == whole)
      #expect(table.lines(fitting: 70)[1] == "\(name)  ModelReference  okit/data/directo…  missing")
      #expect(table.lines(fitting: 56)[1] == "\(name)  ModelRefe…  okit/da…  missing")
      // The other columns cannot be narrower.
      #expect(table.lines(fitting: 40)[1] == "books[12]/…  ModelRe…  okit/da…  missing")
      #expect(table.lines(fitting: 39)[1] == "books[12]/author/ref/…  M…  o…  missing")
      #expect(table.lines(fitting: 20).allSatisfy { ColumnWidth.of($0) <= 20 })
      let colored = table.lines(fitting: nil, colored: true)
      #expect(colored[1].hasSuffix("  \u{1B}[31mmissing\u{1B}[0m") && colored[2].hasSuffix("  there"))
    }

    @Test func aCellToCopyIsCutOnlyInASmallWindow() {
      var table = TextTable([.init("NAME", cutting: .never), .init("KIND")])
      table.add([String(repeating: "n", count: 90), "a kind of it"])
      #expect(table.lines(fitting: 80)[1] == "\(String(repeating: "n", count: 90))  a kind …")
      #expect(table.lines(fitting: 79)[1] == "\(String(repeating: "n", count: 68))…  a kind …")
    }

    @Test func stylesDoNotCountAsColumns() {
      #expect(table.lines(fitting: nil, colored: true)[1] == "default       12  \u{1B}[2mjson\u{1B}[0m")
    }

    @Test func aTableWithoutHeadingsPrintsOnlyRows() {
      var table = TextTable([.init(""), .init("")])
      #expect(table.isEmpty)
      table.add(["a", "b"])
      #expect(table.lines(fitting: nil) == ["a  b"])
    }
  }
}
