import TestSupport

@testable import OKitData
@testable import OKitModels
@testable import OKitQueries
@testable import OKitStorage

extension Fuzzer {
  // A process has one folder, whose path stays the same.
  nonisolated(unsafe) private static let folder = Result { try TemporaryFolder() }

  /// The data of a model without definitions: its tables can be loaded into a database with the keys that they declare, and each row is found by its
  /// path.
  static let query = Fuzzer(
    name: "query",
    seeds: {
      try [Seeds.fixture("data/directory.json")]
        + Seeds.texts(
          #"{"id":"S","books":[{"id":"b","name":"n","Name":1,"path":2,"price":9.50,"big":18446744073709551616,"x":1e400,"author":{"id":"r","refKey":"a"}}],"#
            + #""authors":[{"id":"a","name":"\u0000\"é","tags":["x"],"made":[{"id":"r","refKey":"a"}],"stock":{"row":1,"shelf":{"id":""}}}]}"#,
          #"{"a":{"b":{"id":"1","c":{"d":[[{"id":"2"}]]}}},"a":2,"":{"":[{"id":null},{"id":7}]}}"#)
    }
  ) { input in
    let root = try folder.get().path
    try Files.write(input, to: root + "/okit/data/default.json")
    let workspace = try OpenWorkspace(root).opened
    let data = try RelationalData(EntityStore(workspace)) {}
    let tables = try data.rows(of: data.schema.tables)
    for rows in tables {
      guard let path = rows.table.columns.firstIndex(where: { if case .path = $0.content { true } else { false } })
      else {
        continue
      }
      for row in 0..<rows.count {
        let cells = mustNotThrow("reading a row") {
          try rows.table.columns.indices.map { try rows.cell(row: row, column: $0) }
        }
        guard case .text(let text) = cells[path] else { fatalError("does not hold: each row has a path") }
        let found = mustNotThrow("a lookup") { try rows.rows(withText: text, inColumn: path) }
        require(found == [row], "a path is that of one row")
      }
    }
    mustNotThrow("making a database") {
      try DatabaseContent(tables, data).withBytes { require($0.count > 0, "there is a database") }
    }
  }
}
