/// Writes dates by a pattern (Unicode TR 35), such as `dd.MM.yyyy HH:mm z`. ICU ignores letters without a meaning.
///
/// Do not use a value on several threads at the same time.
package final class LocalDatePattern {
  private let locale: String
  private let pattern: String
  private let zone: String?
  private let library: ICULibrary
  /// The format for dates as if the reader's clock were UTC; nil if the pattern contains the time zone.
  private let clockFormat: ICUDateFormat?
  /// The formats by the names of their time zones.
  private var zoneFormats: [String: ICUDateFormat] = [:]
  /// Writes the offset of `zone` from UTC, and its name.
  private lazy var zoneNames = zone.flatMap { try? format($0, pattern: "xxxxx VV") }

  /// Creates a pattern for a locale with a name in ICU's format, such as `de_AT`. `zone` is the name of the reader's time zone, such as
  /// `Europe/Vienna`; nil if it has none.
  ///
  /// Throws if ICU refuses the pattern or has no data.
  package init(locale: String, pattern: String, zone: String?, library: ICULibrary) throws(ICUError) {
    self.locale = ICULocaleName(locale).identifier()
    self.pattern = pattern
    self.zone = zone
    self.library = library
    clockFormat =
      Self.containsZone(pattern)
      ? nil : try ICUDateFormat(self.locale, date: .pattern, time: .pattern, pattern: pattern, library: library)
  }

  /// Returns the text of a moment in seconds since 2001-01-01T00:00:00Z, at which the reader's clock is `offset` seconds ahead of UTC; empty if
  /// it is outside the range of the calendar, or if ICU refuses the pattern.
  package func text(_ moment: Double, offset: Int) -> String {
    if let clockFormat { return clockFormat.text(moment + Double(offset)) ?? "" }
    return zoneFormat(moment, offset)?.text(moment) ?? ""
  }

  /// Returns the format of the reader's time zone, or of one without a name if ICU does not know it or the reader's clock does not follow it.
  private func zoneFormat(_ moment: Double, _ offset: Int) -> ICUDateFormat? {
    let text = Self.offsetText(offset)
    let names = zoneNames?.text(moment) ?? ""
    let isKnown = names.hasPrefix(text + " ") && !names.hasSuffix(" Etc/Unknown")
    let name = (isKnown ? zone : nil) ?? "GMT" + text
    if let known = zoneFormats[name] { return known }
    let format = try? format(name, pattern: pattern)
    zoneFormats[name] = format
    return format
  }

  private func format(_ zone: String, pattern: String) throws(ICUError) -> ICUDateFormat {
    try ICUDateFormat(locale, date: .pattern, time: .pattern, pattern: pattern, zone: zone, library: library)
  }

  /// Returns `+01:00`; with seconds only if there are some.
  private static func offsetText(_ offset: Int) -> String {
    let size = offset.magnitude
    let parts = [size / 3600, size / 60 % 60, size % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (offset < 0 ? "-" : "+") + parts.prefix(size % 60 == 0 ? 2 : 3).joined(separator: ":")
  }

  /// True if a letter outside of quotes stands for the time zone.
  private static func containsZone(_ pattern: String) -> Bool {
    var isQuoted = false
    for byte in pattern.utf8 {
      switch byte {
      case UInt8(ascii: "'"): isQuoted.toggle()
      case UInt8(ascii: "z"), UInt8(ascii: "Z"), UInt8(ascii: "O"), UInt8(ascii: "v"), UInt8(ascii: "V"),
        UInt8(ascii: "X"), UInt8(ascii: "x"):
        if !isQuoted { return true }
      default: break
      }
    }
    return false
  }
}
