import CommandKit
import Glibc
import OKitModels
import OKitStorage

extension Session {
  /// The variables that say who reads, for the manual.
  static let readerVariables = [
    ManualEntry("LC_ALL, LC_TIME, LANG", "the first that is set says how dates are written; C and POSIX are English"),
    ManualEntry("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "the languages in which texts are looked up, as for gettext(3)"),
    ManualEntry("TZ", "the time zone of dates; without it that of this machine"),
  ]

  /// Who reads, as the variables say.
  var reader: Reader {
    let (dates, _) = locale("LC_TIME")
    let (texts, isSaid) = locale("LC_MESSAGES")
    // As for gettext, a list counts only where a language is chosen at all.
    let list = isSaid ? environment("LANGUAGE") ?? "" : ""
    let preferred = list.split(separator: ":").compactMap { LocaleName(String($0)) }
    return Reader(languages: preferred + [texts], dates: dates, clockOffset: clockOffset)
  }

  /// The locale of a category, and whether one is chosen.
  private func locale(_ category: String) -> (name: LocaleName, isSaid: Bool) {
    guard let value = environment("LC_ALL") ?? environment(category) ?? environment("LANG") else {
      return (.standard, false)
    }
    guard let name = LocaleName(value) else { return (.standard, false) }
    return (name, !["C", "POSIX"].contains(value.prefix { $0 != "." }))
  }

  /// The clocks of this machine; what is wrong with `TZ` is told when a date is first shown.
  private var clockOffset: (Double) -> Int {
    var isChecked = false
    return { [console] moment in
      if !isChecked {
        isChecked = true
        tzset()
        if let zone = console.environment["TZ"], !LocalTime.knows(zone, folder: console.environment["TZDIR"]) {
          console.warn("the time zone '\(Console.printable(zone))' in TZ is not known: dates are in UTC")
        }
      }
      return LocalTime.offset(moment)
    }
  }
}
