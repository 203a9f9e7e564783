import TestSupport
import Testing

/// Errors in the conditions of paths.
@Suite struct ConditionTests {
  private static let classes = """
    enum Kind: Int, Codable { case hard, soft }
    enum Cover: String, Codable { case plain = "0", foil = "1" }
    enum Shape: Codable { case flat; case round(radius: Double) }
    class Shop: Model, Codable { var id: String!; var books: [Book] = [] }
    class Book: ModelEntity, Codable {
      var id: String!
      var title = ""
      var t: Kind = .hard
      var cover: Cover = .plain
      var shape: Shape?
      var copies = 0
    }
    func f() { Model.register(Shop.self, name: "shop") }
    """

  private func shop() throws -> (machine: Machine, root: String) {
    let machine = try Machine()
    let books = [
      #"{"id":"1","title":"t1","t":0,"cover":"0","shape":{"flat":{}},"copies":1}"#,
      #"{"id":"2","title":"t2","t":1,"cover":"1","copies":2}"#,
    ]
    let root = try machine.workspace(
      Self.classes, ["shop": #"{"id":"S","books":[\#(books.joined(separator: ","))]}"#])
    return (machine, root)
  }

  @Test func aMisspelledCaseIsShownWithAHint() throws {
    let (machine, root) = try shop()
    for (condition, words) in [
      ("cover=foyl", "did you mean 'foil'?"), ("shape=flatt", "did you mean 'flat'?"),
    ] {
      let output = try machine.okit("get", "books[\(condition)]/title", status: 66, in: root)
      #expect(output.errors.contains(words) && output.text == "", "\(output.errors)")
    }
  }

  @Test func aSecondEqualsSignNeedsQuotes() throws {
    let (machine, root) = try shop()
    for condition in ["t=0, title=t1", "t=hard; title=t1", "t=hard & title=t1", "t=0 title=t1"] {
      let output = try machine.okit("get", "books[\(condition)]/title", status: 64, in: root)
      #expect(output.errors.contains("a comparison has only one '='; put a text that contains '=' in quotes"))
      #expect(output.errors.contains("^"))
    }
    try machine.okit("set", "books[0]/title", "a=b", in: root)
    for condition in [#"title="a=b""#, "title=a=b"] {
      #expect(try machine.okit("get", "books[\(condition)]/copies", in: root).line == "1")
    }
  }
}
