import OKitStorage

/// A time as headers write it: `Sun, 06 Nov 1994 08:49:37 GMT`, the only format that servers may send.
package enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
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

  /// Returns the time in seconds since 1970; nil if `text` is in another format.
  package static func seconds(_ text: String) -> Int64? {
    let parts = Array(text.utf8)
    guard parts.count == 29, Array(parts[3...4]) == Array(", ".utf8), Array(parts[25...]) == Array(" GMT".utf8),
      days.contains(String(decoding: parts[..<3], as: UTF8.self)),
      let month = months.firstIndex(of: String(decoding: parts[8..<11], as: UTF8.self)),
      [7, 11, 16].allSatisfy({ parts[$0] == UInt8(ascii: " ") })
    else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: parts[range], as: UTF8.self) }
    return Timestamp.parse(
      internet: "\(part(12..<16))-\(two(Int64(month) + 1))-\(part(5..<7))T\(part(17..<25))Z")
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
