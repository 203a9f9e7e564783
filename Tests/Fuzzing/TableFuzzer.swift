import Bindings

@testable import OKitModels
@testable import OKitStorage
@testable import Tables

extension Fuzzer {
  /// Tables: an error has a place in the text; each row has a cell in each column, with a place in the text; cells that are written are read again.
  static let table = Fuzzer(
    name: "table",
    seeds: {
      Seeds.texts(
        "id,name\nA,\"a \"\"b\"\"\r\nc\"\nB,\n", "\u{feff}id;name\r\nA;\"x;y\"\r\n\r\n",
        "id\tname\nA\ta\\tb\\n\\r\\\\\nB\t\n",
        "{\"id\":\"A\",\"n\":1}\n{\"x\":null}\n", "[{\"id\":\"A\"},\n{\"n\":[1]}]", "a\n\n\"\"\n", "x,\"y\nz\"\n1,2\n")
        + [
          [0xff, 0xfe, 0x61, 0, 0x2c, 0, 0x62, 0, 0x0a, 0, 0x3d, 0xd8, 0, 0xde, 0x2c, 0, 0x22, 0, 0x22, 0],
          [0, 0x61, 0, 0x09, 0, 0x62, 0, 0x0a, 0, 0x22, 0, 0x22, 0, 0x09, 0, 0x31],
        ]
    }
  ) { input in
    let lineCount = input.count { $0 == 0x0A } + 1
    func check(_ position: TablePosition) {
      require(1...lineCount ~= position.line, "a place is on a line of the text")
      require(1...input.count + 1 ~= position.column, "a place is in a line")
    }
    do {
      let table = try TableFile(input, isTabSeparated: input.count.isMultiple(of: 5))
      for heading in table.headings { check(heading.position) }
      var rows: [[String?]] = []
      var isText = true
      try table.forEachRow { row in
        check(row.position)
        rows.append(
          table.headings.indices.map { column in
            check(row.position(of: column))
            switch row.cell(column) {
            case .missing, .absent: return nil
            case .text(let text): return text
            case .json:
              isText = false
              return nil
            }
          })
      }
      guard isText, !table.headings.isEmpty else { return }
      for format in [DelimitedText.Format.csv, .tsv] {
        var writer = DelimitedText(format)
        // The headings of a table are distinct, but the keys of JSON can be empty.
        let headings = table.headings.enumerated().map { $1.text.isEmpty ? "\($0) empty" : $1.text }
        writer.add(headings: headings)
        for row in rows { writer.add(row.map { $0.map { .text($0) } ?? .absent }) }
        let again = mustNotThrow("reading what was written") {
          var again: [[String?]] = []
          let file = try TableFile(writer.bytes, isTabSeparated: format == .tsv)
          require(file.headings.map(\.text) == headings, "written headings are the same")
          try file.forEachRow { row in
            again.append(
              table.headings.indices.map { if case .text(let text) = row.cell($0) { text } else { nil } })
          }
          return again
        }
        let expected = format == .csv ? rows : rows.map { $0.map { $0?.isEmpty == true ? nil : $0 } }
        require(again == expected, "written rows are the same")
      }
    } catch let error as TableError {
      check(error.position)
      require(!error.message.isEmpty, "an error has words")
    }
  }
}
