/// Writes dates as the people of a locale do, in the words and order of Foundation's `DateFormatter`, which apps use.
///
/// Not safe for use by several threads at once.
package final class LocalDateFormatter {
  /// The parts of a date to write, and their length.
  package enum Form: CaseIterable, Sendable {
    /// As in `November 21, 2019`.
    case longDate
    /// With the day of the week.
    case fullDate
    /// Digits, as in `11/21/19`.
    case shortDate
    /// As in `8:00 AM`.
    case shortTime
    /// The short date and the short time.
    case shortDateTime
  }

  /// Seconds from 1970 to 2001.
  private static let epoch = 978_307_200.0

  private let format: ICUDateFormat

  /// A formatter for a locale, named as ICU does: `de_AT`. Of a locale that ICU does not know the language counts, else the locale of the process.
  ///
  /// Throws if ICU refuses the name or misses its data.
  package convenience init(locale: String, form: Form, library: ICULibrary) throws(ICUError) {
    let name = ICULocaleName(locale)
    let format = try ICUDateFormat(name.identifier(), form: form, library: library)
    let adjustment = DateAdjustment.of(name, knownAs: format.locale)
    try self.init(locale: name, form: form, library: library, adjustment: adjustment, format: format)
  }

  /// A formatter that differs from ICU's in `adjustment`. A `format` spares making one.
  init(
    locale: ICULocaleName, form: Form, library: ICULibrary, adjustment: DateAdjustment?, format: ICUDateFormat? = nil
  ) throws(ICUError) {
    // Of digits only the name of the locale decides.
    let digits: Substring? = adjustment?.hasLatinDigits == true && locale["numbers"] == nil ? "latn" : nil
    if let format, digits == nil {
      self.format = format
    } else {
      self.format = try ICUDateFormat(locale.identifier(digits: digits), form: form, library: library)
    }
    if let pattern = adjustment?.patterns[form] { self.format.apply(pattern: pattern) }
    if let dayHalves = adjustment?.dayHalves { self.format.set(dayHalves) }
  }

  /// The text of what a clock and a calendar show, in seconds since they showed 2001-01-01, 0 o'clock; empty if no calendar goes that far.
  package func text(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "" }
    // Rounded to milliseconds as DateFormatter does, so that both show the same minute.
    return format.text((seconds + Self.epoch) * 1000 + 0.5) ?? ""
  }
}

extension ICUDateFormat {
  fileprivate convenience init(
    _ locale: String, form: LocalDateFormatter.Form, library: ICULibrary
  ) throws(ICUError) {
    let (date, time): (Style, Style) =
      switch form {
      case .longDate: (.long, .none)
      case .fullDate: (.full, .none)
      case .shortDate: (.short, .none)
      case .shortTime: (.none, .short)
      case .shortDateTime: (.short, .short)
      }
    try self.init(locale, date: date, time: time, library: library)
  }
}
