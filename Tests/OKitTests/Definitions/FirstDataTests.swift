import Definitions
import Testing

@testable import OKit

@Suite("First data")
struct FirstDataTests {
  private func json(_ source: String) throws -> String {
    let definitions = try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(source.utf8))])
    var number = 0
    let data = FirstData(definitions: definitions) {
      number += 1
      return "\(number)"
    }
    return String(decoding: try data.json(of: "C0"), as: UTF8.self)
  }

  /// Classes of which each has properties of the next.
  private func chain(_ count: Int, _ properties: String) -> String {
    (0..<count).map { number in
      let members = properties.split(separator: "#", omittingEmptySubsequences: false).joined(
        separator: "\(number + 1)")
      return "class C\(number): ModelEntity, Codable { var id: String!; \(members) }\n"
    }.joined() + "class C\(count): ModelEntity, Codable { var id: String! }"
  }

  @Test("are a new instance with all that it has to hold, each with an id of its own")
  func instance() throws {
    #expect(
      try json(chain(2, "var a: C#; var b = C#(); var c: C#?; var d = 5; var e: Int? = nil"))
        == #"{"id":"1","a":{"id":"2","a":{"id":"3"},"b":{"id":"4"},"d":5},"b":{"id":"5","a":{"id":"6"},"b":{"id":"7"},"d":5},"d":5}"#
    )
  }

  @Test("do not grow beyond what anybody starts with")
  func limits() throws {
    for source in [chain(40, "var a: C#; var b: C#"), chain(5_000, "var a: C#")] {
      let error = #expect(throws: OKitError.self) { try json(source) }
      #expect(error?.kind == .usage)
      #expect(error?.detail == "a new C0 would hold too many objects in one another")
    }
    #expect(try json(chain(30, "var a: C#")).utf8.count > 30)
  }

  @Test("end")
  func circle() throws {
    let error = #expect(throws: OKitError.self) {
      try json("class C0: ModelEntity { var a: B }\nclass B: ModelEntity { var b: C0 }")
    }
    #expect(error?.detail == "C0 needs a B needs a C0 without an end")
  }

  @Test(
    "are not asked for with names that every entity has", arguments: ["description", "parent", "model", "key", "hash"])
  func inheritedNames(name: String) throws {
    let error = #expect(throws: OKitError.self) { try NewProperty(parsing: "\(name):String") }
    #expect(error?.kind == .usage)
    #expect(error?.detail == "'\(name):String' is no property: every entity has a property \(name) already")
    #expect(error?.remedy != nil)
  }
}
