import Glibc

/// Points in time in the formats of a workspace, always in UTC.
package enum Timestamp {
  /// Returns the current time in seconds since 1970.
  package static func now() -> Int64 { Int64(time(nil)) }

  /// Returns the RFC 3339 format: `2026-11-21T07:50:14Z`.
  package static func internet(_ seconds: Int64) -> String { format("%Y-%m-%dT%H:%M:%SZ", seconds) }

  /// Returns the format for file names: `20261121T075014Z`.
  package static func compact(_ seconds: Int64) -> String { format("%Y%m%dT%H%M%SZ", seconds) }

  /// Returns the seconds since 1970 for text such as `2026-11-21T07:50:14Z`; nil for any other format.
  package static func parse(internet text: String) -> Int64? {
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count == pattern.count else { return nil }
    for (byte, wanted) in zip(bytes, pattern) {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      guard wanted == UInt8(ascii: "0") ? isDigit : byte == wanted else { return nil }
    }
    func number(_ range: Range<Int>) -> Int32 { Int32(String(decoding: bytes[range], as: UTF8.self))! }
    var parts = tm()
    parts.tm_year = number(0..<4) - 1900
    parts.tm_mon = number(5..<7) - 1
    parts.tm_mday = number(8..<10)
    parts.tm_hour = number(11..<13)
    parts.tm_min = number(14..<16)
    parts.tm_sec = number(17..<19)
    let seconds = Int64(timegm(&parts))
    // timegm normalizes days and hours that do not exist.
    return internet(seconds) == text ? seconds : nil
  }

  private static func format(_ pattern: String, _ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let count = strftime(buffer.baseAddress!, 64, pattern, &parts)
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
