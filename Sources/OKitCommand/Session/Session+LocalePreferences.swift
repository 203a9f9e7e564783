import CommandKit
import Glibc
import OKitModels
import OKitStorage

extension Session {
  /// The environment variables of the reader's language and time zone, for the manual.
  static let readerVariables = [
    ManualEntry(
      "LC_ALL, LC_TIME, LANG", "the first one that is set determines the date format; C and POSIX are English"),
    ManualEntry("LC_ALL, LC_NUMERIC, LANG", "the same for numbers that format(#0.00) writes"),
    ManualEntry("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "the languages of texts, as in gettext(3)"),
    ManualEntry("TZ", "the time zone of dates; default: the system's"),
  ]

  /// The reader's languages and time zone, from the environment.
  var reader: LocalePreferences {
    let (dates, _) = locale("LC_TIME")
    let (numbers, _) = locale("LC_NUMERIC")
    let (texts, isSet) = locale("LC_MESSAGES")
    // As in gettext, LANGUAGE is ignored unless a locale is set.
    let list = isSet ? environment("LANGUAGE") ?? "" : ""
    let preferred = list.split(separator: ":").compactMap { LocaleName(String($0)) }
    return LocalePreferences(
      languages: preferred + [texts], dates: dates, numbers: numbers,
      timeZone: { [console] in LocalTime.zone(console.environment["TZ"]) }, clockOffset: clockOffset)
  }

  /// Returns the locale of a category; `isSet` is false if none is set.
  private func locale(_ category: String) -> (name: LocaleName, isSet: Bool) {
    guard let value = environment("LC_ALL") ?? environment(category) ?? environment("LANG") else {
      return (.standard, false)
    }
    guard let name = LocaleName(value) else { return (.standard, false) }
    return (name, !["C", "POSIX"].contains(value.prefix { $0 != "." }))
  }

  /// The local time offset; warns about an unknown `TZ` when it is first used.
  private var clockOffset: (Double) -> Int {
    var isChecked = false
    return { [console] moment in
      if !isChecked {
        isChecked = true
        tzset()
        if let zone = console.environment["TZ"], !LocalTime.knows(zone, folder: console.environment["TZDIR"]) {
          console.warn("unknown time zone '\(Console.printable(zone))' in TZ; dates are in UTC")
        }
      }
      return LocalTime.offset(moment)
    }
  }
}
