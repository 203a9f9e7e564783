import Testing

@testable import LocalText

@Suite struct LocalFormatTests {
  private func icu() throws -> ICULibrary { try #require(ICULibrary.installed) }

  @Test(arguments: [
    ("1234.5", "#,##0.00", "en", "1,234.50"), ("1234.5", "#,##0.00", "de_DE", "1.234,50"), ("0.5", "0%", "en", "50%"),
    ("-3", "0;(0)", "en", "(3)"), ("12345678901234567890.125", "0.00", "en", "12345678901234567890.12"),
    ("1e2", "0", "en", "100"),
    ("2", "000", "en", "002"),
  ])
  func numbersFollowThePattern(_ number: String, _ pattern: String, _ locale: String, _ text: String) throws {
    #expect(try LocalNumberFormatter(locale: locale, pattern: pattern, library: icu()).text(number) == text)
  }

  @Test(arguments: [
    ("dd.MM.yyyy", "en", "21.11.2019"), ("EEEE", "de", "Donnerstag"), ("yyyy-MM-dd'T'HH:mm", "en", "2019-11-21T08:00"),
    ("QQQ", "en", "Q4"),
  ])
  func datesFollowThePattern(_ pattern: String, _ locale: String, _ text: String) throws {
    let format = try LocalDatePattern(locale: locale, pattern: pattern, zone: nil, library: icu())
    #expect(format.text(596_016_000, offset: 0) == text)
  }

  /// The letters of the zone name it if the reader's clock follows it; otherwise they name the offset from UTC.
  @Test(
    arguments: [
      ("HH:mm XXX", "Asia/Tokyo", 32_400, "17:00 +09:00"), ("HH:mm VV", "Asia/Tokyo", 32_400, "17:00 Asia/Tokyo"),
      ("HH:mm zzzz", "Europe/Berlin", 3600, "09:00 Central European Standard Time"),
      ("HH:mm Z", nil, -12_600, "04:30 -0330"),
      ("HH:mm xxx", "Europe/Berlin", 7200, "10:00 +02:00"), ("HH:mm O", "No/Where", 3600, "09:00 GMT+1"),
      ("HH:mm 'Z'", "Asia/Tokyo", 32_400, "17:00 Z"), ("HH:mm X", nil, 0, "08:00 Z"), ("xxxxx", nil, 3599, "+00:59:59"),
      ("VV", "No/Where", 0, "GMT"),
    ] as [(String, String?, Int, String)])
  func zoneLettersShowTheReadersZone(_ pattern: String, _ zone: String?, _ offset: Int, _ text: String) throws {
    let format = try LocalDatePattern(locale: "en", pattern: pattern, zone: zone, library: icu())
    #expect(format.text(596_016_000, offset: offset) == text)
  }

  /// The clock of the reader can change between two dates.
  @Test func theOffsetIsThatOfEachDate() throws {
    let format = try LocalDatePattern(locale: "en", pattern: "MM-dd HH:mm xxx", zone: "Europe/Berlin", library: icu())
    #expect(format.text(596_016_000, offset: 3600) == "11-21 09:00 +01:00")
    #expect(format.text(583_142_400, offset: 7200) == "06-25 10:00 +02:00")
  }

  @Test func anInvalidPatternIsAnError() throws {
    let library = try icu()
    #expect(throws: ICUError.self) { try LocalNumberFormatter(locale: "en", pattern: "0.0.0", library: library) }
  }

  @Test(arguments: [
    ("Ångström", "angstrom"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("ＦＵＬＬ", "full"), ("ﬁne", "fine"),
    ("é", "e"), ("e\u{301}", "e"), ("İ", "i"), ("ｶﾞ", "カ"), ("", ""), ("海辺", "海辺"),
  ])
  func foldingRemovesCaseDiacriticsAndWidth(_ text: String, _ folded: String) throws {
    #expect(try TextFolding(icu()).folded(text) == folded)
  }

  @Test func naturalOrderComparesNumbersByValue() throws {
    let collation = try LocalCollation(locale: "en", library: icu())
    let order = ["", "ångström", "apple", "Apple 2", "Book 9", "book 10", "Zoo"]
    let sorted = order.reversed().sorted { collation.sortKey($0).lexicographicallyPrecedes(collation.sortKey($1)) }
    #expect(sorted == order)
    let long = String(repeating: "é", count: 5000)
    #expect(collation.sortKey(long).count > 1000)
  }

  @Test func expressionsFindAllMatches() throws {
    let expression = try RegularExpression("[0-9]+", library: icu())
    #expect(try expression.matches(in: "a1 b22") == [1..<2, 4..<6])
    #expect(try expression.matches(in: "") == [])
    #expect(throws: ICUError.self) { try RegularExpression("(", library: icu()) }
    let slow = try RegularExpression("(a+)+$", library: icu())
    #expect(throws: ICUError.self) { try slow.matches(in: String(repeating: "a", count: 60) + "b") }
  }
}
