import Definitions
import JSONDocument
import TestSupport
import Testing

@Suite struct SnapshotErrorTests {
  /// The error's message, and the text at its position.
  private func failure(_ json: String) throws -> [String] {
    let document = try JSONDocument(parsing: json)
    do {
      _ = try ModelSnapshot(reading: document.root)
      return []
    } catch {
      return [error.message, error.value.rawText]
    }
  }

  private func shop(_ members: String, besides: String = "") -> String {
    #"{"class":"Shop","classes":{"Shop":{"role":"plain-model",\#(members)}}\#(besides)}"#
  }

  @Test func aWrongStructureIsAnErrorWithItsPosition() throws {
    #expect(try failure("[]") == ["not an object", "[]"])
    #expect(try failure("{}") == ["missing class", "{}"])
    #expect(try failure(#"{"class":1}"#) == ["not a string", "1"])
    #expect(try failure(#"{"class":"A"}"#) == ["missing classes", #"{"class":"A"}"#])
    #expect(try failure(#"{"class":"A","classes":[]}"#) == ["not an object", "[]"])
    #expect(try failure(#"{"class":"A","classes":{}}"#) == ["an undefined class", #""A""#])
    #expect(try failure(#"{"class":"A","classes":{"A":1}}"#) == ["not an object", "1"])
    #expect(try failure(#"{"class":"A","classes":{"A":{}}}"#) == ["missing role", "{}"])
    #expect(try failure(#"{"class":"A","classes":{"A":{"role":"model"}}}"#) == ["not a class role", #""model""#])
    #expect(
      try failure(#"{"class":"A","classes":{"Model":{"role":"entity"}}}"#)[0]
        == "a class with the name of a framework class")
  }

