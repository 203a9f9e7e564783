import TestSupport
import Testing

/// A very large dictionary that is stored as alternating keys and values. Quadratic work would exceed the limit of processor time.
@Suite struct LargeDictionaryTests {
  private static let count = 40_000

  @Test func allEntriesAreReadSetAndRemoved() throws {
    let machine = try Machine()
    let entries = (0..<Self.count).map { "\($0),1" }
    let root = try machine.workspace(
      """
      class Shop: Model, Codable { var id: String!; var big: [Double: Int] = [:] }
      func f() { Model.register(Shop.self, name: "shop") }
      """, ["shop": "{\"id\":\"S\",\"big\":[\(entries.joined(separator: ","))]}"])
    #expect(try machine.okit("get", "big[*]", in: root).lines.count == Self.count)
    try machine.okit("set", "--all", "big[*]", "7", in: root)
    #expect(try machine.okit("get", "big/\(Self.count - 1)", in: root).line == "7")
    try machine.okit("remove", "--all", "big[*]", in: root)
    #expect(try machine.okit("get", "big", in: root).line == "[]")
  }
}
