import JSONDocument
import TestSupport
import Testing

struct PositionTests {
  @Test(arguments: [
    ("▼?", 1, 1), (" ▼?", 1, 2), ("\n▼?", 2, 1), ("\r\n ▼?", 2, 2), ("[\"äö😀\",▼?", 1, 8), ("[\"ä\",\n\"€\" ▼?]", 2, 5),
    ("\u{FEFF}▼?", 1, 1), ("\u{FEFF}\n ▼?", 2, 2), ("[\"e\u{301}\"▼?", 1, 6), ("\r▼?", 1, 2), ("[\n\n\n1,▼", 4, 3),
  ])
  func countsLinesAndScalars(_ marked: String, _ line: Int, _ column: Int) throws {
    let (text, offset) = unmark(marked)
    let error = try #require(parseVerdict(Array(text.utf8)))
    #expect(error.position == JSONPosition(line: line, column: column, offset: offset))
    #expect(validatorVerdict(Array(text.utf8)).error == error)
  }

  @Test func findsAnyOffset() throws {
    let document = try parse("{\n  \"ä\": [1,\r\n 2]\n}\n")
    let expected = [
      0: (1, 1), 1: (1, 2), 2: (2, 1), 4: (2, 3), 5: (2, 4), 6: (2, 4), 7: (2, 5), 10: (2, 8), 15: (3, 1), 16: (3, 2),
    ]
    for (offset, place) in expected {
      #expect(document.position(of: offset) == JSONPosition(line: place.0, column: place.1, offset: offset))
    }
    #expect(document.position(of: document.bytes.count).line == 5)
  }

  @Test func findsManyOffsetsAsItFindsEach() throws {
    for text in ["{\n  \"ä\": [1,\r\n 2],\n\n\"😀\": \"€\"}\n", "\u{FEFF}[\"é\",\n\n 1]", "7"] {
      let document = try parse(text)
      let offsets = (0...document.bytes.count).flatMap { [$0, $0] }
      #expect(document.positions(of: offsets) == offsets.map(document.position(of:)))
      #expect(document.positions(of: []) == [])
    }
  }

  @Test func describesErrorsInLowerCase() {
    let reasons: [JSONError.Reason] = [
      .unexpectedEnd, .expectedValue, .expectedElementOrEnd, .expectedKey, .expectedKeyOrEnd, .expectedColon,
      .expectedCommaOrBrace,
      .expectedCommaOrBracket, .trailingText, .misspeltLiteral, .expectedDigit, .leadingZero, .unknownEscape,
      .expectedHexDigit,
      .loneSurrogate, .controlCharacter, .invalidUTF8, .tooDeep, .tooLarge(size: 4_294_967_232),
    ]
    #expect(Set(reasons.map(\.description)).count == reasons.count)
    for reason in reasons {
      #expect(reason.description.first!.isUppercase == false)
      #expect(reason.description.hasSuffix(".") == false)
    }
    #expect(reasons.last!.description == "the text has 4294967232 bytes; the limit is 4294967231")
  }
}
