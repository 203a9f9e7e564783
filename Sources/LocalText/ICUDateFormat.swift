/// A date format of ICU, which is closed when it is deallocated.
final class ICUDateFormat {
  /// The values of `UDateFormatStyle` in ICU.
  enum Style: Int32 {
    case full = 0
    case long = 1
    case short = 3
    case none = -1
    /// A pattern (Unicode TR 35), for both styles.
    case pattern = -2
  }

  /// `ULOC_VALID_LOCALE`.
  private static let validLocale: Int32 = 1
  /// `UDAT_AM_PMS`.
  private static let dayHalves: Int32 = 5

  private let library: ICULibrary
  private let format: OpaquePointer

  /// Creates a format for dates in a time zone, by default UTC. For an unknown locale, ICU uses its language, or else the locale of the process.
  ///
  /// Throws if ICU refuses the locale or the pattern, or has no data.
  init(
    _ locale: String, date: Style, time: Style, pattern: String? = nil, zone: String = "GMT", library: ICULibrary
  ) throws(ICUError) {
    self.library = library
    var status: Int32 = 0
    let zone = Array(zone.utf16)
    let units = pattern.map { Array($0.utf16) }
    let opened = library.openFormat(
      time.rawValue, date.rawValue, locale, zone, Int32(zone.count), units, Int32(units?.count ?? 0), &status)
    guard let format = opened, status <= 0 else {
      if let opened { library.closeFormat(opened) }
      throw library.error(status)
    }
    self.format = format
    // An invalid date is then an error instead of another date.
    library.setLenient(format, 0)
  }

  deinit { library.closeFormat(format) }

  /// The locale whose data is used, without keywords.
  var locale: String {
    var status: Int32 = 0
    guard let name = library.localeOfFormat(format, Self.validLocale, &status), status <= 0 else { return "" }
    return String(cString: name)
  }

  /// Sets the pattern (Unicode TR 35) for writing dates.
  func apply(pattern: String) {
    let units = Array(pattern.utf16)
    library.applyPattern(format, 0, units, Int32(units.count))
  }

  /// Sets the words for the halves of a day.
  func set(_ dayHalves: DayHalves) {
    for (index, word) in [dayHalves.am, dayHalves.pm].enumerated() {
      var status: Int32 = 0
      let units = Array(word.utf16)
      library.setSymbols(format, Self.dayHalves, Int32(index), units, Int32(units.count), &status)
    }
  }

  /// The seconds from 1970 to 2001.
  private static let epoch = 978_307_200.0

  /// Returns the text of a moment in seconds since 2001-01-01T00:00:00Z; nil if it is outside the range of the calendar.
  func text(_ seconds: Double) -> String? {
    guard seconds.isFinite else { return nil }
    // Rounded to milliseconds like DateFormatter, so that both show the same minute.
    let milliseconds = (seconds + Self.epoch) * 1000 + 0.5
    return library.text { buffer, capacity, status in
      library.format(format, milliseconds, buffer, capacity, nil, &status)
    }.map { String(decoding: $0, as: UTF16.self) }
  }
}
