import TestSupport
import Testing

@testable import LocalText

@Suite struct LocalDateFormatterTests {
  /// 2019-11-21T08:00:00.
  private static let date = 596_016_000.0

  private func text(_ locale: String, _ form: LocalDateFormatter.Form, _ date: Double = date) throws -> String {
    try LocalDateFormatter(locale: locale, form: form, library: #require(ICULibrary.installed)).text(date)
  }

  @Test(arguments: [
    ("de_DE", "21. November 2019", "Donnerstag, 21. November 2019", "21.11.19, 08:00", "08:00"),
    ("en_US", "November 21, 2019", "Thursday, November 21, 2019", "11/21/19, 8:00\u{202f}AM", "8:00\u{202f}AM"),
    ("en_001", "21 November 2019", "Thursday, 21 November 2019", "21/11/2019, 8:00\u{202f}AM", "8:00\u{202f}AM"),
    ("fr_FR", "21 novembre 2019", "jeudi 21 novembre 2019", "21/11/2019 08:00", "08:00"),
    ("ja_JP", "2019年11月21日", "2019年11月21日 木曜日", "2019/11/21 8:00", "8:00"),
    (
      "de_DE@calendar=buddhist", "21. November 2562 BE", "Donnerstag, 21. November 2562 BE", "21.11.2562 BE, 08:00",
      "08:00"
    ),
  ])
  func datesAreWrittenInTheirLocale(_ locale: String, _ long: String, _ full: String, _ both: String, _ time: String)
    throws
  {
    #expect(try text(locale, .longDate) == long)
    #expect(try text(locale, .fullDate) == full)
    #expect(try text(locale, .shortDateTime) == both)
    #expect(try text(locale, .shortTime) == time)
    #expect(both.hasPrefix(try text(locale, .shortDate)))
  }

  @Test func farDatesAreWritten() throws {
    #expect(try text("en_US", .longDate, 252_423_993_600) == "January 1, 10000")
    #expect(try text("en_US", .longDate, 3_155_695_199_999).hasSuffix(", 102000"))
    #expect(try text("en_US", .longDate, -3_155_695_199_999) != "")
    for date in [1e300, -1e300, .infinity, -.infinity, .nan] { #expect(try text("en_US", .longDate, date) == "") }
  }

  @Test func anyNumberIsWritten() throws {
    var random = SeededGenerator(seed: Effort.seed)
    for calendar in ["gregorian", "buddhist", "chinese", "hebrew", "islamic", "japanese", "persian"] {
      for form in LocalDateFormatter.Form.allCases {
        let library = try #require(ICULibrary.installed)
        let formatter = try LocalDateFormatter(locale: "en@calendar=\(calendar)", form: form, library: library)
        for _ in 0..<50 {
          let text = formatter.text(Double(bitPattern: random.next()))
          #expect(text.utf8.count < 200)
        }
      }
    }
  }

  @Test(arguments: [
    "", "_", "@", "é", "de@calendar=", "de@=", "de@x=y;calendar", "@calendar=japanese", "de@calendar=nonsense",
    "de\0x",
    String(repeating: "a", count: 300), "de_" + String(repeating: "ABCDEFGH_", count: 50),
    "de@" + String(repeating: "a", count: 99) + "=b", "de@calendar=" + String(repeating: "a", count: 99),
  ])
  func improperLocaleNamesAreAccepted(_ name: String) throws {
    for form in LocalDateFormatter.Form.allCases { #expect(try text(name, form) != "") }
  }

  @Test func threadsFormatWithTheirOwnFormatters() async throws {
    let expected = try text("de_AT", .fullDate)
    let texts = try await withThrowingTaskGroup(of: String.self, returning: [String].self) { group in
      for _ in 0..<50 { group.addTask { try self.text("de_AT", .fullDate) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: expected, count: 50))
  }
}
