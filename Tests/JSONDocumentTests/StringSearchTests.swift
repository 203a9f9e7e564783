import JSONDocument
import TestSupport
import Testing

@Suite struct StringSearchTests {
  /// The strings that contain a text by their decoded content, in their order.
  private func expected(_ document: JSONDocument, _ isFound: (String) -> Bool) -> [String] {
    document.values.compactMap(\.string).filter(isFound)
  }

  private func found(_ document: JSONDocument, _ search: StringSearch, _ isFound: (String) -> Bool) -> [String] {
    var found: [String] = []
    document.forEachString(with: search) { value, isCertain in
      let text = value.string ?? ""
      if isCertain { #expect(isFound(text), "\(text)") }
      if isFound(text) { found.append(text) }
    }
    return found
  }

  @Test func randomTextsAreFoundLikeOneByOne() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    let pieces = ["a", "B", "ab", "ba", "aa", " ", "é", "\\n", "\\u0061", "\\\"", "xyz", "[", ",", "1", ":"]
    for _ in 0..<(Effort.isWhole ? 20_000 : 1500) {
      func text() -> String {
        (0..<Int.random(in: 0...9, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
      }
      let members = (0..<Int.random(in: 0...30, using: &generator)).map { number in
        "\"\(text())\(number)\" : " + [#""\#(text())""#, "[1,\"\(text())\", 12]", "true", "{\"a\":\"\(text())\"}"]
          .randomElement(using: &generator)!
      }
      let document = try JSONDocument(parsing: "{\(members.joined(separator: ","))}")
      for needle in ["a", "ab", "A", "aB", "1", "1,", "xyz", "b a", "\n", "é", "aaaa"] {
        let bytes = Array(needle.utf8)
        let exact = try #require(StringSearch(exactly: bytes))
        func isFound(_ text: String) -> Bool { Array(text.utf8).contains(bytes) }
        #expect(found(document, exact, isFound) == expected(document, isFound), "\(needle) in \(members)")
        guard let folded = StringSearch(ignoringCaseOf: bytes) else { continue }
        func isFoldedFound(_ text: String) -> Bool {
          Array(text.lowercased().utf8).contains(Array(needle.lowercased().utf8))
        }
        #expect(found(document, folded, isFoldedFound) == expected(document, isFoldedFound), "\(needle) in \(members)")
      }
    }
  }

  @Test func aSearchNeedsAText() {
    #expect(StringSearch(exactly: []) == nil)
    #expect(StringSearch(ignoringCaseOf: []) == nil)
    #expect(StringSearch(ignoringCaseOf: Array("é".utf8)) == nil)
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    count >= part.count && (0...(count - part.count)).contains { Array(self[$0..<$0 + part.count]) == part }
  }
}
