import JSONDocument
import OKitModels
import OKitStorage
import SQLite

/// Words the errors of SQLite.
struct QueryFailures {
  private let sql: String
  private let data: RelationalData

  /// The error for a statement that does not read.
  static let denial = OKitError(
    .usage, "a query can only read", remedy: .words("change models with 'okit set', 'okit add' and 'okit import'"))

  /// The error for a query that needs too much memory.
  static let tooLarge = OKitError(.inputOutput, "the query needs more than 1 GB of memory")

  init(_ sql: String, _ data: RelationalData) {
    self.sql = sql
    self.data = data
  }

  /// Runs `body`, and turns its ``SQLiteError`` into an `OKitError`.
  func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      switch error.reason {
      case .statement:
        // The table can be in a model that was skipped.
        if error.message.withoutPrefix("no such table: ") != nil { try data.store.requireNothingSkipped("the table") }
        throw OKitError(
          .usage, error.message, excerpt: error.offset.map(excerpt), remedy: remedy(for: error.message))
      case .denied:
        throw Self.denial
      case .memory: throw Self.tooLarge
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
    let tables = data.schema.tables
    if let name = message.withoutPrefix("no such table: ") {
      return .candidates(tables.map(\.name), insteadOf: name)
    }
    if let name = message.withoutPrefix("no such column: ") {
      var seen: Set<String> = []
      let names = tables.flatMap(\.columns).map(\.name).filter { seen.insert($0).inserted }
      return .candidates(names.sorted(), insteadOf: String(name.split(separator: ".").last ?? ""))
    }
    // A name that is also a word of SQL needs quotes.
    guard let word = message.withoutPrefix("near \"")?.withoutSuffix("\": syntax error") else { return nil }
    let names = tables.map(\.name) + tables.flatMap(\.columns).map(\.name)
    guard let name = names.first(where: { SQLName.folded($0) == SQLName.folded(word) }) else { return nil }
    return .words("write the name as \(SQLName.quoted(name))")
  }
}
