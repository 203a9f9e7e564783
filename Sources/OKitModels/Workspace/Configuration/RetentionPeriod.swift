import JSONDocument

/// A period in the notation of restic: years, months, days and hours, such as `1y2m3d4h`. A month is a calendar month.
package struct RetentionPeriod: Equatable, Sendable {
  package var years = 0
  package var months = 0
  package var days = 0
  package var hours = 0

  /// The highest number of a unit, which keeps dates in the range of the calendar.
  private static let maximum = 10_000

  /// Parses a period; nil for any other text, and for a period without length.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let number = Int(String(decoding: digits, as: UTF8.self)), number <= Self.maximum else { return nil }
      rest = rest.dropFirst(digits.count)
      switch rest.popFirst() {
      case UInt8(ascii: "y"): years += number
      case UInt8(ascii: "m"): months += number
      case UInt8(ascii: "d"): days += number
      case UInt8(ascii: "h"): hours += number
      default: return nil
      }
    }
    guard max(years, months, days, hours) > 0 else { return nil }
  }
}