  @Test func aWrongPropertyIsAnError() throws {
    #expect(try failure(shop(#""properties":[]"#)) == ["not an object", "[]"])
    #expect(try failure(shop(#""properties":{"a":1}"#)) == ["missing type", "1"])
    #expect(try failure(shop(#""properties":{"a":{}}"#)) == ["missing type", "{}"])
    for type in [
      "1", "\"[\"", "\"\"", "{}", #"{"object":1}"#, "[]", #"{"key":"Int"}"#,
    ] {
      #expect(
        try failure(shop(#""properties":{"a":{"type":\#(type)}}"#)) == ["not a valid property type", type])
    }
    func property(_ members: String) throws -> [String] {
      try failure(shop(#""properties":{"a":{"type":"Int",\#(members)}}"#))
    }
    #expect(try property(#""constant":1"#) == ["neither true nor false", "1"])
    #expect(try property(#""key":1"#) == ["not a string", "1"])
    #expect(try property(#""was":[]"#) == ["not a string", "[]"])
    #expect(try property(#""defaultText":{}"#) == ["not a string", "{}"])
    #expect(try property(#""default":{"any":[1]}"#) == [])
    let second = #"{"type":"Int","key":"a"}"#
    #expect(
      try failure(shop(#""properties":{"a":{"type":"Int"},"b":\#(second)}"#)) == [
        "a second property with the same key", second,
      ])
    #expect(try failure(shop(#""entity":{"property":"a"}"#)) == ["missing class", #"{"property":"a"}"#])
    #expect(try failure(shop(#""superclass":null"#)) == ["not a string", "null"])
  }

  @Test func anUnknownTypeNameIsAccepted() throws {
    let json = shop(
      #""properties":{"a":{"type":{"optional":{"object":"Nowhere"}}},"b":{"type":{"enumeration":"None"}}}"#)
    let snapshot = try ModelSnapshot(json: json)
    #expect(snapshot.root?.properties.map(\.type) == [.optional(.other("Nowhere")), .other("None")])
    let dangling = PropertyDefinition(name: "a", type: .array(.object("Nowhere")))
    let definitions = Definitions(classes: [
      ClassDefinition(name: "Shop", superclass: "Model", role: .model(.model), properties: [dangling])
    ])
    let written = ModelSnapshot(of: "Shop", in: definitions).json()
    #expect(written.contains(#""type":"[Nowhere]""#))
    #expect(try ModelSnapshot(json: written).json() == written)
  }

  @Test(arguments: [
    (#"{"type":"Bool","cases":{}}"#, #""Bool""#), (#"{"type":"Int"}"#, #"{"type":"Int"}"#),
    (#"{"type":"Int","cases":{"a":"1"}}"#, #""1""#), (#"{"type":"Int","cases":{"a":1.0}}"#, "1.0"),
    (#"{"type":"Int8","cases":{"a":128}}"#, "128"), (#"{"type":"Int8","cases":{"a":-129}}"#, "-129"),
    (#"{"type":"UInt","cases":{"a":-1}}"#, "-1"), (#"{"type":"String","cases":{"a":1}}"#, "1"),
    (#"{"type":"UInt64","cases":{"a":18446744073709551616}}"#, "18446744073709551616"),
  ])
  func aWrongEnumerationIsAnError(_ json: String, _ place: String) throws {
    #expect(try failure(shop(#""properties":{}"#, besides: #","enumerations":{"E":\#(json)}"#)).last == place)
  }

  @Test func casesAtTheEndsOfTheirRangeAreRead() throws {
    let json = shop(
      #""properties":{"a":{"type":"E"},"b":{"type":"F"},"c":{"type":"G"}}"#,
      besides: #","enumerations":{"E":{"type":"Int8","cases":{"a":-128,"b":127}},"F":{"type":"UInt64","cases":"#
        + #"{"a":18446744073709551615}},"G":{"type":"String","cases":{"a":"\u0041"}}}"#)
    let snapshot = try ModelSnapshot(json: json)
    #expect(snapshot.definitions.enumerations["E"]?.cases.map(\.json) == ["-128", "127"])
    #expect(snapshot.definitions.enumerations["F"]?.cases.map(\.json) == ["18446744073709551615"])
    #expect(snapshot.definitions.enumerations["G"]?.cases.map(\.json) == [#""A""#])
  }

  @Test func deepSnapshotsAreSurvived() throws {
    let count = 4_000
    let type =
      String(repeating: #"{"array":"#, count: count) + #""Int""# + String(repeating: "}", count: count)
    #expect(try failure(shop(#""properties":{"a":{"type":\#(type)}}"#))[0] == "a type that is nested too deeply")
    let allowed = String(repeating: #"{"array":"#, count: 500) + #""Int""# + String(repeating: "}", count: 500)
    let snapshot = try ModelSnapshot(json: shop(#""properties":{"a":{"type":\#(allowed)}}"#))
    #expect(try ModelSnapshot(json: snapshot.json()) == snapshot)
    let text = "\"" + String(repeating: "[", count: count) + "\""
    #expect(try failure(shop(#""properties":{"a":{"type":\#(text)}}"#))[0] == "not a valid property type")
    let value = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    let deep = try ModelSnapshot(json: shop(#""properties":{"a":{"type":"Int","default":\#(value)}}"#))
    #expect(try ModelSnapshot(json: deep.json()) == deep)
  }

  @Test(arguments: 0..<(Effort.isWhole ? 5_000 : 300))
  func damagedSnapshotsAreReadOrRefused(_ number: Int) throws {
    var generator = SeededGenerator(seed: Effort.seed &+ UInt64(number))
    var random = RandomDefinitions(seed: Effort.seed &+ UInt64(number))
    let definitions = random.make()
    let name = definitions.classes.keys.sorted().randomElement(using: &generator) ?? ""
    var bytes = Array(ModelSnapshot(of: name, in: definitions).json().utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = bytes.indices.randomElement(using: &generator) ?? 0
      if Bool.random(using: &generator) {
        bytes[place] = Array(#"{}[]":,0a!"#.utf8).randomElement(using: &generator) ?? 0
      } else {
        bytes.remove(at: place)
      }
    }
    guard let document = try? JSONDocument(parsing: JSONBytes(bytes)),
      let snapshot = try? ModelSnapshot(reading: document.root)
    else { return }
    #expect(try ModelSnapshot(json: snapshot.json()) == snapshot)
  }
}
