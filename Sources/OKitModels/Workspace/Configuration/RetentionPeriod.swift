import JSONDocument
import OKitStorage

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
    let units: [UInt8: WritableKeyPath<Self, Int>] = [
      UInt8(ascii: "y"): \.years, UInt8(ascii: "m"): \.months, UInt8(ascii: "d"): \.days, UInt8(ascii: "h"): \.hours,
    ]
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDecimalDigit }
      rest = rest.dropFirst(digits.count)
      guard let number = Int(String(decoding: digits, as: UTF8.self)), number <= Self.maximum,
        let unit = rest.popFirst().flatMap({ units[$0] }), self[keyPath: unit] == 0
      else { return nil }
      self[keyPath: unit] = number
    }
    guard max(years, months, days, hours) > 0 else { return nil }
  }
}
