/// Formats numbers for a locale by a pattern, like Foundation's `NumberFormatter`.
///
/// Do not use a formatter on several threads at the same time.
package final class LocalNumberFormatter {
  private let library: ICULibrary
  private let format: OpaquePointer

  /// Creates a formatter for a pattern (Unicode TR 35), such as `#,##0.00`, and a locale with a name in ICU's format. For an unknown locale, ICU uses
  /// its language, or else the locale of the process.
  ///
  /// Throws if ICU refuses the pattern or has no data.
  package init(locale: String, pattern: String, library: ICULibrary) throws(ICUError) {
    self.library = library
    var status: Int32 = 0
    let units = Array(pattern.utf16)
    // 0 is UNUM_PATTERN_DECIMAL.
    let opened = library.openNumberFormat(
      0, units, Int32(units.count), ICULocaleName(locale).identifier(), nil, &status)
    guard let opened, status <= 0 else {
      if let opened { library.closeNumberFormat(opened) }
      throw library.error(status)
    }
    format = opened
  }

  deinit { library.closeNumberFormat(format) }

  /// Returns the text of a number, of which no digit is lost before it is rounded; nil if ICU cannot write it.
  ///
  /// - Parameter number: The number as in JSON.
  package func text(_ number: String) -> String? {
    library.text { buffer, capacity, status in
      library.formatDecimal(format, number, Int32(number.utf8.count), buffer, capacity, nil, &status)
    }.map { String(decoding: $0, as: UTF16.self) }
  }
}
