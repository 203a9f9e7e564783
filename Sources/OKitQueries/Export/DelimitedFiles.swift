import Bindings
import Ciphers
import JSONDocument
import OKitStorage

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
    var names = UniqueNames()
    for rows in tables {
      let name = names.add(Self.fileName(for: rows.table.name))
      let file = try system.createFile(folder.appending(name + ".csv"), mode: FileSystem.privateFile)
      var text = DelimitedText(.csv)
      text.add(headings: rows.table.columns.map(\.name))
      for row in 0..<rows.count {
        try check()
        text.add(try rows.table.columns.indices.map { BindingValue(try rows.cell(row: row, column: $0)) })
        if text.bytes.count >= Self.pieceSize { try Self.write(text.take(), to: file) }
      }
      try Self.write(text.take(), to: file)
    }
  }

  private static func write(_ bytes: [UInt8], to file: WritableFile) throws {
    try bytes.withUnsafeBytes { try file.write($0) }
  }

  /// Returns the name of a table without characters that a file name cannot have.
  private static func fileName(for table: String) -> String {
    let name = String(table.map { $0 == "/" || $0.isNewline ? "_" : $0 })
    return PathComponent.fault(ofNew: name, ending: ".csv") == nil ? name : "table"
  }
}

extension BindingValue {
  init(_ cell: RelationalCell) {
    switch cell {
    case .null: self = .absent
    case .integer(let number): self = .number(BindingNumber(Int(number)))
    case .real(let number): self = .number(.binary(number))
    case .text(let text): self = .text(text)
    case .stored(let value): self = .json(value)
    case .bytes(let bytes): self = .text(String(decoding: bytes.withUnsafeBytes(Base64.padded), as: UTF8.self))
    }
  }
}
