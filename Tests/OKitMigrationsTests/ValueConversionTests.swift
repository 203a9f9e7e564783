import Definitions
import JSONDocument
import Testing

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct ValueConversionTests {
  private static let old = Definitions(enumerations: [
    Enumeration(
      name: "Kind", rawType: .string,
      cases: [
        .init(name: "paper", json: #""0""#), .init(name: "sound", json: #""1""#), .init(name: "gone", json: #""2""#),
      ])
  ])
  private static let new = Definitions(enumerations: [
    Enumeration(
      name: "Kind", rawType: .string,
      cases: [
        .init(name: "paper", json: #""1""#), .init(name: "sound", json: #""0""#), .init(name: "other", json: #""2""#),
      ]),
    Enumeration(name: "Size", rawType: .integer(.int), cases: [.init(name: "small", json: "1")]),
  ])

  @Test(arguments: [
    ("1", "Int", "Double", "same"), ("1.0", "Double", "Int", "same"), ("1.5", "Double", "Int", "fails"),
    ("300", "Int", "UInt8", "fails"), ("-1", "Int", "UInt", "fails"), (#""1.50""#, "String", "Double", "1.50"),
    (#""1.5""#, "String", "Int", "fails"), (#"" 1""#, "String", "Int", "fails"), (#""""#, "String", "Int", "fails"),
    ("1e3", "Double", "String", #""1e3""#), ("true", "Bool", "String", #""true""#),
    (#""true""#, "String", "Bool", "true"),
    (#""yes""#, "String", "Bool", "fails"), ("1", "Int", "Bool", "true"), ("2", "Int", "Bool", "fails"),
    ("false", "Bool", "Int", "0"), ("0", "Date", "String", #""2001-01-01T00:00:00Z""#),
    ("-0.25", "Date", "String", #""2000-12-31T23:59:59.75Z""#),
    ("1.5", "Date", "String", #""2001-01-01T00:00:01.5Z""#),
    (#""2001-01-01T00:00:01.5Z""#, "String", "Date", "1.5"), (#""now""#, "String", "Date", "fails"),
    ("1e300", "Date", "String", "fails"), ("12", "Int", "Date", "same"), (#""a/b""#, "URL", "String", "same"),
    (#""x""#, "String", "UUID", "fails"), ("1", "Int", "[Int]", "[1]"), (#""1""#, "String", "[Int]", "[1]"),
    ("[1,2]", "[Int]", "Set<Int>", "same"), ("[1,2]", "[Int]", "[String]", #"["1","2"]"#),
    (#"{"a":"1"}"#, "[String: String]", "[String: Int]", #"{"a":1}"#),
    (#"{"a":1}"#, "[String: Int]", "[Int: Int]", "fails"),
    (#"{"1":1}"#, "[String: Int]", "[Int: Int]", "same"),
    (#"{"a":"1","b":"2","a":"1"}"#, "[String: String]", "[String: Int]", "fails"),
    (#"{"a":"1","\u0061":"1"}"#, "[String: String]", "[String: Int]", "fails"),
    (#"{"1":1}"#, "[Int: Int]", "[Int64: Int]", "fails"), (#"[1,1]"#, "[Int64: Int]", "[Int: Int]", "fails"),
    ("null", "Int?", "String?", "same"),
    ("null", "Int?", "Int", "fails"),
    (#""0""#, "Kind", "Kind", #""1""#), (#""2""#, "Kind", "Kind", "same"), (#""7""#, "Kind", "Kind", "fails"),
    (#""sound""#, "String", "Kind", #""0""#), (#""0""#, "Kind", "String", "same"), ("1", "Int", "Size", "same"),
    (#""1""#, "String", "Size", "1"), ("2", "Int", "Size", "fails"), ("{}", "Book", "String", "fails"),
    ("[1]", "[Int]", "Int", "fails"),
    ("1", "Int", "Data", "fails"), (#""AAAA""#, "String", "Data", "same"),
  ])
  func valuesConvertWithoutLossOrFail(_ json: String, _ from: String, _ to: String, _ expected: String) throws {
    func type(_ text: String) throws -> PropertyType {
      ["Kind", "Size"].reduce(try #require(PropertyType(parsing: text))) {
        $0.replacing(.object($1), by: .enumeration($1))
      }
    }
    let conversion = ValueConversion(from: Self.old, to: Self.new)
    let result = try conversion.convert(JSONDocument(parsing: json).root, from: type(from), to: type(to))
    switch expected {
    case "same": #expect(result == .same)
    case "fails": #expect(result == .fails)
    default: #expect(result == .replaced(expected))
    }
  }

  @Test func changedElementsAreReported() throws {
    let value = try JSONDocument(parsing: #"["1","x",2,null]"#).root
    let changes = ValueConversion(from: Self.old, to: Self.new).changes(
      of: value, from: .array(.string), to: .array(.integer(.int)))
    #expect(changes.replacements.map(\.json) == ["1"] && changes.replacements.map(\.value.rawText) == [#""1""#])
    #expect(changes.failures.map(\.rawText) == [#""x""#, "null"])
  }
}
