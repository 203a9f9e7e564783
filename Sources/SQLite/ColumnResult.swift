import CSQLite

/// Receives the value of a column. The first value counts; without one, the result is null.
package struct ColumnResult {
  let context: OpaquePointer

  /// A whole number.
  package func set(_ number: Int64) { sqlite3_result_int64(context, number) }

  /// A floating-point number.
  package func set(_ number: Double) { sqlite3_result_double(context, number) }

  /// A text.
  package func set(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        okit_sqlite_result_copied_text(context, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  /// A text in UTF-8 that stays in its place until the query ends. It is not copied.
  package func set(permanent text: UnsafeRawBufferPointer) {
    sqlite3_result_text64(
      context, text.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(text.count), nil, UInt8(SQLITE_UTF8))
  }

  /// Bytes.
  package func set(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { okit_sqlite_result_copied_blob(context, $0.baseAddress, UInt64($0.count)) }
    // A blob without bytes has no address, which would be null.
    if bytes.isEmpty { sqlite3_result_zeroblob(context, 0) }
  }
}
