import Glibc

/// Points in time in the formats of a workspace, always in UTC.
package enum Timestamp {
  /// Returns the current time in seconds since 1970.
  package static func now() -> Int64 { Int64(time(nil)) }

  /// Returns the RFC 3339 format: `2026-11-21T07:50:14Z`.
  package static func internet(_ seconds: Int64) -> String { format(seconds, date: "-", time: ":") }

  /// Returns the format for file names: `20261121T075014Z`.
  package static func compact(_ seconds: Int64) -> String { format(seconds, date: "", time: "") }

  /// True for a text in the format for file names.
  static func isCompact(_ text: String) -> Bool {
    let digits = Array(text.utf8)
    guard digits.count == 16, digits[8] == UInt8(ascii: "T"), digits[15] == UInt8(ascii: "Z") else { return false }
    return (digits[..<8] + digits[9..<15]).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

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

  /// Returns the seconds since 1970 of a time in the format of RFC 3339, which may have a fraction and an offset from UTC; nil for other text.
  package static func parse(withOffset text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count > 19, let local = parse(internet: String(decoding: bytes[..<19], as: UTF8.self) + "Z")
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(1 + digits.count)
    }
    if rest.elementsEqual("Z".utf8) { return local }
    let parts = rest.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.count == 2,
      parts.allSatisfy({ part in part.count == 2 && part.allSatisfy { (0x30...0x39).contains($0) } }),
      let hours = Int64(String(decoding: parts[0], as: UTF8.self)),
      let minutes = Int64(String(decoding: parts[1], as: UTF8.self)), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "+") ? local - offset : local + offset
  }

  /// Formats a time. `gmtime` and `strftime` would read the file of the local time zone first.
  private static func format(_ seconds: Int64, date: String, time: String) -> String {
    func padded(_ number: Int64, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
    let (year, month, day) = civilDate(days)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0) }
    return [padded(year, 4), padded(month), padded(day)].joined(separator: date) + "T" + clock.joined(separator: time)
      + "Z"
  }

  /// Returns the date of a day in the Gregorian calendar, given in days since 1970. Years begin in March, so that a leap day is the last one.
  package static func civilDate(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension Int64 {
  /// Returns the quotient, rounded down, and the remainder, which is not negative.
  package func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
