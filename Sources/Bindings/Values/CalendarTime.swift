/// A point in time in the Gregorian calendar and UTC.
package struct CalendarTime {
  package let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int

  /// The time `seconds` after 2001-01-01T00:00:00Z; nil if it is more than a hundred thousand years away.
  package init?(_ seconds: Double) {
    guard seconds.isFinite, abs(seconds) < 3_155_695_200_000 else { return nil }
    let milliseconds = Int((seconds * 1000).rounded())
    let (days, rest) = Self.divided(milliseconds, by: 86_400_000)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    // Counts years from 1 March of the year 0, so that the leap day is the last day of a year.
    let (era, dayOfEra) = Self.divided(days + 730_791, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Returns the days from 2001-01-01 to a date; nil if the calendar has no such date.
  static func days(year: Int, month: Int, day: Int) -> Int? {
    guard 1...12 ~= month, day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    let before = year - 1
    func whole(_ divisor: Int) -> Int { divided(before, by: divisor).0 }
    let leapDays = whole(4) - whole(100) + whole(400)
    return before * 365 + leapDays - 730_485 + lengths.prefix(month - 1).reduce(0, +) + day - 1
  }

  private static func divided(_ number: Int, by divisor: Int) -> (Int, Int) {
    let rest = number % divisor
    return rest < 0 ? (number / divisor - 1, rest + divisor) : (number / divisor, rest)
  }

  /// `2019-11-21`.
  package var date: String {
    let sign = year < 0 ? "-" : ""
    return "\(sign)\(Self.padded(abs(year), 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }
  /// `08:00:00`.
  package var time: String { "\(shortTime):\(Self.padded(second, 2))" }
  /// `08:00`.
  var shortTime: String { "\(Self.padded(hour, 2)):\(Self.padded(minute, 2))" }
  /// Returns a duration in seconds as `HH:MM:SS`. The hours can exceed 24.
  static func interval(_ seconds: Int) -> String {
    let magnitude = Int(seconds.magnitude)
    let sign = seconds < 0 ? "-" : ""
    return "\(sign)\(padded(magnitude / 3600, 2)):\(padded(magnitude / 60 % 60, 2)):\(padded(magnitude % 60, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }
}
