import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite struct LocaleNameTests {
  @Test(arguments: [
    ("de_AT.UTF-8", "de_AT"), ("de_DE@euro", "de_DE"), ("de", "de"), ("DE_at", "de_AT"), ("zh-Hant-TW", "zh_Hant_TW"),
    ("sr_RS.UTF-8@latin", "sr_Latn_RS"), ("ca_ES@valencia", "ca_ES_VALENCIA"), ("uz_UZ@cyrillic", "uz_Cyrl_UZ"),
    ("de_DE@calendar=buddhist;numbers=arab", "de_DE@calendar=buddhist;numbers=arab"), ("es_419", "es_419"),
    ("C", "en_001"), ("C.UTF-8", "en_001"), ("POSIX", "en_001"), ("en_US_POSIX", "en_US_POSIX"), ("gsw_CH", "gsw_CH"),
    ("ca@valencia", "ca__VALENCIA"), ("de_DE@calendar=../x.y", "de_DE"),
  ])
  func localeNamesOfVariablesAndTagsAreUnderstood(_ text: String, _ identifier: String) {
    #expect(LocaleName(text)?.identifier == identifier)
  }

  @Test(arguments: ["", "..", "../../etc", "d", "xx;yy", "de/AT", "de__AT", "dé", "a_b", "de_ATATATATA"])
  func malformedLocaleNamesAreRefused(_ text: String) { #expect(LocaleName(text) == nil) }

  @Test func aLocaleLeadsToFoldersNearestFirst() throws {
    func folders(_ text: String) throws -> [String] { try #require(LocaleName(text)).folderNames }
    #expect(try folders("de_AT.UTF-8") == ["de-AT", "de_AT", "de"])
    #expect(try folders("fr") == ["fr"])
    #expect(
      try folders("zh_TW") == ["zh-Hant-TW", "zh_Hant_TW", "zh-TW", "zh_TW", "zh-Hant", "zh_Hant", "zh"])
    #expect(try folders("zh").contains("zh-Hans"))
    #expect(
      try folders("sr_RS@latin") == ["sr-Latn-RS", "sr_Latn_RS", "sr-RS", "sr_RS", "sr-Latn", "sr_Latn", "sr"])
  }
}
