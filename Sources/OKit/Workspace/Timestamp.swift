import Glibc

/// Points in time as the files of a workspace write them, always in UTC.
enum Timestamp {
  /// Seconds since 1970.
  static func now() -> Int64 { Int64(time(nil)) }

  /// `2026-11-21T07:50:14Z`, as RFC 3339 writes it.
  static func internet(_ seconds: Int64) -> String { format("%Y-%m-%dT%H:%M:%SZ", seconds) }

  /// `20261121T075014Z`, for names.
  static func compact(_ seconds: Int64) -> String { format("%Y%m%dT%H%M%SZ", seconds) }

  /// Seconds since 1970 of `2026-11-21T07:50:14Z`; nil for other text.
  static func parse(internet text: String) -> Int64? {
    var parts = tm()
    guard let end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &parts), end.pointee == 0 else { return nil }
    return Int64(timegm(&parts))
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
