import CSQLite

/// An error of SQLite.
package struct SQLiteError: Error, Equatable {
  /// The reasons that callers treat differently.
  package enum Reason: Sendable {
    /// The text is not SQL, or names something that does not exist.
    case statement
    /// The query may not do this: it would change or load something.
    case denied
    /// The query needs too much memory, or a value is too large.
    case memory
    /// Anything else, such as an overflow.
    case other
  }

  /// The ends of messages about tables that cannot be changed.
  private static let refusals = ["may not be modified", "may not be altered"]

  /// The reason.
  package let reason: Reason
  /// The message of SQLite.
  package let message: String
  /// The offset of the error in the UTF-8 of the statement; nil if it is unknown.
  package let offset: Int?

  init(_ code: Int32, _ database: OpaquePointer?, isPreparing: Bool = false, wasDenied: Bool = false) {
    // A database that was not used for the call has no message.
    let isKnown = sqlite3_errcode(database) & 0xFF == code & 0xFF
    let message = (isKnown ? sqlite3_errmsg(database) : sqlite3_errstr(code)).map { String(cString: $0) }
    self.message = message ?? "error \(code)"
    let isRefused = Self.refusals.contains { message?.hasSuffix($0) ?? false }
    reason =
      switch code & 0xFF {
      case SQLITE_NOMEM, SQLITE_TOOBIG: .memory
      case _ where wasDenied || isRefused || code & 0xFF == SQLITE_AUTH: .denied
      default: isPreparing ? .statement : .other
      }
    let offset = isKnown ? sqlite3_error_offset(database) : -1
    self.offset = offset < 0 ? nil : Int(offset)
  }

  init(tooManyColumns count: Int, in table: String) {
    reason = .statement
    message = "the table \(SQLName.written(table)) has \(count) columns, more than SQLite allows"
    offset = nil
  }
}
