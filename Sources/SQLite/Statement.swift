import CSQLite

/// A prepared statement.
package final class Statement {
  private let database: Database
  private let handle: OpaquePointer

  /// The names of the columns of its result.
  package let columns: [String]
  /// The names of its parameters, without their sign; empty for `?` and `?1`.
  package let parameters: [String]

  /// Prepares the first statement in `sql`, and returns nil if there is none. `rest` becomes the offset of what follows, in UTF-8.
  ///
  /// - Precondition: The text is shorter than 2 GiB and contains no NUL, at which SQLite would stop.
  ///
  /// Throws ``SQLiteError``, and the errors of the database's tables.
  package init?(_ sql: String, in database: Database, rest: inout Int) throws {
    var prepared: OpaquePointer?
    var text = sql
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var tail: UnsafePointer<CChar>?
        let status = sqlite3_prepare_v2(database.handle, bytes.baseAddress, Int32(bytes.count), &prepared, &tail)
        if let tail, let start = bytes.baseAddress { rest = tail - start }
        return status
      }
    }
    guard status == SQLITE_OK else { throw database.error(status, isPreparing: true) }
    guard let prepared else { return nil }
    self.database = database
    handle = prepared
    columns = (0..<sqlite3_column_count(prepared)).map { column in
      sqlite3_column_name(prepared, column).map { String(cString: $0) } ?? ""
    }
    parameters = (0..<sqlite3_bind_parameter_count(prepared)).map { number -> String in
      let name = sqlite3_bind_parameter_name(prepared, number + 1).map { String(cString: $0) } ?? ""
      return name.hasPrefix("?") ? "" : String(name.dropFirst())
    }
  }

  deinit { sqlite3_finalize(handle) }

  /// Sets a parameter by its number, from 0.
  package func bind(_ value: SQLiteValue, to parameter: Int) throws {
    let number = Int32(parameter + 1)
    let status: Int32
    switch value {
    case .null: status = sqlite3_bind_null(handle, number)
    case .integer(let integer): status = sqlite3_bind_int64(handle, number, integer)
    case .real(let real): status = sqlite3_bind_double(handle, number, real)
    case .text(var text):
      status = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          okit_sqlite_bind_copied_text(handle, number, $0.baseAddress, UInt64($0.count))
        }
      }
    case .blob(let bytes):
      // Bytes without an address would be null.
      status =
        bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, number, 0)
        : bytes.withUnsafeBytes { okit_sqlite_bind_copied_blob(handle, number, $0.baseAddress, UInt64($0.count)) }
    }
    if status != SQLITE_OK { throw database.error(status) }
  }

  /// Goes to the next row of the result. Returns false at the end.
  ///
  /// Throws ``SQLiteError``, and the errors of the database's tables and of its interruption.
  package func step() throws -> Bool {
    let status = sqlite3_step(handle)
    switch status {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.error(status)
    }
  }

  /// Makes the statement ready to run again, with the same parameters.
  package func reset() { sqlite3_reset(handle) }

  /// Returns the number in a column of the row with the 15 significant digits that SQLite shows to people; nil for other values.
  package func roundedNumber(_ column: Int) -> Double? {
    guard sqlite3_column_type(handle, Int32(column)) == SQLITE_FLOAT else { return nil }
    return sqlite3_column_text(handle, Int32(column)).flatMap { Double(String(cString: $0)) }
  }

  /// Returns the value in a column of the row, by its number from 0.
  package func value(_ column: Int) -> SQLiteValue {
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let bytes = sqlite3_column_text(handle, column)
      let count = Int(sqlite3_column_bytes(handle, column))
      return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(handle, column)
      let count = Int(sqlite3_column_bytes(handle, column))
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}
