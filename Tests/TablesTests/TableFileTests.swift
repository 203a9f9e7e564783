import Bindings
import JSONDocument
import TestSupport
import Testing

@testable import Tables

/// Reading tables.
@Suite struct TableFileTests {
  /// The cells of all rows, each as `line:text`; `-` for an absent and `?` for a missing one.
  private func rows(_ table: TableFile) throws -> [[String]] {
    var rows: [[String]] = []
    try table.forEachRow { row in
      rows.append(
        table.headings.indices.map { column in
          switch row.cell(column) {
          case .missing: "?"
          case .absent: "-"
          case .text(let text): "\(row.line):\(text)"
          case .json(let value): "\(row.line):\(value.rawText)"
          }
        })
    }
    return rows
  }

  private func table(_ text: String, isTabSeparated: Bool = false) throws -> TableFile {
    try TableFile(Array(text.utf8), isTabSeparated: isTabSeparated)
  }

  @Test(arguments: [
    "id,name\nA,Emma\nB,\n", "id;name\r\nA;Emma\r\nB;", "\u{feff}id,name\nA,\"Emma\"\nB,",
    " id , name\nA,Emma\n\nB,\n\n",
    "id\tname\nA\tEmma\nB\t\n",
  ])
  func separatorsAndLineEndsAreFound(_ text: String) throws {
    let table = try table(text)
    #expect(table.headings.map(\.text) == ["id", "name"])
    let rows = try rows(table)
    #expect(rows.map { $0.map { $0.drop { $0 != ":" && $0 != "-" } } } == [[":A", ":Emma"], [":B", "-"]])
  }

  @Test func quotedFieldsCanContainEverything() throws {
    let table = try table("id,text\nA,\"a,\"\"b\"\"\r\nc\"\nB,\"\"\nC, x \n")
    #expect(try rows(table) == [["2:A", "2:a,\"b\"\r\nc"], ["4:B", "4:"], ["5:C", "5: x "]])
    #expect(table.distinguishesEmptyText)
  }

  @Test func tabSeparatedFieldsHaveEscapes() throws {
    let table = try table("id\ttext\nA\ta\\tb\\nc\\r\\\\n\nB\t\"x\"\nC\t\r\n")
    #expect(try rows(table) == [["2:A", "2:a\tb\nc\r\\n"], ["3:B", "3:\"x\""], ["4:C", "-"]])
    #expect(!table.distinguishesEmptyText)
    let single = try self.table("text\na\\nb\n", isTabSeparated: true)
    #expect(try rows(single) == [["2:a\nb"]])
  }

