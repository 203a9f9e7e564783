import JSONDocument
import Testing

@testable import Bindings

@Suite("Dates as people type them")
struct DateTextTests {
  @Test(
    "are seconds since 2001",
    arguments: [
      ("2001-01-01", "0"), ("2001-01-02", "86400"), ("2000-12-31", "-86400"), ("2026-01-31", "791510400"),
      ("2001-01-01T00:00", "0"), ("2001-01-01T00:01", "60"), ("2001-01-01t01:00:01", "3601"),
      ("2001-01-01 00:00:01", "1"), ("2001-01-01T00:00:00Z", "0"), ("2001-01-01T00:00:00z", "0"),
      ("2001-01-01T00:00Z", "0"), ("2001-01-01T01:00:00+01:00", "0"), ("2001-01-01T01:00:00+0100", "0"),
      ("2001-01-01T01:00:00+01", "0"), ("2001-01-01T00:00:00-05:30", "19800"), ("2001-01-01T00:00+14:00", "-50400"),
      ("2001-01-01T00:00:00-00:00", "0"), ("2001-01-01T00:00:00.5", "0.5"), ("2001-01-01T00:00:01.25Z", "1.25"),
      ("2001-01-01T00:00:01.123456789+00:00", "1.123456789"),
      ("2001-01-01T00:00:00.123456789012345678Z", "0.123456789012345678"), ("2000-12-31T23:59:59.75", "-0.25"),
      ("2000-12-31T23:59:58.75", "-1.25"), ("2000-02-29", "-26524800"), ("2004-02-29", "99705600"),
      ("1970-01-01T00:00:00Z", "-978307200"), ("0001-01-01", "-63113904000"), ("9999-12-31T23:59:59Z", "252423993599"),
    ])
  func seconds(_ text: String, _ json: String) {
    #expect(DateText.json(text, now: 0) == json)
  }

  @Test(
    "are nothing else",
    arguments: [
      "", " ", "today", "Now", "now ", " 2026-01-31", "2026-01-31 ", "2026", "2026-01", "2026-1-31", "26-01-31",
      "20260131", "2026-00-10", "2026-13-10", "2026-01-00", "2026-01-32", "2026-02-29", "1900-02-29", "2026-04-31",
      "2026-01-31T", "2026-01-31T8:30", "2026-01-31T08", "2026-01-31T24:00", "2026-01-31T08:60", "2026-01-31T08:30:60",
      "2026-01-31T08:30:", "2026-01-31T08:30:15.", "2026-01-31T08:30:15,5", "2026-01-31T08:30:15.1234567890123456789",
      "2026-01-31T08:30+", "2026-01-31T08:30+1", "2026-01-31T08:30+24:00", "2026-01-31T08:30+01:60",
      "2026-01-31T08:30+01:", "2026-01-31T08:30ZZ", "2026-01-31Z", "2026-01-31+01:00", "-2026-01-31", "+2026-01-31",
      "2026/01/31", "31.01.2026", "2026-01-31X08:30", "２０２６-01-31", "2026-01-31T08:30:15.٥", "791510400",
    ])
  func refused(_ text: String) {
    #expect(DateText.json(text, now: 0) == nil)
  }

  @Test(
    "are printed so that they are the same number when they are read",
    arguments: [
      ("0", "2001-01-01T00:00:00Z"), ("462567262.25", "2015-08-29T18:54:22.25Z"),
      ("462567262.123456789", "2015-08-29T18:54:22.123456789Z"), ("-0.25", "2000-12-31T23:59:59.75Z"),
      ("-1", "2000-12-31T23:59:59Z"), ("-86400.000001", "2000-12-30T23:59:59.999999Z"),
      ("7.9e8", "2026-01-13T12:26:40Z"),
      ("0.1234567890123", "2001-01-01T00:00:00.1234567890123Z"), ("1.50", "2001-01-01T00:00:01.5Z"),
      ("-63113904000", "0001-01-01T00:00:00Z"), ("252423993599.5", "9999-12-31T23:59:59.5Z"),
      ("63113904000", "4001-01-01T00:00:00Z"), ("1e9", "2032-09-09T01:46:40Z"),
      // What the calendar does not have four digits for stays a number.
      ("252423993600", "252423993600"), ("-63113904001", "-63113904001"), ("1e300", "1e300"), ("1e-20", "1e-20"),
    ])
  func printed(_ json: String, _ text: String) throws {
    let value = try JSONDocument(parsing: json).root
    #expect(BindingValue.date(value).text == text)
    guard text != json else { return }
    let back = try JSONDocument(parsing: #require(DateText.json(text, now: 0))).root
    #expect(back.double == value.double)
  }

  @Test(
    "numbers that could be days of the calendar",
    arguments: [
      ("2026", true), ("202601", true), ("20260131", true), ("2026013108", true), ("202601310830", true),
      ("20260131083000", true), ("1999", true), ("2100", false), ("1899", false), ("202613", false),
      ("20260132", false), ("2026.0", false), ("-20260131", false), ("462567262", false), ("5", false), ("", false),
      ("791510400", false), ("2026013124", false), ("２０２６", false),
    ])
  func calendarNumbers(_ text: String, _ isLike: Bool) {
    #expect(DateText.isLikeCalendarDate(text) == isLike)
  }

  @Test(
    "now is to the millisecond",
    arguments: [
      (0.0, "0"), (1.5, "1.5"), (791_510_400.1239, "791510400.124"), (-0.0004, "0"), (-1.25, "-1.25"), (2.9996, "3"),
    ])
  func now(_ now: Double, _ json: String) {
    #expect(DateText.json("now", now: now) == json)
  }

  @Test("a clock is asked only for now")
  func lazy() {
    var isAsked = false
    func clock() -> Double {
      isAsked = true
      return 1
    }
    #expect(DateText.json("2001-01-01", now: clock()) == "0" && DateText.json("soon", now: clock()) == nil)
    #expect(!isAsked)
    #expect(DateText.json("now", now: clock()) == "1" && isAsked)
  }
}
