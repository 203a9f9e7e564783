import Foundation
import TestSupport
import Testing

@testable import LocalText

/// Dates look as in an app, whose `DateFormatter` has its own data.
@Suite(.enabled(if: ICULibrary.installed?.version == ICULibrary.testedVersion, "the table is made for ICU 72"))
struct LocalDateAgreementTests {
  private static let maker = Result { try AdjustmentMaker(#require(ICULibrary.installed)) }

  /// With OKIT_RECORD_DATES, writes the rows of the table into a file of that name; format them with `swift format`.
  @Test func datesAgreeInEveryLocale() throws {
    let maker = try Self.maker.get()
    if let path = ProcessInfo.processInfo.environment["OKIT_RECORD_DATES"] {
      try maker.source.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(maker.adjustments.count > 800)
    #expect(maker.wrong == [], "OKIT_RECORD_DATES=FILE with this test writes what belongs into the table")
  }

  @Test func datesDifferOnlyInAFewWords() throws {
    #expect(
      try Self.maker.get().languagesWithOtherWords == [
        "ak", "am", "ar", "bo", "ceb", "ee", "eo", "ig", "ii", "ks", "ku", "mni", "om", "rw", "sd", "shi", "so", "sr",
        "ti", "to", "yo",
      ])
  }

  @Test(arguments: [
    "en_US", "en_001", "de_AT", "ja_JP", "fa_IR", "th_TH", "he_IL", "ar_EG", "zh_TW", "ja_JP@calendar=japanese",
    "de@calendar=hebrew", "en@calendar=islamic-umalqura", "en@calendar=persian", "zz_ZZ",
  ])
  func farDatesAgree(_ locale: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateStyle = .long
    formatter.timeStyle = .none
    let library = try #require(ICULibrary.installed)
    let ours = try LocalDateFormatter(locale: locale, form: .longDate, library: library)
    // The years 1, 0 and -100, the change of calendars in 1582, half milliseconds, the year 10000, and later.
    let dates = [
      -63_114_076_800, -63_145_699_200, -66_300_000_000, -13_197_600_000, -13_197_600_001, -0.0004, -0.0006,
      59.9995, 252_423_993_600, 3_155_695_199_999, -3_155_695_199_999, 1e300,
    ]
    for date in dates {
      #expect(ours.text(date) == formatter.string(from: Date(timeIntervalSinceReferenceDate: date)), "\(date)")
    }
  }
}
