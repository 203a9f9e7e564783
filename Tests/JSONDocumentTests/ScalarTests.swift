import JSONDocument
import Testing

struct ScalarTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("1.0", 1), ("1e2", 100), ("1.5e1", 15), ("15e-1", nil),
      ("10e-1", 1), ("1.50e1", 15),
      ("120e-1", 12), ("0.001e3", 1), ("0.0010e3", 1), ("0.0015e3", nil), ("1.5", nil), ("0e999999999999", 0),
      ("0.000e-5", 0), ("1e18", 1_000_000_000_000_000_000),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775808", nil),
      ("-9223372036854775809", nil),
      ("9999999999999999999", nil), ("99999999999999999999", nil), ("9.223372036854775807e18", Int.max), ("1e19", nil),
      ("1e999999999999999999999999", nil), ("1e-999999999999999999999999", nil), ("100000000000000000000e-20", 1),
      ("9007199254740993", 9_007_199_254_740_993), ("9007199254740993.0", 9_007_199_254_740_993), ("10.25e2", 1025),
      (#""1""#, nil), ("true", nil), ("null", nil), ("[]", nil),
    ] as [(String, Int?)])
  func readsIntegersExactly(_ text: String, _ expected: Int?) throws {
    let value = try parse(text).root
    #expect(value.int == expected)
    #expect(value.rawText == text)
  }

  @Test(arguments: [
    "0", "-0", "1", "-1.5", "0.1", "1.1000000000000001", "1e22", "1e23", "123456789012345678", "9007199254740993",
    "1e-22", "1e-23",
    "1.7976931348623157e308", "5e-324", "4.9e-324", "2.2250738585072011e-308", "0.44999998807907104", "1e-400", "1E+16",
    "12345678.9e-3",
    "3.141592653589793238462643383279", "0.000001", "100e-2", "-0.0e5",
  ])
  func readsTheNearestDouble(_ text: String) throws {
    let value = try #require(parse(text).root.double)
    let expected = try #require(Double(text))
    #expect(value.bitPattern == expected.bitPattern)
  }

  @Test func numbersThatAreTooLargeHaveNoDouble() throws {
    #expect(try parse("1e309").root.double == nil)
    #expect(try parse("-1e309").root.double == nil)
    #expect(try parse(#""1""#).root.double == nil)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e4\u20AC""#, "Aä€"),
    (#""x\ud83d\ude00y""#, "x😀y"), (#""\uDBFF\uDFFF\u0000""#, "\u{10FFFF}\u{0}"), (#""e\u0301""#, "e\u{301}"),
    (#""ä\nß""#, "ä\nß"),
    (#""\uffff\ud800\udc00""#, "\u{FFFF}\u{10000}"),
  ])
  func decodesStrings(_ json: String, _ expected: String) throws {
    let value = try parse(json).root
    #expect(value.string.map { Array($0.utf8) } == Array(expected.utf8))
    #expect(value.hasString(equalTo: expected))
    #expect(!value.hasString(equalTo: expected + "x"))
    #expect(!value.hasString(equalTo: "x" + expected))
    if !expected.isEmpty { #expect(!value.hasString(equalTo: String(expected.unicodeScalars.dropLast()))) }

    let object = try parse("{\(json): 1}")
    let key = try #require(object.root.members.map(\.key).first)
    #expect(Array(key.string.utf8) == Array(expected.utf8))
    #expect(key == expected)
    #expect(object.root[expected]?.int == 1)
    #expect(object.root[expected + "x"] == nil)
  }

  @Test func comparesBytes() throws {
    let root = try parse("{\"e\u{301}\": \"\u{E9}\"}").root
    #expect(root["\u{E9}"] == nil)
    #expect(root["e\u{301}"]?.hasString(equalTo: "\u{E9}") == true)
    #expect(root["e\u{301}"]?.hasString(equalTo: "e\u{301}") == false)
  }

  @Test func accessorsAnswerOnlyForTheirKind() throws {
    let root = try parse(#"[{}, [], "", 0, true, false, null]"#).root
    #expect(root.elements.map(\.kind) == [.object, .array, .string, .number, .bool, .bool, .null])
    #expect(root.elements.map(\.bool) == [nil, nil, nil, nil, true, false, nil])
    #expect(root.elements.map(\.string) == [nil, nil, "", nil, nil, nil, nil])
    #expect(root.elements.map(\.isNull) == [false, false, false, false, false, false, true])
    #expect(root.elements.map(\.count) == [0, 0, 0, 0, 0, 0, 0])
    #expect(root[3]?["a"] == nil && root[0]?[0] == nil && root["a"] == nil)
  }
}
