import Bindings

/// The first or last date that is allowed.
package struct DateBound: Equatable, Sendable {
  /// The text of the rule: `2026-01-31`, `2026-01-31T08:00Z`, `now`, a time before or after now, such as `-7d`, `today`, or a time before or after the
  /// beginning of the reader's day, such as `today-7d`.
  package let text: String
  /// True if it is a day without a time.
  let isDay: Bool
  private var addedSeconds = 0.0

  private static let secondsOfDay = 86_400.0

  /// The date in a text; nil if it is not valid.
  package init?(_ text: String) {
    self.text = text
    let hasTime = text.utf8.contains { "Thms".utf8.contains($0) }
    isDay =
      text.hasPrefix("today")
      ? !text.dropFirst("today".count).utf8.contains { "hms".utf8.contains($0) }
      : text.utf8.count == "2026-01-31".utf8.count && !hasTime
    guard seconds(relativeTo: 0) != nil else { return nil }
  }

  /// The beginning of the day after this one.
  var nextDay: DateBound {
    var next = self
    next.addedSeconds += Self.secondsOfDay
    return next
  }

  /// True if no date is both allowed by this bound as the first and by `maximum` as the last one, whatever the current time is.
  package func isAlwaysAfter(_ maximum: DateBound) -> Bool {
    // A day as the last one ends with it.
    let end = maximum.isDay ? maximum.nextDay : maximum
    // A date relative to now moves with the time, so two times show whether it passes the other bound.
    return [0, 1e10].allSatisfy { now in
      guard let first = seconds(relativeTo: now).flatMap({ Double($0) }),
        let last = end.seconds(relativeTo: now).flatMap({ Double($0) })
      else { return false }
      return maximum.isDay ? first >= last : first > last
    }
  }

  /// Returns the JSON of the date: seconds since 2001-01-01T00:00:00Z.
  ///
  /// - Parameters:
  ///   - now: The current time in the same seconds.
  ///   - clockOffset: The seconds to add to a time in UTC for the reader's clock, which tells what day is today.
  ///   - midnightOffset: The seconds from midnight in UTC to the beginning of today.
  package func seconds(relativeTo now: Double, clockOffset: Int = 0, midnightOffset: Int = 0) -> String? {
    if text.hasPrefix("today") {
      let day = ((now + Double(clockOffset)) / Self.secondsOfDay).rounded(.down)
      let midnight = day * Self.secondsOfDay + addedSeconds + Double(midnightOffset)
      let offset = text.dropFirst("today".utf8.count)
      if offset.isEmpty { return DateText.json("now", now: midnight) }
      return "+-".contains(offset.first ?? " ") ? DateText.json(String(offset), relativeTo: { midnight }) : nil
    }
    guard let json = DateText.json(text, relativeTo: { now }) else { return nil }
    // A day has whole seconds.
    return addedSeconds == 0 ? json : Int(json).map { String($0 + Int(addedSeconds)) }
  }
}
