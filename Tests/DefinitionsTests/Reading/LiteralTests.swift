import Definitions
import Testing

@Suite struct LiteralTests {
  private func json(_ type: String, _ value: String, after code: String = "") throws -> String? {
    let definitions = try read(code + "\nclass Thing: ModelEntity, Codable { var a: \(type) = \(value)\n }")
    return definitions.classes["Thing"]?.properties.first?.defaultValue?.json
  }

  @Test(
    arguments: [
      ("Int", "0x1F", "31"), ("Int", "0b101", "5"), ("Int", "0o17", "15"), ("Int", "1_000_000", "1000000"),
      ("Int", "-5", "-5"), ("Int", "007", "7"), ("UInt8", "255", "255"), ("UInt8", "256", nil),
      ("Int8", "-128", "-128"),
      ("Int8", "-129", nil), ("Int8", "128", nil), ("UInt64", "18446744073709551615", "18446744073709551615"),
      ("Int", "9223372036854775808", nil), ("Int", "-9223372036854775808", "-9223372036854775808"), ("UInt", "-1", nil),
      ("Int", "1.0", nil), ("Double", "1", "1"), ("Double", "1.50", "1.5"), ("Double", "-0.25e2", "-25"),
      ("Double", "1e16", "1e+16"), ("Double", "0x1p4", "16"), ("Double", "0x1.8p1", "3"), ("Double", "1e400", nil),
      ("Float", "0.1", "0.1"), ("CGFloat", "3", "3"), ("Decimal", "1.25", "1.25"), ("Int?", "5", "5"),
      ("Int", "(5)", "5"),
      ("Int", "5 + 5", "10"), ("Int", "2 + 3 * (4 - 6) / 4 - -7 % 4", "4"), ("UInt8", "200 + 56", nil),
      ("UInt8", "5 - 6", nil),
      ("Int", "9223372036854775807 + 1", nil), ("Int", "5 / 0", nil), ("Int", "5 + 1.0", nil),
      ("Double", "5 / 2", "2.5"), ("Int?", "60 * 60", "3600"), ("Decimal", "5 - 7", "-2"), ("Decimal", "5 / 2", nil),
      ("Float", "0.5 + 0.5", nil), ("String", "5 + 5", nil), ("Int", "Int(5)", "5"), ("Double", "Double()", "0"),
      ("String", "5", nil),
    ] as [(String, String, String?)])
  func numbersAreEvaluated(type: String, value: String, expected: String?) throws {
    #expect(try json(type, value) == expected)
  }

  @Test func onlyConstantStringsHaveAValue() throws {
    #expect(try json("String", #""a\"\\\n\t\u{1F600}\0/""#) == #""a\"\\\n\t😀\u0000/""#)
    #expect(try json("String", ##"#"a\n\#n"b"#"##) == #""a\\n\n\"b""#)
    #expect(try json("String", ##"#"""#"##) == #""\"""#)
    #expect(try json("String", "\"\"") == "\"\"")
    #expect(try json("String", "String()") == "\"\"")
    #expect(try json("String", #""a\(1)""#) == nil)
    #expect(try json("String", #""a" + "b""#) == #""ab""#)
    #expect(try json("String", ##""a\"" + #"\n"# + """##) == ##""a\"\\n""##)
    #expect(try json("String", #""a" + "b\(1)""#) == nil)
    #expect(try json("String", #""a" - "b""#) == nil)
    #expect(try json("Int", #""a" + "b""#) == nil)
    #expect(try json("String", #""\q""#) == nil)
    #expect(try json("Character", "\"ä\"") == "\"ä\"")
    #expect(try json("String?", "nil") == "null")
    #expect(try json("Date", "\"x\"") == nil)
  }

  @Test func multilineTextsLoseTheirIndentation() throws {
    #expect(
      try json("String", "\"\"\"\n    a \"quoted\"\n      b\n\n    c \\\n    d\n    \"\"\"")
        == #""a \"quoted\"\n  b\n\nc d""#)
    #expect(try json("String", "#\"\"\"\r\n  \\n \\#t\"\"\r\n  \"\"\"#") == #""\\n \t\"\"""#)
    #expect(try json("String", "\"\"\"\n  \"\"\"") == #""""#)
    #expect(try json("String", "\"\"\"\n  \\(\"\"\"\n  }\n  \"\"\")\n  \"\"\"") == nil)
  }

  @Test func collectionsAreEvaluated() throws {
    #expect(try json("[Int]", "[1, 0x2, 3,]") == "[1,2,3]")
    #expect(try json("[[Double]]", "[[1.0], [], [-2]]") == "[[1],[],[-2]]")
    #expect(try json("[String: Int?]", #"["a": 1, "b": nil]"#) == #"{"a":1,"b":null}"#)
    #expect(try json("[Int: Bool]", "[1: true, 2: false]") == #"{"1":true,"2":false}"#)
    #expect(try json("[Double: Bool]", "[1.5: true]") == "[1.5,true]")
    #expect(try json("[Double: Bool]", "[:]") == "[]")
    #expect(try json("[String: Int]", "[:]") == "{}")
    #expect(try json("Set<String>", "[]") == "[]")
    #expect(try json("[Int]", ".init()") == "[]")
    #expect(try json("[String: Int]", "Dictionary<String, Int>()") == "{}")
    #expect(try json("[Int]", "[x ? 1 : 2]") == nil)
    #expect(try json("[Date]", "[Date()]") == nil)
    #expect(try json("Data", "Data()") == "\"\"")
    #expect(try json("Date", "Date()") == nil)
    #expect(try json("UUID", ".init()") == nil)
  }

  @Test func casesAreTheirRawValues() throws {
    let code = """
      enum Genre: String, Codable { case fantasy = "FANTASY", crime }
      enum Outer { enum Size: Int, Codable { case small = 3, large } }
      """
    #expect(try json("Genre", ".fantasy", after: code) == "\"FANTASY\"")
    #expect(try json("Genre?", ".crime", after: code) == "\"crime\"")
    #expect(try json("Genre", "Genre.crime", after: code) == "\"crime\"")
    #expect(try json("Outer.Size", "Outer.Size.large", after: code) == "4")
    #expect(try json("[Genre]", "[.crime, .fantasy]", after: code) == #"["crime","FANTASY"]"#)
    #expect(try json("[Genre: Int]", "[.crime: 1]", after: code) == #"["crime",1]"#)
    #expect(try json("Genre", ".missing", after: code) == nil)
    #expect(try json("Genre?", ".none", after: code) == "null")
  }
}
