import Foundation

/// Writes dates as they are written somewhere.
///
/// The one place that needs Foundation, whose formatters take a moment to be made.
public final class LocalDateFormatter {
  /// How much of a date or time is written.
  public enum Length: Sendable {
    /// Nothing.
    case none
    /// Digits, as in `11/21/19` and `8:00 AM`.
    case short
    /// As in `November 21, 2019`.
    case long
    /// With the day of the week.
    case full
  }

  private let formatter = DateFormatter()

  /// A formatter for a locale, named as ICU does: `de_AT`.
  public init(locale: String, date: Length, time: Length) {
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateStyle = date.style
    formatter.timeStyle = time.style
  }

  /// The text of what a clock and a calendar show, in seconds since they showed 2001-01-01, 0 o'clock; empty for what no calendar knows.
  public func text(_ seconds: Double) -> String {
    formatter.string(from: Date(timeIntervalSinceReferenceDate: seconds))
  }
}

extension LocalDateFormatter.Length {
  fileprivate var style: DateFormatter.Style {
    switch self {
    case .none: .none
    case .short: .short
    case .long: .long
    case .full: .full
    }
  }
}
