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
    #expect(try LocalDateFormatter(locale: locale, pattern: pattern, library: icu()).text(596_016_000) == text)
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
