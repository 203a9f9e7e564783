import Glibc

/// Dates as people type them.
package enum DateText {
  /// The maximum number of fraction digits read and written. It is enough for every `Double` of at least 0.1 s.
  private static let fractionDigits = 18

  /// The time of the system's clock, in seconds since 2001-01-01T00:00:00Z.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec - 978_307_200) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the JSON of a typed date: seconds since 2001-01-01T00:00:00Z, with as many digits as were typed.
  ///
  /// - Parameters:
  ///   - text: `now` or ISO 8601: `2026-01-31`, `2026-01-31T08:30`, `2026-01-31T08:30:15.5+01:00`. The default time zone is UTC.
  ///   - now: Seconds since 2001-01-01T00:00:00Z.
  /// - Returns: Nil for any other text.
  package static func json(_ text: String, now: @autoclosure () -> Double) -> String? {
    if text == "now" {
      return BindingNumber.decimal(Int128((now() * 1000).rounded()), exponent: -3).description
    }
    var scan = Scan(rest: text.utf8[...])
    guard let (seconds, fraction) = scan.moment(), scan.rest.isEmpty else { return nil }
    var significand = Int128(seconds)
    for digit in fraction { significand = significand * 10 + Int128(digit) }
    return BindingNumber.decimal(significand, exponent: -fraction.count).description
  }

  /// Returns the JSON of a date to compare with: a typed date, or a time before or after now, such as `-7d`, `+1h30m`.
  ///
  /// - Parameters:
  ///   - text: The text. The units are weeks, days, hours, minutes and seconds: `w`, `d`, `h`, `m`, `s`.
  ///   - now: Seconds since 2001-01-01T00:00:00Z.
  /// - Returns: Nil for any other text.
  package static func json(_ text: String, relativeTo now: () -> Double) -> String? {
    guard let sign = text.utf8.first, "+-".utf8.contains(sign) else { return json(text, now: now()) }
    guard let offset = seconds(text.utf8.dropFirst()) else { return nil }
    let seconds = Int128((now() * 1000).rounded()) + Int128(sign == UInt8(ascii: "-") ? -offset : offset) * 1000
    return BindingNumber.decimal(seconds, exponent: -3).description
  }

  /// Returns the seconds of a duration such as `1h30m`; nil for any other text.
  private static func seconds(_ text: Substring.UTF8View) -> Int? {
    // The sum of a few parts fits.
    guard text.count <= 60 else { return nil }
    var rest = text
    var seconds = 0
    repeat {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard 1...9 ~= digits.count, let number = Int(Substring(digits)),
        let unit = rest.dropFirst(digits.count).first, let length = unitLengths[unit]
      else { return nil }
      seconds += number * length
      rest = rest.dropFirst(digits.count + 1)
    } while !rest.isEmpty
    return seconds
  }

  private static let unitLengths: [UInt8: Int] = [
    UInt8(ascii: "w"): 604_800, UInt8(ascii: "d"): 86_400, UInt8(ascii: "h"): 3600, UInt8(ascii: "m"): 60,
    UInt8(ascii: "s"): 1,
  ]

  /// Returns the date `number` seconds since 2001-01-01T00:00:00Z as ISO 8601 in UTC.
  ///
  /// The text has as many digits as the number, so that ``json(_:now:)`` returns the same number for it.
  /// Returns nil if the year does not have four digits.
  static func text(_ number: BindingNumber) -> String? {
    guard case .decimal(let significand, let exponent) = number, -fractionDigits...11 ~= exponent,
      exponent <= 0 || significand.magnitude < 1_000_000_000_000
    else { return nil }
    var (seconds, fraction) = (significand, "")
    if exponent < 0 {
      var unit: Int128 = 1
      for _ in 0..<(-exponent) { unit *= 10 }
      var rest = significand % unit
      if rest < 0 { rest += unit }
      seconds = (significand - rest) / unit
      let digits = String(rest)
      fraction = "." + String(repeating: "0", count: -exponent - digits.utf8.count) + digits
      while fraction.hasSuffix("0") { fraction.removeLast() }
      if fraction == "." { fraction = "" }
    } else {
      for _ in 0..<exponent { seconds *= 10 }
    }
    guard let time = CalendarTime(Double(seconds)), 0...9999 ~= time.year else { return nil }
    return "\(time.date)T\(time.time)\(fraction)Z"
  }

  /// True if a typed number could be a year or a calendar day instead of seconds: `2026`, `202601`, `20260131`, also followed by the time of day.
  package static func isLikeCalendarDate(_ text: String) -> Bool {
    guard [4, 6, 8, 10, 12, 14].contains(text.utf8.count),
      text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return false }
    var scan = Scan(rest: text.utf8[...])
    guard let year = scan.number(4), 1900...2099 ~= year else { return false }
    let limits = [1...12, 1...31, 0...23, 0...59, 0...59]
    return limits.prefix((text.utf8.count - 4) / 2).allSatisfy { limit in scan.number(2).map(limit.contains) ?? false }
  }

  private struct Scan {
    var rest: Substring.UTF8View

    /// Reads a date with an optional time. Returns its seconds since 2001-01-01T00:00:00Z and the digits of their fraction.
    mutating func moment() -> (Int, [Int])? {
      guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
        let days = CalendarTime.days(year: year, month: month, day: day)
      else { return nil }
      guard take("T") || take("t") || take(" ") else { return (days * 86_400, []) }
      guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else { return nil }
      var second = 0
      var fraction: [Int] = []
      if take(":") {
        guard let number = number(2), number < 60 else { return nil }
        second = number
        if take(".") {
          fraction = digits(atMost: DateText.fractionDigits)
          if fraction.isEmpty { return nil }
        }
      }
      guard let offset = offset() else { return nil }
      return (days * 86_400 + hour * 3600 + minute * 60 + second - offset, fraction)
    }

    /// Reads the time zone and returns its offset, in seconds east of UTC.
    private mutating func offset() -> Int? {
      if rest.isEmpty || take("Z") || take("z") { return 0 }
      let isEast = take("+")
      guard isEast || take("-"), let hours = number(2), hours < 24 else { return nil }
      var minutes = 0
      if take(":") || !rest.isEmpty {
        guard let number = number(2), number < 60 else { return nil }
        minutes = number
      }
      return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ count: Int) -> Int? {
      let digits = digits(atMost: count)
      return digits.count == count ? digits.reduce(0) { $0 * 10 + $1 } : nil
    }

    private mutating func digits(atMost count: Int) -> [Int] {
      let digits = rest.prefix(count).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      rest = rest.dropFirst(digits.count)
      return digits.map { Int($0 - UInt8(ascii: "0")) }
    }
  }
}
