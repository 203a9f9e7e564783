import OKitStorage

/// A time as headers write it: `Sun, 06 Nov 1994 08:49:37 GMT`, the only format that servers may send. Clients can also send two older ones (RFC 9110,
/// 5.6.7).
package enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let wholeDays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the text of a time in seconds since 1970, which is in the years 1970 to 9999.
  package static func text(_ seconds: Int64) -> String {
    let (day, time) = (seconds / 86_400, seconds % 86_400)
    let (year, month, date) = Timestamp.civilDate(day)
    return "\(days[Int(day % 7)]), \(two(date)) \(months[Int(month) - 1]) \(year) "
      + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
  }

  /// Returns the time in seconds since 1970; nil if `text` is in none of the formats.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if words.count == 6, words[5] == "GMT", days.contains(where: { $0 + "," == words[0] }) {
      return seconds(day: words[1], words[2], year: words[3], words[4])
    }
    // Sunday, 06-Nov-94 08:49:37 GMT
    if words.count == 4, words[3] == "GMT", wholeDays.contains(where: { $0 + "," == words[0] }) {
      let date = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard date.count == 3, date[2].utf8.count == 2, let year = Int64(date[2]) else { return nil }
      // The last year with these digits that is not more than 50 years ahead.
      let latest = Timestamp.civilDate(Timestamp.now() / 86_400).0 + 50
      let age = (latest - year) % 100
      return seconds(day: date[0], date[1], year: "\(latest - age)", words[2])
    }
    // Sun Nov  6 08:49:37 1994
    guard words.count == 5 || words.count == 6 && words[2].isEmpty, days.contains(words[0]) else { return nil }
    let day = words.count == 6 ? "0" + words[3] : words[2]
    return seconds(day: day, words[1], year: words[words.count - 1], words[words.count - 2])
  }

  private static func seconds(day: String, _ name: String, year: String, _ time: String) -> Int64? {
    guard day.utf8.count == 2, year.utf8.count == 4, time.utf8.count == 8,
      let month = months.firstIndex(of: name)
    else { return nil }
    return Timestamp.parse(internet: "\(year)-\(two(Int64(month) + 1))-\(day)T\(time)Z")
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
