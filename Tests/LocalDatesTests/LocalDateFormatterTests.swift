import LocalDates
import Testing

@Suite("Dates of a locale")
struct LocalDateFormatterTests {
  /// 2019-11-21T08:00:00.
  private static let date = 596_016_000.0

  @Test(
    "are written as its people do",
    arguments: [
      ("de_DE", "21. November 2019", "Donnerstag, 21. November 2019", "21.11.19, 08:00", "08:00"),
      ("en_US", "November 21, 2019", "Thursday, November 21, 2019", "11/21/19, 8:00\u{202f}AM", "8:00\u{202f}AM"),
      ("en_001", "21 November 2019", "Thursday, 21 November 2019", "21/11/2019, 8:00\u{202f}AM", "8:00\u{202f}AM"),
      ("fr_FR", "21 novembre 2019", "jeudi 21 novembre 2019", "21/11/2019 08:00", "08:00"),
      ("ja_JP", "2019年11月21日", "2019年11月21日 木曜日", "2019/11/21 8:00", "8:00"),
      (
        "de_DE@calendar=buddhist", "21. November 2562 BE", "Donnerstag, 21. November 2562 BE", "21.11.2562 BE, 08:00",
        "08:00"
      ),
      ("zz_ZZ", "November 21, 2019", "Thursday, November 21, 2019", "11/21/19, 08:00", "08:00"),
    ])
  func texts(_ locale: String, _ long: String, _ full: String, _ both: String, _ time: String) {
    func text(_ date: LocalDateFormatter.Length, _ time: LocalDateFormatter.Length) -> String {
      LocalDateFormatter(locale: locale, date: date, time: time).text(Self.date)
    }
    #expect(text(.long, .none) == long)
    #expect(text(.full, .none) == full)
    #expect(text(.short, .short) == both)
    #expect(text(.none, .short) == time)
  }

  @Test("are written however far they are, and are empty where no calendar goes")
  func farDates() {
    let formatter = LocalDateFormatter(locale: "en_US", date: .long, time: .none)
    #expect(formatter.text(252_423_993_600) == "January 1, 10000")
    #expect(formatter.text(3_155_695_199_999).hasSuffix(", 102000"))
    #expect(formatter.text(-3_155_695_199_999) != "")
    for date in [1e300, -1e300, .infinity, -.infinity, .nan] { #expect(formatter.text(date) == "") }
  }
}
