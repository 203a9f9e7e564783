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

  /// The beginnings and ends of messages about functions that are not allowed, and about tables that cannot be changed.
  private static let denials = ["not authorized", "may not be modified", "may not be altered"]

  /// The reason.
  package let reason: Reason
  /// The message of SQLite.
  package let message: String
  /// The offset of the error in the UTF-8 of the statement; nil if it is unknown.
  package let offset: Int?

  init(_ code: Int32, _ database: OpaquePointer?, isPreparing: Bool = false) {
    let message = sqlite3_errmsg(database).map { String(cString: $0) } ?? "error \(code)"
    reason =
      switch code & 0xFF {
      case SQLITE_AUTH: .denied
      case SQLITE_NOMEM, SQLITE_TOOBIG: .memory
      // These have the status of any other error.
      case SQLITE_ERROR where Self.denials.contains { message.hasPrefix($0) || message.hasSuffix($0) }: .denied
      default: isPreparing ? .statement : .other
      }
    self.message = message
    let offset = sqlite3_error_offset(database)
    self.offset = offset < 0 ? nil : Int(offset)
  }
}
