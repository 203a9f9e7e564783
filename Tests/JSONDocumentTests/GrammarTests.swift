import JSONDocument
import Testing

/// Each production of RFC 8259, and texts that are nearly valid.
struct GrammarTests {
  @Test(arguments: [
    // 2: JSON-text, white space around each structural character
    "null", " \t\n\r null \t\n\r ", "[ ]", "{ }", "[\t1\n,\r2 ]", "{ \"a\" : 1 , \"b\" : 2 }", "\u{FEFF}{}",
    "\u{FEFF} 1 ",
    // 3: values
    "true", "false", "null", "{}", "[]", "0", #""""#,
    // 4: objects
    #"{"a":1}"#, #"{"a":1,"b":{"c":[]}}"#, #"{"":""}"#, #"{"a":1,"a":2}"#,
    // 5: arrays
    "[1]", "[1,2,3]", "[[],[[]],{}]", #"[1,"a",true,null,{}]"#,
    // 6: numbers
    "-0", "0", "1", "-1", "10", "123456789012345678901234567890", "0.0", "-0.5", "1.25", "0e0", "0E0", "1e1", "1E+1",
    "1e-1",
    "1.5e300", "1e400", "-1.5E-07", "[0,-0,0.0]",
    // 7: strings
    #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001f\u00e4\u20AC\uFfFf""#, #""\ud83d\ude00\uDBFF\uDFFF""#, "\"\u{7F}\"",
    "\"ä€😀\u{10FFFF}\u{D7FF}\u{E000}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\"", "\"\u{FEFF}\"",
    "\"a string longer than a word\"",
    "\"a string that is longer than one vector of sixteen bytes\"", "\"0123456\"", "\"01234567\"",
    "\"012345678901234567890123\"",
  ])
  func validTextsAreAccepted(_ text: String) throws {
    let document = try parse(text)
    let trimmed = text.unicodeScalars.drop { " \t\n\r\u{FEFF}".unicodeScalars.contains($0) }
    #expect(trimmed.starts(with: document.root.rawText.unicodeScalars))
    let (error, kind) = validatorVerdict(Array(text.utf8))
    #expect(error == nil)
    #expect(kind == document.root.kind)
  }

