import Testing

@testable import OKitModels

@Suite struct NamePatternTests {
  @Test(arguments: [
    ("*.swift", "Book.swift"), ("*", "a"), ("*", ""), ("?ook", "Book"), ("?", "é"), ("[BC]ook", "Cook"),
    ("[a-f]1", "c1"),
    ("[!a-f]1", "x1"), ("[^a-f]1", "x1"), ("[]]", "]"), ("a**b", "ab"), ("*a*b*", "xxaybz"), ("\\*", "*"), ("[", "["),
    ("a[", "a["), (".*", ".git"), ("[a-]", "-"), ("Book.swift", "Book.swift"),
  ])
  func patternsMatchAsInShells(_ pattern: String, _ name: String) {
    #expect(NamePattern(pattern).matches(name))
  }

  @Test(arguments: [
    ("*.swift", "Book.swift~"), ("*", ".hidden"), ("?", ""), ("?", "ab"), ("[BC]ook", "Book2"), ("[!a-f]1", "a1"),
    ("\\*", "a"), ("book", "Book"), ("*a*b*", "xxbyaz"), ("e\u{301}", "é"), ("?", ".a"), ("[.]a", ".a"),
  ])
  func patternsDifferAsInShells(_ pattern: String, _ name: String) {
    #expect(!NamePattern(pattern).matches(name))
  }

  @Test func wildcardsInAPatternAreRecognized() {
    #expect(NamePattern("*.swift").hasWildcards)
    #expect(!NamePattern("Book.swift").hasWildcards)
    #expect(!NamePattern("a\\*b[").hasWildcards)
    #expect(NamePattern("a\\*b[").name == "a*b[")
  }

  @Test func matchingTakesTimeInProportionToBothLengths() {
    let pattern = NamePattern(String(repeating: "*a", count: 1_000) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
  }
}
