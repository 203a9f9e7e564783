import Foundation
import JSONDocument
import TestSupport
import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite struct StringsFileTests {
  static func texts(_ bytes: [UInt8]) throws -> [String: String] {
    let texts = try StringsFile(parsing: bytes, path: "Localizable.strings").texts
    return Dictionary(uniqueKeysWithValues: texts.map { ($0.key.text, $0.value) })
  }

  /// The texts that Foundation reads; nil if it refuses the file.
  static func texts(byFoundation bytes: [UInt8]) -> [String: String]? {
    (try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)) as? [String: String]
  }

  private static let plain = #"""
    /* A comment, with "quotes" = and; */
    "key" = "text";
    // Another /* one
    plain.key-1_$/: = bare; 'single' = 'it"s';
    "itself"; alone;
    "Büro\U00e9" = "a\nb\"\\\t\101\341\U20ac\Ud83d\Ude00\
    end";"twice"="1";"twice" = "2";"empty"="";"//" = "/* no comment */";
    """#
  private static let expected = [
    "key": "text", "plain.key-1_$/:": "bare", "single": "it\"s", "itself": "itself", "alone": "alone",
    "Büroé": "a\nb\"\\\tAÆ€😀\nend", "twice": "2", "empty": "", "//": "/* no comment */",
  ]

  @Test func keysAndTextsAreReadAsFoundationReadsThem() throws {
    #expect(try Self.texts(Array(Self.plain.utf8)) == Self.expected)
    #expect(Self.texts(byFoundation: Array(Self.plain.utf8)) == Self.expected)
  }

  @Test func eachEncodingIsRead() throws {
    let units = Self.plain.utf16.map { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    let (little, big) = (units.flatMap { $0 }, units.flatMap { [$0[1], $0[0]] })
    for bytes in [
      [0xef, 0xbb, 0xbf] + Array(Self.plain.utf8), [0xff, 0xfe] + little, [0xfe, 0xff] + big, little, big,
    ] {
      #expect(try Self.texts(bytes) == Self.expected, "\(bytes.prefix(4))")
    }
    #expect(try Self.texts([]) == [:])
    #expect(try Self.texts([0xff, 0xfe]) == [:])
    #expect(try Self.texts(Array(" /* nothing */ ".utf8)) == [:])
  }

  @Test func xmlPropertyListsAreRead() throws {
    let head = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    let type =
      #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#
    let body = """
      <plist version="1.0"><!-- <dict> -->
      <dict>
        <key>a &amp; b</key> <string>&lt;ä&gt;&#233;&#xe9;&quot;&apos;</string>
        <key>empty</key><string/><key>twice</key><string>1</string><key>twice</key><string> 2
      </string></dict></plist>
      """
    let expected = ["a & b": "<ä>éé\"'", "empty": "", "twice": " 2\n"]
    for text in [head + type + body, type + body, body] {
      #expect(try Self.texts(Array(text.utf8)) == expected)
      #expect(Self.texts(byFoundation: Array(text.utf8)) == expected)
    }
    #expect(
      try Self.texts([0xff, 0xfe] + (head + body).utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }) == expected)
    #expect(try Self.texts(Array("<dict><key>a</key><string>x<![CDATA[<&]]>y</string></dict>".utf8)) == ["a": "x<&y"])
    #expect(try Self.texts(Array("<plist><dict/></plist>".utf8)) == [:])
  }

  @Test func binaryPropertyListsAreRead() throws {
    var texts = ["a": "b", "é": "ü€😀", "empty": "", "long": String(repeating: "x", count: 70_000)]
    for number in 0..<300 { texts["key \(number)"] = "text \(number) ß" }
    let data = try PropertyListSerialization.data(fromPropertyList: texts, format: .binary, options: 0)
    #expect(try Self.texts(Array(data)) == texts)
  }

  @Test(arguments: [
    ("\"a\" = \"b\"\n\"c\" = \"d\";", "2:1: expected ';' after a text"),
    ("a = b;\n\"c", "2:1: a string is never closed"), ("a = b;\n /* x", "2:2: a comment is never closed"),
    ("hello world", "1:7: expected ';' or '=' after a key"), ("hello", "1:6: expected ';' or '=' after a key"),
    ("a = ;", "1:5: expected a text or a quotation mark"), ("ä = b;", "1:1: expected a key or a quotation mark"),
    ("'ä' = (1, 2);", "1:7: expected a text or a quotation mark"), ("a = {b = c;};", "1:5: expected a text"),
    ("a = b;;", "1:7: expected a key"), ("a", "1:2: expected ';'"), ("a =", "1:4: expected a text after '='"),
    ("<array/>", "1:1: not a dictionary of texts"), ("<plist><dict>", "1:14: a dictionary is never closed"),
    ("<dict>\n<key>a</key><integer>1</integer></dict>", "2:13: the value of a key is not a '<string>'"),
    ("<dict><string>a</string></dict>", "1:7: expected '<key>'"),
    ("<dict>a</dict>", "1:7: text outside"),
    ("<dict><key>&x;</key></dict>", "1:12: an unknown entity"), ("<dict", "1:1: expected '>'"),
    ("<dict><key>&x</key></dict>", "1:12: '&' without ';'"), ("<!-- x", "1:1: expected '-->'"),
    ("<!DOCTYPE plist [<!ENTITY a \"b\">]><dict/>", "1:1: a document type with declarations"),
    ("<dict/>x", "1:8: text outside"), ("<dict/><dict/>", "1:8: unexpected text after the end"),
    ("<dict><key>a<b/></key></dict>", "1:13: a tag in the text of '<key>'"),
  ])
  func aMalformedFileIsAnErrorWithItsLine(_ text: String, _ message: String) throws {
    let error = try #require(throws: OKitError.self) { try Self.texts(Array(text.utf8)) }
    #expect(error.kind == .malformed)
    #expect(error.message.hasPrefix("Localizable.strings:" + message), "\(error.message)")
  }

  @Test func anEncodingFaultIsAnError() throws {
    func message(_ bytes: [UInt8]) throws -> String {
      try #require(throws: OKitError.self) { try Self.texts(bytes) }.message
    }
    #expect(
      try message(Array("a\n=\"".utf8) + [0xff] + Array("\";".utf8))
        == "Localizable.strings:2:3: neither UTF-8 nor UTF-16")
    #expect(try message([0xff, 0xfe, 0x61]) == "Localizable.strings: UTF-16 with an odd number of bytes")
    #expect(try message([0xff, 0xfe, 0, 0xd8]) == "Localizable.strings: UTF-16 with half of a surrogate pair")
  }

  @Test func aDamagedBinaryFileIsReadOrRefused() throws {
    let texts = ["a": "b", "é": "ü€😀", "c": "a"]
    let whole = Array(try PropertyListSerialization.data(fromPropertyList: texts, format: .binary, options: 0))
    for end in whole.indices { _ = try? Self.texts(Array(whole[..<end])) }
    for index in whole.indices {
      for value in Effort.sample(20, of: Array(UInt8.min...UInt8.max)) {
        var bytes = whole
        bytes[index] = value
        do { _ = try Self.texts(bytes) } catch let error as OKitError { #expect(error.kind == .malformed) }
      }
    }
  }

  @Test(.timeLimit(.minutes(ChildProcess.Limits.isSanitized ? 10 : 1)))
  func repeatedReferencesAreRefusedQuickly() throws {
    // A dictionary with a million pairs, all of which refer to the same string of a million bytes.
    func long(_ kind: UInt8, _ count: Int) -> [UInt8] {
      [kind << 4 | 0xf, 0x12] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    }
    let count = 1 << 20
    let text = long(5, count) + [UInt8](repeating: 0x61, count: count)
    let dictionary = long(0xd, count) + [UInt8](repeating: 1, count: 2 * count)
    var bytes = Array("bplist00".utf8) + dictionary + text
    func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
    let table = bytes.count
    bytes += number(8) + number(8 + dictionary.count)
    bytes += [0, 0, 0, 0, 0, 0, 8, 1] + number(2) + number(0) + number(table)
    #expect(throws: OKitError.self) { try Self.texts(bytes) }
  }

  @Test func randomFilesAreReadAsFoundationReadsThem() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    let pieces = [
      "\"", "'", "=", ";", " ", "\n", "\\", "a", "key", "1", "\\n", "\\\"", "\\U00e9", "\\U1", "\\12", "\\341", "/*",
      "*/",
      "//", "ä", "\u{2028}", ".", "$", "\"a\" = \"b\";", "\"c\";", "d = e;", "\\Ud83d", "\\Ude00", "(", "{", "😀", "\r",
    ]
    var count = 0
    for _ in 0..<(Effort.isWhole ? 200_000 : 20_000) {
      let text = (0..<Int.random(in: 1...12, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let bytes = Array(text.utf8)
      do {
        let texts = try Self.texts(bytes)
        guard !texts.isEmpty else { continue }
        count += 1
        #expect(Self.texts(byFoundation: bytes) == texts, "\(text.debugDescription)")
      } catch let error as OKitError {
        #expect(error.kind == .malformed)
      }
    }
    #expect(count > 100)
    Effort.report("\(count) random strings files were read as Foundation reads them")
  }
}
