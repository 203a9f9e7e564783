import TestSupport
import Testing

/// Dictionaries edited by key, with those that are stored as alternating keys and values.
@Suite struct DictionaryEditTests {
  private static let classes = """
    enum Kind: String, Codable { case meat, veg }
    enum Shape: Codable { case flat; case round(radius: Double) }
    class Shop: Model, Codable {
      var id: String!
      var pantry: [Kind: Int] = [:]
      var spare: [Kind: Int]?
      var counts: [String: Int]?
      var lists: [String: [Int]]?
      var shape: Shape?
      var day: Date?
    }
    func f() { Model.register(Shop.self, name: "shop") }
    """

  private func shop(_ rest: String = "") throws -> (machine: Machine, root: String) {
    let machine = try Machine()
    let root = try machine.workspace(Self.classes, ["shop": #"{"id":"S","pantry":["meat",1]\#(rest)}"#])
    return (machine, root)
  }

  @Test(arguments: ["", #","spare":null,"counts":null,"lists":null"#])
  func anAbsentDictionaryIsMadeForItsFirstEntry(_ rest: String) throws {
    let (machine, root) = try shop(rest)
    try machine.okit("set", "spare/veg", "4", in: root)
    try machine.okit("set", "counts/a", "5", in: root)
    try machine.okit("add", "lists/b", "6", in: root)
    #expect(
      try machine.okit("get", "spare", "counts", "lists", in: root).lines == [
        #"["veg",4]"#, #"{"a":5}"#, #"{"b":[6]}"#,
      ])
    #expect(try machine.okit("check", in: root).text == "")
    try machine.okit("set", "spare/fish", "4", status: 66, in: root)
    try machine.okit("set", "nothing/a", "4", status: 66, in: root)
  }

  @Test func refusedMovesOfEntriesSuggestSet() throws {
    let (machine, root) = try shop()
    let output = try machine.okit("move", "pantry/meat", "pantry/veg", status: 64, in: root)
    #expect(
      output.errors.contains(
        "cannot move an entry: 'pantry' is a dictionary stored as alternating keys and values"))
    #expect(output.errors.contains("use 'okit set' to store the value under its new key"))
    let index = try machine.okit("remove", "pantry[0]", status: 64, in: root)
    #expect(index.errors.contains("'pantry' is a dictionary stored as alternating keys and values"), "\(index.errors)")
  }

  @Test func anUnknownCaseOfAnEnumerationWithValuesIsAnError() throws {
    let (machine, root) = try shop()
    let output = try machine.okit("set", "shape", "flatt", status: 65, in: root)
    #expect(output.errors.contains("'flatt' is not a case of Shape") && output.errors.contains("'flat'"))
    #expect(try machine.okit("set", "shape", "round", status: 65, in: root).errors.contains("has values"))
    try machine.okit("set", "shape", "flat", in: root)
    try machine.okit("set", "shape", #"{"round":{"radius":2}}"#, in: root)
    #expect(try machine.okit("set", "shape", "{", status: 65, in: root).errors.contains("is not valid JSON"))
  }

  @Test func theDistantPastCanBeSet() throws {
    let (machine, root) = try shop(#","day":-63114076800"#)
    let printed = try machine.okit("get", "day", in: root).line
    #expect(printed == "0000-12-30T00:00:00Z")
    let before = try Files.read(root + "/okit/data/shop.json")
    try machine.okit("set", "day", printed, in: root)
    #expect(try Files.read(root + "/okit/data/shop.json") == before)
  }
}