  @Test(
    arguments: [
      // the text ends
      ("▼", .unexpectedEnd), (" \n▼", .unexpectedEnd), ("\u{FEFF}▼", .unexpectedEnd), ("[▼", .unexpectedEnd),
      ("[1▼", .unexpectedEnd), ("[1,▼", .unexpectedEnd), ("{▼", .unexpectedEnd), (#"{"a▼"#, .unexpectedEnd),
      (#"{"a"▼"#, .unexpectedEnd), (#"{"a":▼"#, .unexpectedEnd), (#"{"a":1▼"#, .unexpectedEnd),
      (#"{"a":1,▼"#, .unexpectedEnd),
      ("tru▼", .unexpectedEnd), ("f▼", .unexpectedEnd), ("nul▼", .unexpectedEnd), ("-▼", .unexpectedEnd),
      ("1.▼", .unexpectedEnd),
      ("1e▼", .unexpectedEnd), ("1e+▼", .unexpectedEnd), ("\"▼", .unexpectedEnd), ("\"abc\\▼", .unexpectedEnd),
      (#""\u▼"#, .unexpectedEnd), (#""\u12▼"#, .unexpectedEnd), (#""\ud83d▼"#, .unexpectedEnd),
      (#""\ud83d\▼"#, .unexpectedEnd),
      (#""\ud83d\u▼"#, .unexpectedEnd), (#""\ud83d\udE▼"#, .unexpectedEnd), ("[[[]▼", .unexpectedEnd),
      // values
      ("▼'a'", .expectedValue), ("▼NaN", .expectedValue), ("▼Infinity", .expectedValue), ("▼+1", .expectedValue),
      ("▼.5", .expectedValue), ("▼// x\n1", .expectedValue), ("▼/* x */ 1", .expectedValue), ("▼,", .expectedValue),
      ("▼]", .expectedValue), ("▼}", .expectedValue), ("▼\u{0}", .expectedValue), ("▼ä", .expectedValue),
      ("▼\u{C}1", .expectedValue),
      ("▼\u{A0}1", .expectedValue), ("▼True", .expectedValue), ("[1,▼]", .expectedValue), ("[1,▼,2]", .expectedValue),
      (#"{"a":▼}"#, .expectedValue), (#"{"a":▼,"b":1}"#, .expectedValue), ("\u{FEFF}▼\u{FEFF}1", .expectedValue),
      ("[▼,1]", .expectedElementOrEnd), ("[▼}", .expectedElementOrEnd), ("[ ▼x", .expectedElementOrEnd),
      ("[▼\u{0}", .expectedElementOrEnd),
      // literals
      ("tru▼x", .misspeltLiteral), ("t▼RUE", .misspeltLiteral), ("fals▼\u{0}", .misspeltLiteral),
      ("nu▼n", .misspeltLiteral),
      ("[nul▼]", .misspeltLiteral), ("true▼x", .trailingText), ("[true▼x]", .expectedCommaOrBracket),
      // objects
      (#"{▼a:1}"#, .expectedKeyOrEnd), (#"{▼'a':1}"#, .expectedKeyOrEnd), (#"{▼1:1}"#, .expectedKeyOrEnd),
      ("{▼]", .expectedKeyOrEnd),
      (#"{▼,"a":1}"#, .expectedKeyOrEnd), (#"{"a":1,▼}"#, .expectedKey), (#"{"a":1,▼,"b":2}"#, .expectedKey),
      (#"{"a":1,▼null:2}"#, .expectedKey), (#"{"a"▼}"#, .expectedColon), (#"{"a"▼=1}"#, .expectedColon),
      (#"{"a" ▼"b"}"#, .expectedColon),
      (#"{"a":1▼ "b":2}"#.replacing("▼ ", with: " ▼"), .expectedCommaOrBrace), (#"{"a":1▼]"#, .expectedCommaOrBrace),
      (#"{"a":1▼:2}"#, .expectedCommaOrBrace), (#"{"a":▼:1}"#, .expectedValue),
      // arrays
      ("[1 ▼2]", .expectedCommaOrBracket), ("[1▼}", .expectedCommaOrBracket), ("[1▼:2]", .expectedCommaOrBracket),
      ("[\"a\"▼\"b\"]", .expectedCommaOrBracket), ("[1\n▼\u{0}]", .expectedCommaOrBracket),
      // after the value
      ("1 ▼2", .trailingText), ("{}▼{}", .trailingText), ("[]▼]", .trailingText), ("null▼,", .trailingText),
      ("{}▼\u{0}", .trailingText),
      ("\"a\"▼\"b\"", .trailingText), ("[]\n\n▼#", .trailingText),
      // numbers
      ("0▼1", .leadingZero), ("-0▼0", .leadingZero), ("[0▼9]", .leadingZero), ("-▼x", .expectedDigit),
      ("-▼-1", .expectedDigit),
      ("-▼.5", .expectedDigit), ("1.▼", .unexpectedEnd), ("[1.▼]", .expectedDigit), ("1.▼e1", .expectedDigit),
      ("[1e▼]", .expectedDigit),
      ("1e+▼-1", .expectedDigit), ("1▼.5.5".replacing("▼.5.", with: ".5▼."), .trailingText), ("0▼x10", .trailingText),
      ("[1▼_000]", .expectedCommaOrBracket), ("[1▼f]", .expectedCommaOrBracket), ("1e5▼.5", .trailingText),
      ("1e5▼e5", .trailingText),
      // strings
      (#""\▼x""#, .unknownEscape), (#""\▼'""#, .unknownEscape), (#""\▼U0041""#, .unknownEscape),
      (#""\▼ä""#, .unknownEscape),
      (#""\u▼""#, .expectedHexDigit), (#""\u12▼G4""#, .expectedHexDigit), (#""\u123▼""#, .expectedHexDigit),
      (#""\u▼+123""#, .expectedHexDigit), (#""\ud83d\u12▼x""#, .expectedHexDigit),
      (#""a▼\ud83d""#, .loneSurrogate), (#""a▼\ude00""#, .loneSurrogate), (#""▼\ud83dx""#, .loneSurrogate),
      (#""▼\ud83d\n""#, .loneSurrogate),
      (#""▼\ud83d\u0041""#, .loneSurrogate), (#""▼\ud83d\ud83d\ude00""#, .loneSurrogate),
      (#""\ud83d\ude00▼\ude00""#, .loneSurrogate),
      ("\"a▼\nb\"", .controlCharacter), ("\"▼\u{0}\"", .controlCharacter), ("\"abcdefghijklm▼\t\"", .controlCharacter),
      ("\"ä▼\u{1F}\"", .controlCharacter), (#"{"a▼"#.replacing("▼", with: "▼\n"), .controlCharacter),
    ] as [(String, JSONError.Reason)])
  func malformedTextsAreRefused(_ marked: String, _ reason: JSONError.Reason) {
    let (text, offset) = unmark(marked)
    let bytes = Array(text.utf8)
    let error = parseVerdict(bytes)
    #expect(error?.reason == reason)
    #expect(error?.position.offset == offset)
    #expect(validatorVerdict(bytes).error == error)
    #expect(validatorVerdict(bytes, splitAt: Array(0..<bytes.count)).error == error)
  }

  @Test(
    arguments: [
      ([0x80], 0), ([0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3, 0x28], 0), ([0xE0, 0x9F, 0xBF], 0),
      ([0xE2, 0x82], 0),
      ([0xE2, 0x28, 0xA1], 0), ([0xED, 0xA0, 0x80], 0), ([0xED, 0xBF, 0xBF], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0),
      ([0xF0, 0x9F, 0x98], 0),
      ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFE], 0), ([0xFF], 0), ([0xC3, 0xA4, 0xA4], 2),
      ([0x61, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80, 0xC3], 8),
    ] as [([UInt8], Int)])
  func refusesInvalidUTF8(_ text: [UInt8], _ offset: Int) throws {
    let bytes = [0x5B, 0x22] + text + [0x22, 0x5D]
    let error = try #require(parseVerdict(bytes))
    #expect(error.reason == .invalidUTF8)
    #expect(error.position.offset == offset + 2)
    #expect(validatorVerdict(bytes).error == error)
    #expect(validatorVerdict(bytes, splitAt: Array(0..<bytes.count)).error == error)
  }

  @Test(arguments: [[0xC3], [0xE2], [0xE2, 0x82], [0xF0, 0x9F, 0x98]] as [[UInt8]])
  func findsTheEndInsideACharacter(_ text: [UInt8]) throws {
    let bytes = [0x22] + text
    let error = try #require(parseVerdict(bytes))
    #expect(error.reason == .unexpectedEnd)
    #expect(error.position.offset == bytes.count)
    #expect(validatorVerdict(bytes).error == error)
  }

  @Test(arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0x31], [0xEF, 0x31]] as [[UInt8]])
  func takesNoPartOfAByteOrderMark(_ bytes: [UInt8]) throws {
    let error = try #require(parseVerdict(bytes))
    #expect(error == JSONError(reason: .expectedValue, position: JSONPosition(line: 1, column: 1, offset: 0)))
    #expect(validatorVerdict(bytes).error == error)
    #expect(validatorVerdict(bytes, splitAt: Array(0..<bytes.count)).error == error)
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
  func limitsTheDepth(_ open: String, _ close: String) throws {
    let levels = 10_000 / (open.contains("[{") ? 2 : 1)
    let inner = open.hasPrefix("[") && !open.contains("{") ? "" : "1"
    let allowed = String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
    let document = try parse(allowed)
    #expect(document.depth == 10_000)
    #expect(validatorVerdict(Array(allowed.utf8)).error == nil)
    #expect(document.duplicateKeys().isEmpty)
    #expect(JSONWriter.compact(document.root) == Array(allowed.utf8))
    #expect(try JSONDocument(parsing: JSONBytes(JSONWriter.pretty(document.root))).depth == 10_000)

    let refused = Array((String(repeating: open, count: levels) + open).utf8)
    let error = try #require(parseVerdict(refused))
    #expect(error.reason == .tooDeep)
    #expect(error.description == "nested deeper than 10000 levels")
    #expect(error.position.offset == levels * open.utf8.count)
    #expect(validatorVerdict(refused).error == error)
  }
}
