/// Formats dates for a locale like Foundation's `DateFormatter`, which apps use.
///
/// Do not use a formatter on several threads at the same time.
package final class LocalDateFormatter {
  /// The parts of a date to write, and their style.
  package enum Form: CaseIterable, Sendable {
    /// A long date, such as `November 21, 2019`.
    case longDate
    /// A long date with the day of the week.
    case fullDate
    /// A date with digits, such as `11/21/19`.
    case shortDate
    /// A time, such as `8:00 AM`.
    case shortTime
    /// A short date and a short time.
    case shortDateTime
  }

  private let format: ICUDateFormat

  /// Creates a formatter for a locale with a name in ICU's format, such as `de_AT`. For an unknown locale, ICU uses its language, or else the
  /// locale of the process.
  ///
  /// Throws if ICU refuses the name or has no data.
  package convenience init(locale: String, form: Form, library: ICULibrary) throws(ICUError) {
    let name = ICULocaleName(locale)
    let format = try ICUDateFormat(name.identifier(), form: form, library: library)
    let adjustment = DateAdjustment.of(name, knownAs: format.locale)
    try self.init(locale: name, form: form, library: library, adjustment: adjustment, format: format)
  }

  /// Creates a formatter that applies `adjustment` to ICU's format. Pass a `format` that already exists to reuse it.
  init(
    locale: ICULocaleName, form: Form, library: ICULibrary, adjustment: DateAdjustment?, format: ICUDateFormat? = nil
  ) throws(ICUError) {
    // The digits can only be changed through the name of the locale.
    let digits: Substring? = adjustment?.hasLatinDigits == true && locale["numbers"] == nil ? "latn" : nil
    if let format, digits == nil {
      self.format = format
    } else {
      self.format = try ICUDateFormat(locale.identifier(digits: digits), form: form, library: library)
    }
    if let pattern = adjustment?.patterns[form] { self.format.apply(pattern: pattern) }
    if let dayHalves = adjustment?.dayHalves { self.format.set(dayHalves) }
  }

  /// Returns the text of a local date and time in seconds since 2001-01-01 00:00 on the same clock; empty if it is outside the range of the calendar.
  package func text(_ seconds: Double) -> String { format.text(seconds) ?? "" }
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
