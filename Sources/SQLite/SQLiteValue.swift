/// A value of SQLite.
package enum SQLiteValue: Equatable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}
