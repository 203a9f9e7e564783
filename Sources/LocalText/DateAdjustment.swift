/// The differences between the formats of `DateFormatter` and ICU in a locale.
///
/// Foundation contains its own ICU with newer data and changes by Apple. People expect the dates that their app shows, so okit applies
/// the differences to the system's ICU, without the data.
struct DateAdjustment: Equatable {
  /// The different patterns (Unicode TR 35).
  var patterns: [LocalDateFormatter.Form: String] = [:]
  /// The words for the halves of a day; nil if they are the same.
  var dayHalves: DayHalves?
  /// True if `DateFormatter` uses ASCII digits but ICU uses those of the language.
  var hasLatinDigits = false
}

/// The words for the halves of a day, such as AM and PM.
struct DayHalves: Equatable {
  let am: String
  let pm: String
}

extension DateAdjustment {
  /// Returns the adjustment of a locale; nil if it needs none.
  ///
  /// - Parameter known: The locale whose data ICU uses, without keywords: `zh_Hant_HK` for `zh_HK`.
  static func of(_ locale: ICULocaleName, knownAs known: String) -> DateAdjustment? {
    let calendar = locale["calendar"].map { "@calendar=\($0)" } ?? ""
    if let found = table[locale.base + calendar] { return found }
    var ancestor = known[...]
    while !ancestor.isEmpty {
      if let found = table[ancestor + calendar] { return found }
      ancestor = ancestor.lastIndex(of: "_").map { ancestor[..<$0] } ?? ""
    }
    return nil
  }

  private static let table: [String: DateAdjustment] = {
    var table: [String: DateAdjustment] = [:]
    for row in rows {
      for name in row.locales.split(separator: " ") { table[String(name)] = row.adjustment }
    }
    return table
  }()

  /// A row of the table: locales, separated by spaces, and their common adjustment. A locale without a row uses that of its
  /// parent: `de_AT` uses `de`.
  struct Row {
    let locales: String
    let adjustment: DateAdjustment

    init(
      _ locales: String, long: String? = nil, full: String? = nil, date: String? = nil, time: String? = nil,
      both: String? = nil, am: String? = nil, pm: String? = nil, latin: Bool = false
    ) {
      self.locales = locales
      let patterns: [(LocalDateFormatter.Form, String?)] = [
        (.longDate, long), (.fullDate, full), (.shortDate, date), (.shortTime, time), (.shortDateTime, both),
      ]
      adjustment = DateAdjustment(
        patterns: Dictionary(uniqueKeysWithValues: patterns.compactMap { form, text in text.map { (form, $0) } }),
        dayHalves: am.flatMap { am in pm.map { DayHalves(am: am, pm: $0) } }, hasLatinDigits: latin)
    }
  }
}
