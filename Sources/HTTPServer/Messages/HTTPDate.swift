/// A time as headers write it: `Sun, 06 Nov 1994 08:49:37 GMT`, the only format that servers may send.
package enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the text of a time in seconds since 1970, which is in the years 1970 to 9999.
  package static func text(_ seconds: Int64) -> String {
    let (day, time) = (seconds / 86_400, seconds % 86_400)
    let (year, month, date) = calendarDate(day)
    return "\(days[Int(day % 7)]), \(two(date)) \(months[Int(month) - 1]) \(year) "
      + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
  }

  /// Returns the time in seconds since 1970; nil if `text` is in another format.
  package static func seconds(_ text: String) -> Int64? {
    let parts = Array(text.utf8)
    guard parts.count == 29, Array(parts[3...4]) == Array(", ".utf8), Array(parts[25...]) == Array(" GMT".utf8),
      days.contains(String(decoding: parts[..<3], as: UTF8.self)),
      let month = months.firstIndex(of: String(decoding: parts[8..<11], as: UTF8.self)),
      let date = number(parts[5..<7]), let year = number(parts[12..<16]), let hour = number(parts[17..<19]),
      let minute = number(parts[20..<22]), let second = number(parts[23..<25]),
      [7, 11, 16].allSatisfy({ parts[$0] == UInt8(ascii: " ") }), [19, 22].allSatisfy({ parts[$0] == UInt8(ascii: ":") }),
      year >= 1970, (1...31).contains(date), hour < 24, minute < 60, second < 61
    else { return nil }
    let seconds = dayNumber(year, Int64(month) + 1, date) * 86_400 + hour * 3600 + minute * 60 + min(second, 59)
    return seconds
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return number
  }

  // Both functions count years from March, so that the leap day is the last day of a year.

  private static func calendarDate(_ day: Int64) -> (year: Int64, month: Int64, date: Int64) {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let ofEra = shifted % 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * ofYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1)
  }

  private static func dayNumber(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let yearOfEra = year % 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + date - 1
    return year / 400 * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }
}
