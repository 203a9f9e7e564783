/// The differences between the dates that `DateFormatter` and ICU write in a locale.
///
/// Foundation comes with an ICU of its own, with newer data and some of Apple. People expect the dates of their app, so that these
/// differences are brought here without the data.
struct DateAdjustment: Equatable {
  /// The patterns (Unicode TR 35) that differ.
  var patterns: [LocalDateFormatter.Form: String] = [:]
  /// The words for the halves of a day, if they differ.
  var dayHalves: DayHalves?
  /// True if digits are ASCII although ICU uses those of the language.
  var hasLatinDigits = false
}

/// The words for the halves of a day, such as AM and PM.
struct DayHalves: Equatable {
  let am: String
  let pm: String
}

extension DateAdjustment {
  /// The adjustment of a locale; nil if it needs none.
  ///
  /// - Parameter known: The locale whose data ICU uses for it, without keywords: `zh_Hant_HK` for `zh_HK`.
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

  /// A row of the table: locales, separated by spaces, and what they have in common. A locale without a row is like the one
  /// that it belongs to: `de_AT` like `de`.
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
