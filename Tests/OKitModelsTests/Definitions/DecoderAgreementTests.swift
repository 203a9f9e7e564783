import Definitions
import Foundation
import JSONDocument
import TestSupport
import Testing

@testable import OKitModels

/// okit accepts exactly the values that Foundation's decoder accepts, since an app replaces a model that it cannot decode with its defaults.
@Suite struct DecoderAgreementTests {
  private struct Box<Value: Decodable>: Decodable { let value: Value }

  private static func decodes<Value: Decodable>(_ json: String, as type: Value.Type) -> Bool {
    (try? JSONDecoder().decode(Box<Value>.self, from: Data(#"{"value":\#(json)}"#.utf8))) != nil
  }

  private static func accepts(_ json: String, as type: PropertyType) throws -> Bool {
    var checker = DefinitionChecker(Definitions())
    return checker.walk(try JSONDocument(parsing: json).root, as: type).faults.isEmpty
  }

  private static let types: [(PropertyType, @Sendable (String) -> Bool)] = [
    (.string, { decodes($0, as: String.self) }), (.bool, { decodes($0, as: Bool.self) }),
    (.float, { decodes($0, as: Float.self) }), (.double, { decodes($0, as: Double.self) }),
    (.double, { decodes($0, as: CGFloat.self) }), (.decimal, { decodes($0, as: Decimal.self) }),
    (.date, { decodes($0, as: Date.self) }), (.data, { decodes($0, as: Data.self) }),
    (.url, { decodes($0, as: URL.self) }), (.uuid, { decodes($0, as: UUID.self) }),
    (.integer(.int), { decodes($0, as: Int.self) }), (.integer(.int8), { decodes($0, as: Int8.self) }),
    (.integer(.int16), { decodes($0, as: Int16.self) }), (.integer(.int32), { decodes($0, as: Int32.self) }),
    (.integer(.int64), { decodes($0, as: Int64.self) }), (.integer(.uint), { decodes($0, as: UInt.self) }),
    (.integer(.uint8), { decodes($0, as: UInt8.self) }), (.integer(.uint16), { decodes($0, as: UInt16.self) }),
    (.integer(.uint32), { decodes($0, as: UInt32.self) }), (.integer(.uint64), { decodes($0, as: UInt64.self) }),
    (.optional(.optional(.double)), { decodes("{\"a\":\($0)}", as: [String: Double??].self) }),
    (.dictionary(key: .string, value: .integer(.int)), { decodes($0, as: [String: Int].self) }),
    (.dictionary(key: .integer(.int), value: .optional(.string)), { decodes($0, as: [Int: String?].self) }),
    (.dictionary(key: .integer(.int8), value: .bool), { decodes($0, as: [Int8: Bool].self) }),
    (.dictionary(key: .uuid, value: .date), { decodes($0, as: [UUID: Date].self) }),
    (.array(.optional(.integer(.int))), { decodes($0, as: [Int?].self) }),
    (.set(.string), { decodes($0, as: Set<String>.self) }),
  ]

  /// True if okit may refuse a value that a decoder accepts, since the decoder reads it as a different value.
  private static func isStricter(_ json: String, _ type: PropertyType) -> Bool {
    switch type.unwrapped {
    case .integer:
      // A decoder drops a fraction that a Double cannot represent.
      let value = try? JSONDocument(parsing: json).root
      return value?.int == nil && UInt64(json) == nil
    // A decoder ignores superfluous padding.
    case .data: return json.contains("=")
    default: return false
    }
  }

  /// True if the decoder of Swift 6.3 may trap: it looks for an error in a number that has none.
  private static func traps(_ json: String, _ type: PropertyType) -> Bool {
    guard !type.isOptional, let value = try? JSONDocument(parsing: json).root, value.kind == .number else {
      return false
    }
    if case .integer = type { return !DecimalRange.contains(json) }
    return false
  }

  private func compare(_ json: String) throws {
    for (type, decodes) in Self.types where !Self.traps(json, type) {
      let (accepted, decoded) = (try Self.accepts(json, as: type), decodes(json))
      if accepted == decoded || (!accepted && Self.isStricter(json, type)) { continue }
      Issue.record("\(json) as \(type): okit \(accepted ? "accepts" : "refuses") it, a decoder does not agree")
    }
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test(arguments: [
    "0", "-0", "1", "-1", "1.0", "1e2", "1E+2", "100e-2", "1.5", "127", "128", "-128", "-129", "255", "256", "32767",
    "32768", "65535", "65536", "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296",
    "9007199254740993", "9007199254740993.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "9223372036854775807.0", "9223372036854775807e0", "922337203685477580.7e1",
    "18446744073709551615", "18446744073709551616", "18446744073709551615.0", "18446744073709549568.0", "1e18",
    "1e19",
    "1e20", "1e38", "3.4028235e38", "3.5e38", "340282356779733661637539395458142568447",
    "340282356779733661637539395458142568448", "1e-45", "7e-46", "1e-46", "1.7976931348623157e308", "1.8e308",
    "1e400",
    "-1e400", "5e-324", "2.5e-324", "2.4e-324", "1e-400", "-1e-400", "0e400", "0e-400", "0.000e-400",
    "0e1", "0E9", "0e10", "0e0", "-0e1", "0.0e1", "0.00e1", "0.00e01", "0.00e-1", "0.00e+01", "-0.0e1", "-0.00e1",
    "0.000e1", "0.0000e1",
    "0.0000000e1", "0.00000000e1", "0.000e001",
    "1e127", "1e128", "1e-128", "1e-129", "0e127", "0e128", "0e200", "340282366920938463463374607431768211455e127",
    "340282366920938463463374607431768211456", "9.9999999999999999999999999999999999999999e127",
    "1" + zeros(165), "1" + zeros(166), "9" + zeros(164), "9" + zeros(165), "1" + zeros(165) + "e-254",
    "1" + zeros(165) + "e-255", "0." + zeros(127) + "1", "0." + zeros(128) + "1", "0." + zeros(128),
    "0." + zeros(129),
    "1." + zeros(400), "1." + zeros(300) + "e-100", "1.0000000000000001", "0.99999999999999999",
  ])
  func numbersAgreeAtTheLimitsOfEachType(json: String) throws { try compare(json) }

  @Test(arguments: [
    "", "a", "http://[::1", "http://[::1]", "http://[::1]:80", "http://[::1]x", "http://[fe80::1%25en0]",
    "http://[fe80::1%en0]", "http://[z z]", "http://a b", "a b", "a b:c", "%", "%zz", "http://a/%2", "http://a%20b",
    "http://a%zz/", "http://a:99999", "http://a:", "http://a:x", "http://a:80:90", "1http://x", ":", "://", "://::",
    "://a:80", "://a b", "://?[ ", ":////%", "://]", "//",
    "///",
    "http://", "http:", "a:b", "1:2", "é:2", "é", "http://exämple.de/ü", "http://a|b", "http://a\\b", "http://a^b",
    "http://user:pa@ss@host", "http://us er@host", "http://a/b c?d#e#f", "#a#b", "?", "<>", "[", "]", "{}", "\u{0}",
    "\u{7f}", " ", "tel:a b", "tel://a b", "addressbook://a:x", "ADDRESSBOOK://a:x", "mailto:a@b", "file:///tmp/x",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
    "E621E1F8C36C495A93FC0C247A3E6E5F",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5G",
    "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}", "QQ==", "QQ=", "QQ", "QR==", "Q Q=", "QQ==\n", "====", "QUI=", "QUJD",
    "QUJD=", "Q-_=", "QQ==QQ==", "=", "Q===", "true", "1",
  ])
  func textsAgree(text: String) throws { try compare(JSONText.quote(text)) }

  @Test(arguments: [
    "null", "true", "false", "[]", "{}", "[1]", "[1,2]", "[null]", "[1,null,1]", "[1,true]", "[1,true,2]", #"["a"]"#,
    #"["a","b"]"#, #"{"a":1}"#, #"{"a":null}"#, #"{"1":"a"}"#, #"{"1":null}"#, #"{"+1":"a"}"#, #"{"01":"a"}"#,
    #"{" 1":"a"}"#, #"{"x":"a"}"#, #"{"":"a"}"#, #"{"9223372036854775808":"a"}"#, "[129,true]",
    #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F",1.5]"#, #"["x",1.5]"#, #"{"a":1.5}"#, "[[1]]", "[1.5]",
  ])
  func otherValuesAgree(json: String) throws { try compare(json) }

  @Test func randomNumbersAgree() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in "0123456789".randomElement(using: &generator) ?? "0" })
    }
    for _ in 0..<(Effort.isWhole ? 100_000 : 2_000) {
      let lengths = [1, 1, 2, 3, 5, 10, 15, 16, 17, 18, 19, 20, 38, 39, 45, 130, 170]
      var text = Bool.random(using: &generator) ? "" : "-"
      let whole = digits(lengths.randomElement(using: &generator) ?? 1).drop { $0 == "0" }
      text += whole.isEmpty ? "0" : whole
      if Bool.random(using: &generator) { text += "." + digits(lengths.randomElement(using: &generator) ?? 1) }
      if Bool.random(using: &generator) {
        let range = [3, 20, 45, 130, 260, 330].randomElement(using: &generator) ?? 3
        text += "e\(Int.random(in: -range...range, using: &generator))"
      }
      try compare(text)
    }
  }

  @Test func valuesThatTrapADecoderAreRefused() throws {
    let json = "1" + Self.zeros(172) + "e-156"
    #expect(try JSONDocument(parsing: json).root.int == 10_000_000_000_000_000)
    #expect(try Self.accepts(json, as: .integer(.int)) == false)
  }

  @Test func randomTextsAgree() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    let pieces = [
      "http", "tel", ":", "/", "//", "@", "[", "]", "%", "%20", "a", "B", "1", "8", "é", " ", "?", "#", "|", "-", ".",
      "_",
      "=", "+", "QQ", "::",
    ]
    for _ in 0..<(Effort.isWhole ? 100_000 : 2_000) {
      let count = Int.random(in: 0...9, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      // The encoding of domain names refuses a few more hosts with non-ASCII letters.
      try compare(JSONText.quote(text.contains("//") ? text.replacing("é", with: "e") : text))
    }
  }
}
