import Testing

@testable import OKitModels

@Suite("Patterns of names")
struct NamePatternTests {
  @Test(
    "match as in shells",
    arguments: [
      ("*.swift", "Book.swift"), ("*", "a"), ("*", ""), ("?ook", "Book"), ("?", "é"), ("[BC]ook", "Cook"),
      ("[a-f]1", "c1"),
      ("[!a-f]1", "x1"), ("[^a-f]1", "x1"), ("[]]", "]"), ("a**b", "ab"), ("*a*b*", "xxaybz"), ("\\*", "*"), ("[", "["),
      ("a[", "a["), (".*", ".git"), ("[a-]", "-"), ("Book.swift", "Book.swift"),
    ])
  func matching(_ pattern: String, _ name: String) {
    #expect(NamePattern(pattern).matches(name))
  }

  @Test(
    "and differ as in shells",
    arguments: [
      ("*.swift", "Book.swift~"), ("*", ".hidden"), ("?", ""), ("?", "ab"), ("[BC]ook", "Book2"), ("[!a-f]1", "a1"),
      ("\\*", "a"), ("book", "Book"), ("*a*b*", "xxbyaz"), ("e\u{301}", "é"), ("?", ".a"), ("[.]a", ".a"),
    ])
  func differing(_ pattern: String, _ name: String) {
    #expect(!NamePattern(pattern).matches(name))
  }

  @Test("know whether they can match something else than themselves")
  func wildcards() {
    #expect(NamePattern("*.swift").hasWildcards)
    #expect(!NamePattern("Book.swift").hasWildcards)
    #expect(!NamePattern("a\\*b[").hasWildcards)
    #expect(NamePattern("a\\*b[").name == "a*b[")
  }

  @Test("take no time that grows faster than both lengths")
  func speed() {
    let pattern = NamePattern(String(repeating: "*a", count: 1_000) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
  }
}
