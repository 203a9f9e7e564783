import Definitions
import Testing

@Suite struct EnumerationTests {
  private func cases(_ text: String) throws -> [String]? {
    try read(text + "\nclass A: ModelEntity { var e: E }").enumerations["E"]?.cases.map { "\($0.name) \($0.json)" }
  }

  @Test func textCasesAreStoredAsRawValuesOrNames() throws {
    #expect(
      try cases(
        """
        /// Kinds.
        enum E: String, Codable, CaseIterable {
          case a = "x\\ny", b, `default`
          case c
          indirect case d = #"\\"#
          var title: String { switch self { case .a: return "a" default: return "" } }
          static let all: [E] = [.a, .b]
          func next() -> E { .a }
        }
        """) == [#"a "x\ny""#, #"b "b""#, #"default "default""#, #"c "c""#, #"d "\\""#])
  }

  @Test func integerCasesCountUpwards() throws {
    #expect(
      try cases("enum E: Int8 { case a, b, c = 0x10, d, e = -2, f, g, h\n }")
        == ["a 0", "b 1", "c 16", "d 17", "e -2", "f -1", "g 0", "h 1"])
  }

  @Test func anEnumerationHasItsTypeNoteAndPosition() throws {
    let definitions = try read("class A: ModelEntity { var e: E }\n/// Note\nenum E: UInt8 { case a }")
    #expect(
      definitions.enumerations["E"]
        == Enumeration(
          name: "E", rawType: .integer(.uint8), cases: [.init(name: "a", json: "0")], note: "Note",
          place: SourcePlace(path: "A.swift", line: 3, column: 6)))
  }

  @Test func rawValuesOfUnknownTypesAreNotRead() throws {
    #expect(try cases("enum E: Double { case a = 1.5 }") == nil)
    #expect(try cases("enum E: String { case a = \"\\(x)\" }") == nil)
    #expect(try cases("enum E: UInt8 { case a = 255, b }") == nil)
    for text in [
      "enum E: Double, Codable { case a = 1.5 }", "enum E: String, Codable { case a = \"\\(x)\" }",
      "enum E: UInt8 { case a = 255, b }",
    ] {
      let definitions = try read(text + "\nclass A: ModelEntity { var e: E }")
      #expect(definitions["A"] == ["e: E"])
      #expect(definitions.classes["A"]?.properties[0].type == .other("E"))
      #expect(definitions.enumerations["E"] == nil && definitions.classes["E"] == nil)
    }
  }

  @Test func casesWithoutRawValuesAreObjects() throws {
    #expect(try cases("enum E: Codable { case a }") == nil)
    let definitions = try read("enum E: Codable { case a, b(Int, to: String) }\nclass A: ModelEntity { var e: E }")
    #expect(definitions["A"] == ["e: E"])
    #expect(definitions.classes["A"]?.properties[0].type == .object("E"))
    #expect(definitions.enumerations["E"] == nil)
    #expect(definitions.classes["E"]?.role == .choice)
    #expect(definitions["E"] == ["a: E.a?", "b: E.b?"])
    #expect(definitions.classes["E"]?.properties.map(\.type) == [.optional(.object("E.a")), .optional(.object("E.b"))])
    #expect(definitions.classes["E.a"]?.role == .value)
    #expect(definitions["E.a"] == [])
    #expect(definitions["E.b"] == ["_0: Int", "to: String"])
  }

  @Test func aCaseWhoseKeysAreNotPlainStringsIsUnknown() throws {
    let definitions = try read(
      "class Thing: ModelEntity, Codable { var a: Pay? }",
      "enum Pay: Codable { case card(number: Int)\n enum CardCodingKeys: String, CodingKey { case number = key } }")
    #expect(definitions.classes["Thing"]?.properties.map(\.type) == [.optional(.other("Pay"))])
  }
}
