import Bindings
import Testing

@testable import Forms

/// Dates as people type them into a form.
@Suite struct DateEntryTests {
  /// Thursday, 2026-11-26T15:30Z, in a time zone two hours east.
  private static let now = 817_399_800.0

  private func iso(_ text: String, _ order: DateEntry.Order = .dayMonthYear, former: Double? = nil) throws -> String? {
    let entry = DateEntry(now: Self.now, clockOffset: 7200, order: order)
    guard let json = entry.json(text, former: former) else { return nil }
    let seconds = try #require(Double(json))
    let time = try #require(CalendarTime(seconds))
    return "\(time.date) \(time.time)"
  }

  @Test(arguments: [
    ("today", "2026-11-26 00:00:00"), ("Tomorrow", "2026-11-27 00:00:00"), ("yesterday", "2026-11-25 00:00:00"),
    ("+3d", "2026-11-29 00:00:00"), ("-1w", "2026-11-19 00:00:00"), ("next monday", "2026-11-30 00:00:00"),
    ("monday", "2026-11-30 00:00:00"), ("next thu", "2026-12-03 00:00:00"), ("last thursday", "2026-11-19 00:00:00"),
    ("last monday", "2026-11-23 00:00:00"), ("2026-01-31", "2026-01-31 00:00:00"), ("now", "2026-11-26 15:30:00"),
    ("+90m", "2026-11-26 17:00:00"), ("today 14:05", "2026-11-26 14:05:00"), ("fri 8:30pm", "2026-11-27 20:30:00"),
    ("2026-01-31T08:30+01:00", "2026-01-31 07:30:00"), ("2026-01-31 08:30", "2026-01-31 08:30:00"),
    ("31.12.2026", "2026-12-31 00:00:00"), ("1.2.", "2026-02-01 00:00:00"), ("24/12/99", "1999-12-24 00:00:00"),
    ("9:15", "2026-11-26 09:15:00"), ("12am", "2026-11-26 00:00:00"), ("3:30 PM", "2026-11-26 15:30:00"),
    ("tomorrow, 9 a.m.", "2026-11-27 09:00:00"), ("11/27/2026, 3:30\u{202F}PM", "2026-11-27 15:30:00"),
  ])
  func readsWhatPeopleType(_ text: String, _ expected: String) throws {
    #expect(try iso(text, text.contains("11/27") ? .monthDayYear : .dayMonthYear) == expected)
  }

  @Test func theOrderOfTheLanguageDecides() throws {
    #expect(try iso("1/2/2026", .monthDayYear) == "2026-01-02 00:00:00")
    #expect(try iso("2026/2/1", .yearMonthDay) == "2026-02-01 00:00:00")
  }

  @Test func aTimeKeepsTheFormerDay() throws {
    #expect(try iso("18:00", former: 86_400 * 3 + 100) == "2001-01-04 18:00:00")
  }

  @Test(arguments: [
    "", " ", "soon", "32.1.2026", "next", "next month", "25:00", "13pm", "1.2.3.4", "today today", "3", "2026-02-30",
  ])
  func refusesAnythingElse(_ text: String) throws { #expect(try iso(text) == nil) }
}

/// Texts with a fixed pattern.
@Suite struct FieldFormatTests {
  @Test(arguments: [
    ("79123456789", "+7 (912) 345-67-89"), ("9123456789", "+7 (912) 345-67-89"),
    ("+7 (912) 345-67-89", "+7 (912) 345-67-89"),
    ("912 345 67 89", "+7 (912) 345-67-89"),
  ])
  func fillsInThePattern(_ typed: String, _ whole: String) {
    #expect(FieldFormat(pattern: "+7 (###) ###-##-##").text(of: typed) == whole)
  }

  @Test(arguments: ["", "912345678", "91234567890", "912345678x", "89123456789", "912/3456789"])
  func refusesOtherTexts(_ typed: String) { #expect(FieldFormat(pattern: "+7 (###) ###-##-##").text(of: typed) == nil) }

  @Test(arguments: ["A#1#", "#1#", "1#1#1", "#\u{301}-#"]) func aWholeTextStaysAsItIs(_ pattern: String) throws {
    let format = FieldFormat(pattern: pattern, prefix: "e", suffix: "\u{301}")
    let text = try #require(format.text(of: "23"))
    #expect(format.text(of: text) == text)
    #expect(FieldFormat(prefix: "e", suffix: "!").text(of: "e\u{301}x!") == "e\u{301}x!")
  }

  @Test func addsAPrefixAndASuffix() {
    let format = FieldFormat(prefix: "https://", suffix: ".example.com")
    #expect(format.text(of: "shop") == "https://shop.example.com")
    #expect(format.text(of: "https://shop.example.com") == "https://shop.example.com")
    #expect(format.text(of: "https://") == nil)
  }
}
