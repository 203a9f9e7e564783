import Bindings

/// Converts dates as people type them into a form: `today`, `+3d`, `next monday`, `14:30`, ISO 8601, and days in the order of the reader's language.
package struct DateEntry {
  /// The order of the parts of a date in a language.
  package enum Order: Sendable {
    case dayMonthYear, monthDayYear, yearMonthDay
  }

  private static let day = 86_400.0
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// The current time in seconds since 2001-01-01T00:00:00Z.
  private let now: Double
  /// The seconds to add to a time in UTC for the reader's clock.
  private let clockOffset: Int
  private let order: Order

  package init(now: Double, clockOffset: Int, order: Order) {
    self.now = now
    self.clockOffset = clockOffset
    self.order = order
  }

  /// The number of the reader's day since 2001-01-01, which was a Monday.
  private var today: Int { Int(((now + Double(clockOffset)) / Self.day).rounded(.down)) }

  /// Returns the JSON of a date: seconds since 2001-01-01T00:00:00Z. Days begin at midnight in UTC, as okit stores days. A time without a day is one on
  /// the day of `former`, or today. Nil for any other text.
  package func json(_ typed: String, former: Double? = nil) -> String? {
    let text = typed.lowercased()
    if let json = DateText.json(text, relativeTo: { now }), !isOffsetInDays(text) { return json }
    let words = Self.words(in: text)
    guard let first = words.first else { return nil }
    if words.count == 1, let time = Self.time(first) {
      return Self.json(day: Self.day(of: former) ?? today, time: time)
    }
    var used = 1
    let day: Int?
    if first == "next" || first == "last", words.count > 1, let weekday = Self.weekday(words[1]) {
      used = 2
      day = first == "next" ? next(weekday) : next(weekday) - 7 - (next(weekday) - today == 7 ? 7 : 0)
    } else {
      day = self.day(first)
    }
    guard let day else { return nil }
    if words.count == used { return Self.json(day: day, time: 0) }
    guard words.count == used + 1, let time = Self.time(words[used]) else { return nil }
    return Self.json(day: day, time: time)
  }

  /// Returns the JSON of the present time of the day in UTC, on the day of `former`, or today.
  package func presentTime(onDayOf former: Double?) -> String {
    let time = now - (now / Self.day).rounded(.down) * Self.day
    return Self.json(day: Self.day(of: former) ?? today, time: Int(time))
  }

  /// Returns the words of a text. A half of the day belongs to the time before it, as in `2:30 pm`.
  private static func words(in text: String) -> [String] {
    // In some languages, ICU writes narrow spaces that do not break.
    text.split { " ,\u{A0}\u{202F}".contains($0) }.reduce(into: []) { words, word in
      let half = ["a.m.": "am", "p.m.": "pm"][word] ?? String(word)
      if ["am", "pm"].contains(half), let last = words.last, last.utf8.last.map({ 0x30...0x39 ~= $0 }) == true {
        words[words.count - 1] += half
      } else {
        words.append(String(word))
      }
    }
  }

  /// Returns the day of a date; nil if it is too far away.
  package static func day(of seconds: Double?) -> Int? {
    guard let seconds, CalendarTime(seconds) != nil else { return nil }
    return Int((seconds / day).rounded(.down))
  }

  /// The number of the reader's day since 2001-01-01, for a time without a day.
  package var presentDay: Int { today }

  /// True for a number of days or weeks, which begins today at midnight and not now.
  private func isOffsetInDays(_ text: String) -> Bool {
    guard let sign = text.first, "+-".contains(sign) else { return false }
    return text.dropFirst().allSatisfy { $0.isNumber || $0 == "d" || $0 == "w" }
  }

  private func day(_ word: String) -> Int? {
    switch word {
    case "today": return today
    case "tomorrow": return today + 1
    case "yesterday": return today - 1
    default: break
    }
    if let weekday = Self.weekday(word) { return next(weekday) }
    if isOffsetInDays(word), let json = DateText.json(word, relativeTo: { 0 }), let seconds = Double(json) {
      return today + Int(seconds / Self.day)
    }
    if let json = DateText.json(word, now: now), let seconds = Double(json), !word.contains("t") {
      return Int((seconds / Self.day).rounded(.down))
    }
    return local(word)
  }

  /// Returns the day of `31.1.2026`, `1/31/2026` or `31.1.`, in the order of the language.
  private func local(_ word: String) -> Int? {
    var parts = word.split(omittingEmptySubsequences: false) { "./-".contains($0) }
    // A day and a month can end with a point.
    if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
    guard parts.count == numbers.count, 2...3 ~= numbers.count else { return nil }
    let thisYear = Self.year(of: today)
    var (year, month, day): (Int, Int, Int)
    switch (numbers.count, order) {
    case (3, .dayMonthYear): (day, month, year) = (numbers[0], numbers[1], numbers[2])
    case (3, .monthDayYear): (month, day, year) = (numbers[0], numbers[1], numbers[2])
    case (3, .yearMonthDay): (year, month, day) = (numbers[0], numbers[1], numbers[2])
    case (_, .dayMonthYear): (day, month, year) = (numbers[0], numbers[1], thisYear)
    default: (month, day, year) = (numbers[0], numbers[1], thisYear)
    }
    // Two digits mean the century in which the year is nearest to this one.
    if year < 100 {
      year += thisYear / 100 * 100
      if year > thisYear + 50 { year -= 100 }
    }
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let iso = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    return DateText.json(iso, now: now).flatMap(Double.init).map { Int($0 / Self.day) }
  }

  private static func year(of day: Int) -> Int {
    CalendarTime(Double(day) * Self.day)?.year ?? 2001
  }

  /// Returns the next day that is this weekday, which is not today.
  private func next(_ weekday: Int) -> Int {
    let present = ((today % 7) + 7) % 7
    let distance = (weekday - present + 7) % 7
    return today + (distance == 0 ? 7 : distance)
  }

  private static func weekday(_ word: String) -> Int? {
    guard word.count >= 2 else { return nil }
    return weekdays.firstIndex { $0.hasPrefix(word) && (word.count == 2 || word.count == 3 || $0 == word) }
  }

  /// Returns the seconds of a time such as `8:30`, `08:30:15` or `2:30pm`.
  private static func time(_ word: String) -> Int? {
    var digits = word[...]
    var added = 0
    var isHalf = false
    for (suffix, hours) in [("am", 0), ("pm", 12)] where digits.hasSuffix(suffix) {
      digits = digits.dropLast(2)
      (added, isHalf) = (hours, true)
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { 1...2 ~= $0.utf8.count ? Int($0) : nil }
    guard parts.count == numbers.count, isHalf ? 1...3 ~= numbers.count : 2...3 ~= numbers.count else { return nil }
    var hours = numbers[0]
    if isHalf {
      guard 1...12 ~= hours else { return nil }
      hours = hours % 12 + added
    }
    let (minutes, seconds) = (numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    guard 0...23 ~= hours, 0...59 ~= minutes, 0...59 ~= seconds else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }

  private static func json(day: Int, time: Int) -> String { String(day * Int(Self.day) + time) }
}
