import Definitions
import JSONDocument
import TestSupport
import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite struct InitialDataTests {
  private func json(_ source: String) throws -> String {
    let definitions = try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(source.utf8))])
    var number = 0
    let data = InitialData(
      definitions: definitions,
      newID: {
        number += 1
        return "\(number)"
      }, guesses: true)
    return String(decoding: try data.json(of: "C0"), as: UTF8.self)
  }

  /// A chain of classes, each of which has properties of the next one.
  private func chain(_ count: Int, _ properties: String) -> String {
    (0..<count).map { number in
      let members = properties.split(separator: "#", omittingEmptySubsequences: false).joined(
        separator: "\(number + 1)")
      return "class C\(number): ModelEntity, Codable { var id: String!; \(members) }\n"
    }.joined() + "class C\(count): ModelEntity, Codable { var id: String! }"
  }

  @Test func anInstanceHoldsEverythingRequiredWithNewIDs() throws {
    #expect(
      try json(chain(2, "var a: C#; var b = C#(); var c: C#?; var d = 5; var e: Int? = nil"))
        == #"{"id":"1","a":{"id":"2","a":{"id":"3"},"b":{"id":"4"},"d":5},"b":{"id":"5","a":{"id":"6"},"b":{"id":"7"},"d":5},"d":5}"#
    )
  }

  private static let scalars: [PropertyType] =
    [.string, .bool, .float, .double, .decimal, .date, .data, .uuid, .enumeration("Kind"), .object("Part")]
    + IntegerType.allCases.map(PropertyType.integer)
  private static let kinds =
    scalars + scalars.flatMap { [.optional($0), .array($0), .set($0), .optional(.array($0))] }
    + scalars.flatMap { key in
      [.string, .array(.date)].map { .dictionary(key: key, value: $0) } + [.array(.dictionary(key: key, value: .bool))]
    }

  @Test(arguments: kinds)
  func initialDataOfEveryTypePassACheck(_ type: PropertyType) throws {
    let initial = DefaultValue.initial(of: type).map { " = \($0.text)" } ?? ""
    let definitions = try Definitions(reading: [
      SwiftSource(
        path: "A.swift",
        bytes: Array(
          """
          class C0: ModelEntity, Codable { var id: String!; var a: \(type); var b: \(type)\(initial) }
          class Part: ModelEntity, Codable { var id: String! }
          enum Kind: String, Codable { case paper, sound }
          """.utf8))
    ])
    let properties = try #require(definitions.classes["C0"]).properties
    #expect(properties.map(\.type) == [.optional(.string), type, type])
    let data = InitialData(definitions: definitions, newID: UUIDText.new, guesses: true)
    let root = try JSONDocument(parsing: String(decoding: data.json(of: "C0"), as: UTF8.self)).root
    var checker = DefinitionChecker(definitions)
    #expect(checker.walk(root, as: "C0").faults.map(\.message) == [], "\(root.rawText)")
    #expect((root["a"] == nil) == type.isOptional)
    // A migration adds a single property.
    let added = try data.json(of: properties[1], of: "C0")
    if let added {
      #expect(try checker.walk(JSONDocument(parsing: added).root, as: type).faults.map(\.message) == [], "\(added)")
    }
    #expect((added == nil) == type.isOptional)
  }

  @Test func initialDataStaySmall() throws {
    for source in [chain(40, "var a: C#; var b: C#"), chain(5_000, "var a: C#")] {
      let error = #expect(throws: OKitError.self) { try json(source) }
      #expect(error?.kind == .usage)
      #expect(error?.detail == "a new C0 would contain too many nested objects")
    }
    #expect(try json(chain(30, "var a: C#")).utf8.count > 30)
  }

  @Test func circularDefinitionsEnd() throws {
    let error = #expect(throws: OKitError.self) {
      try json("class C0: ModelEntity { var a: B }\nclass B: ModelEntity { var b: C0 }")
    }
    #expect(error?.detail == "endless cycle of required objects: C0 -> B -> C0")
  }

  @Test(arguments: ["description", "parent", "model", "key", "hash"])
  func inheritedIDsAreNotRequired(name: String) throws {
    let error = #expect(throws: OKitError.self) { try NewProperty(parsing: "\(name):String") }
    #expect(error?.kind == .usage)
    #expect(error?.detail == "the property \(name) already exists in every entity")
    #expect(error?.remedy != nil)
  }
}
