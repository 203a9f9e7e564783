import Bindings
import OKitStorage
import Tables

/// Files of comma-separated values with the rows of tables.
struct DelimitedFiles {
  private static let pieceSize = 1 << 16

  private let tables: [RelationalRows]
  private let check: () throws -> Void

  init(_ tables: [RelationalRows], check: @escaping () throws -> Void) {
    self.tables = tables
    self.check = check
  }

  /// Writes a file for each table to `folder`.
  func write(to folder: FilePath, _ system: FileSystem) throws {
    var file: WritableFile?
    try forEachPiece { name, bytes in
      if file?.path.name != name { file = try system.createFile(folder.appending(name), mode: FileSystem.privateFile) }
      try bytes.withUnsafeBytes { try file?.write($0) }
    }
  }

  /// Passes the bytes of each file to `body` in pieces, with its name.
  func forEachPiece(_ body: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
    var names = UniqueNames()
    for rows in tables {
      let name = names.add(Self.fileName(for: rows.table.name)) + ".csv"
      var text = DelimitedText(.csv)
      text.add(headings: rows.table.columns.map(\.name))
      for row in 0..<rows.count {
        try check()
        text.add(try rows.table.columns.indices.map { BindingValue(try rows.cell(row: row, column: $0)) })
        if text.bytes.count >= Self.pieceSize { try body(name, text.take()) }
      }
      try body(name, text.take())
    }
  }

  /// Returns the name of a table without characters that a file name cannot have.
  private static func fileName(for table: String) -> String {
    let name = String(table.map { $0 == "/" || $0.isNewline ? "_" : $0 })
    return PathComponent.fault(ofNew: name, ending: ".csv") == nil ? name : "table"
  }
}
