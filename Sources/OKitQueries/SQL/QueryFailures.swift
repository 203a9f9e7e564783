import JSONDocument
import OKitStorage
import SQLite

/// Words the errors of SQLite.
struct QueryFailures {
  private let sql: String
  private let schema: RelationalSchema

  /// The error for a statement that does not read.
  static let denial = OKitError(
    .usage, "a query can only read", remedy: .words("change models with 'okit set', 'okit add' and 'okit import'"))

  init(_ sql: String, _ schema: RelationalSchema) {
    self.sql = sql
    self.schema = schema
  }

  /// Runs `body`, and turns its ``SQLiteError`` into an `OKitError`.
  func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      switch error.reason {
      case .statement:
        throw OKitError(
          .usage, error.message, excerpt: error.offset.map(excerpt), remedy: remedy(for: error.message))
      case .denied:
        throw Self.denial
      case .memory: throw OKitError(.inputOutput, "the query needs more than 1 GB of memory")
      case .other: throw OKitError(.malformed, error.message)
      }
    }
  }

  /// Returns the line of the query at an offset in its UTF-8.
  private func excerpt(at offset: Int) -> OKitError.Excerpt {
    let bytes = Array(sql.utf8)
    let offset = min(offset, bytes.count)
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    return OKitError.Excerpt(
      line: String(decoding: bytes[start..<end], as: UTF8.self),
      caret: String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.count)
  }

  private func remedy(for message: String) -> OKitError.Remedy? {
    if let name = message.withoutPrefix("no such table: ") {
      return .candidates(schema.tables.map(\.name), insteadOf: name)
    }
    if let name = message.withoutPrefix("no such column: ") {
      var seen: Set<String> = []
      let names = schema.tables.flatMap(\.columns).map(\.name).filter { seen.insert($0).inserted }
      return .candidates(names.sorted(), insteadOf: name)
    }
    return nil
  }
}
