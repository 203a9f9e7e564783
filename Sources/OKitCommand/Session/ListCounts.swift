import CommandKit
import JSONDocument
import OKitQueries

/// Prints the number of rows.
struct ListCounts {
  let rows: Int
  let groups: [ResultTable.Group]?

  func write(to console: Console) throws {
    guard let groups else {
      if console.json { return try console.writeJSON { $0.member("count", rows) } }
      return try console.standardOutput.writeLine(String(rows))
    }
    if console.json {
      var writer = JSONWriter(pretty: console.standardOutput.isTerminal)
      writer.array { writer in
        for group in groups {
          writer.object { writer in
            writer.member(TableOutput.group, group.name)
            writer.member("count", group.rows.count)
          }
        }
      }
      try console.writeEscaped(json: writer.bytes)
      return try console.standardOutput.writeLine()
    }
    var table = TextTable([.init("GROUP"), .init("COUNT", .right)])
    for group in groups { table.add([group.name ?? "-", String(group.rows.count)]) }
    try table.write(to: console)
  }
}
