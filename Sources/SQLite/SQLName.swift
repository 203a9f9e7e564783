import CSQLite

/// Names in SQL.
package enum SQLName {
  /// Returns the name in double quotes, which SQL allows for any name.
  package static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// Returns the name, in double quotes if SQL needs them.
  package static func written(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= name.utf8.first ?? 0)
      && name.utf8.allSatisfy { isLetterOrDigit($0) }
    return isPlain && sqlite3_keyword_check(name, Int32(name.utf8.count)) == 0 ? name : quoted(name)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// True if SQLite reserves the name for its own tables.
  package static func isReserved(_ name: String) -> Bool { folded(name).hasPrefix("sqlite_") }

  /// Returns the name as SQL compares names: ASCII letters in lower case.
  package static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