  @Test(arguments: [true, false], [true, false]) func utf16IsRead(_ isBigEndian: Bool, _ hasMark: Bool) throws {
    let text = (hasMark ? "\u{feff}" : "") + "id\tname\nA\t\"Ü, \"\"😀\"\"\"\n"
    let bytes = text.utf16.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xff)] : [UInt8(unit & 0xff), UInt8(unit >> 8)]
    }
    #expect(try rows(TableFile(bytes)) == [["2:A", "2:Ü, \"😀\""]])
    let half = try #require(throws: TableError.self) { try TableFile(bytes.dropLast()) }
    #expect(half.message == "invalid UTF-16")
  }

  @Test func jsonLinesAndArraysAreRead() throws {
    for text in [
      "{\"id\":\"A\",\"n\":1.50}\r\n\n{\"n\":null,\"x\":[]}\n",
      "[\n{\"id\":\"A\",\"n\":1.50},\n\n{\"n\":null,\"x\":[]}]",
    ] {
      let table = try table(text)
      #expect(table.headings.map(\.text) == ["id", "n", "x"])
      let rows = try rows(table).map { $0.map { $0.drop { $0.isNumber }.description } }
      #expect(rows == [[":\"A\"", ":1.50", "?"], ["?", "-", ":[]"]])
    }
    #expect(try rows(table("[]")) == [])
  }

  @Test(arguments: [
    ("", 1, 1, "the file is empty"), ("a,,b\n", 1, 3, "a heading is empty"),
    ("a,ä,a\n", 1, 5, "two columns have the heading 'a'"), ("a,b\nä,2,3\n", 2, 5, "3 fields, but there are 2 columns"),
    ("a,b\n\"x\ny\"\n", 3, 2, "1 field, but there are 2 columns"), ("a\n\"x\n", 2, 1, "no closing quote"),
    ("a\n\"x\"y\n", 2, 4, "text after a closing quote"), ("a\nx\"y\n", 2, 2, "a quote in a field"),
    ("a\rb\r", 1, 2, "a carriage return without"), ("a\nb\0c\n", 2, 2, "a NUL byte"),
    ("a\tb\nc\t\\x", 2, 3, "an unknown escape"), ("{\"a\":1}\n{\"a\":}", 2, 6, "invalid JSON: expected a value"),
    ("{\"a\":1}\n3", 2, 1, "a row must be an object"), ("[{},\n 3]", 2, 2, "a row must be an object"),
    ("{\"a\":1,\"a\":2}", 1, 8, "more than once"),
  ])
  func errorsHaveTheirPlace(_ text: String, _ line: Int, _ column: Int, _ message: String) throws {
    let error = try #require(throws: TableError.self) { _ = try rows(table(text)) }
    #expect(error.position == TablePosition(line: line, column: column))
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test func invalidUTF8IsFound() throws {
    for bytes: [UInt8] in [
      [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ] {
      let error = try #require(throws: TableError.self) { try TableFile(Array("a\nü".utf8) + bytes) }
      #expect(error.message == "invalid UTF-8" && error.position == TablePosition(line: 2, column: 2))
    }
  }

  @Test func tabSeparatedFieldsOfOtherProgramsHaveQuotes() throws {
    let table = try table("id\tname\n1\t\"a \"\"b\"\"\tc\nd\"\n2\tC:\\temp\n3\t\"\"\n4\t\n")
    #expect(try rows(table) == [["2:1", "2:a \"b\"\tc\nd"], ["4:2", "4:C:\\temp"], ["5:3", "5:"], ["6:4", "-"]])
    #expect(table.distinguishesEmptyText)
    #expect(try rows(self.table("\"id\"\t\"name\"\n\"1\"\t\"x\"\n")) == [["2:1", "2:x"]])
    // Quotes that need not be there have no meaning, because okit writes them as they are.
    let escaped = try self.table("id\tname\n1\ta \"b\"\\tc\n2\t\\\"d\"\n")
    #expect(try rows(escaped) == [["2:1", "2:a \"b\"\tc"], ["3:2", "3:\"d\""]])
  }

  @Test func cellsHaveTheirPlace() throws {
    var places: [TablePosition] = []
    try table("a,b\n\"x\ny\",ä\nü,\"z\"\n").forEachRow { row in
      places += [row.position(of: 0), row.position(of: 1)]
    }
    let expected = [(2, 1), (3, 4), (4, 1), (4, 3)].map { TablePosition(line: $0, column: $1) }
    #expect(places == expected)
    places = []
    try table("{\"a\":1}\n{\"ä\":2, \"a\":3}").forEachRow { row in places += [row.position(of: 0), row.position(of: 1)]
    }
    #expect(places == [(1, 6), (1, 1), (2, 13), (2, 6)].map { TablePosition(line: $0, column: $1) })
  }

  @Test(arguments: [DelimitedText.Format.csv, .tsv]) func whatIsWrittenIsRead(_ format: DelimitedText.Format) throws {
    let texts = [
      "a", "", " a", "a,b;c", "a\"b\"", "a\tb\nc\r\nd\r", "\\n", "é😀", "\u{1}", "\"a\"", "\"a", "\"", "b\"", "\"\"",
      "\"\"\"", "\"a\"\"b\"",
    ]
    var writer = DelimitedText(format)
    writer.add(headings: ["key", "x,y"])
    for text in texts { writer.add([.text("k"), .text(text)]) }
    writer.add([.text("k"), .absent])
    let table = try TableFile(writer.bytes)
    #expect(table.headings.map(\.text) == ["key", "x,y"])
    var read: [String?] = []
    try table.forEachRow { row in if case .text(let text) = row.cell(1) { read.append(text) } else { read.append(nil) }
    }
    #expect(read == texts.map { format == .tsv && $0.isEmpty ? nil : $0 } + [nil])
  }
}
