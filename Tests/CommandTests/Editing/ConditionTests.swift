import TestSupport
import Testing

/// Conditions in paths: what `set` takes as a value matches it, and what no value can be is an error instead of no match.
@Suite struct ConditionTests {
  private static let classes = """
    enum Kind: Int, Codable { case hard, soft }
    enum Cover: String, Codable { case plain = "0", foil = "1" }
    enum Shape: Codable { case flat; case round(radius: Double) }
    class Shop: Model, Codable { var id: String!; var books: [Book] = []; var genres: [Genre] = [] }
    class Genre: ModelEntity, Codable { var id: String!; var name = "" }
    class Book: ModelEntity, Codable {
      var id: String!
      var title = ""
      var t: Kind = .hard
      var cover: Cover = .plain
      var shape: Shape?
      var marked = false
      var copies = 0
      var price: Double = 0
      var date: Date?
      var genre = ModelRef()
    }
    func f() { Model.register(Shop.self, name: "shop") }
    """

  private func shop() throws -> (machine: Machine, root: String) {
    let machine = try Machine()
    func book(_ id: String, _ rest: String) -> String { #"{"id":"\#(id)","title":"t\#(id)",\#(rest)}"# }
    let books = [
      book(
        "1",
        #""t":0,"cover":"0","shape":{"flat":{}},"marked":false,"copies":1,"price":9.90,"date":599529600,"genre":{"id":"R1","refKey":"FANTASY"}"#
      ),
      book("2", #""t":1,"cover":"1","marked":true,"copies":2,"price":8.5,"genre":{"id":"R2","refKey":""}"#),
    ]
    let root = try machine.workspace(
      Self.classes,
      [
        "shop":
          #"{"id":"S","books":[\#(books.joined(separator: ","))],"genres":[{"id":"FANTASY","name":"Fantasy"}]}"#
      ])
    return (machine, root)
  }

  @Test func whatSetTakesMatches() throws {
    let (machine, root) = try shop()
    for condition in [
      "t=hard", "t=0", "cover=plain", "cover=0", "shape=flat", "marked=no", "marked=false", "copies=1.0", "price=9.9",
      "price=9.90", "price=990e-2", "date=2020-01-01", "date=2020-01-01T00:00:00Z", "date=599529600", "genre=FANTASY",
      "genre/refKey=FANTASY", #"title="t1""#,
    ] {
      let titles = try machine.okit("get", "books[\(condition)]/title", in: root).lines
      #expect(titles == ["t1"], "\(condition)")
    }
    #expect(
      try machine.okit("get", "books[price=8.50]/title", "books[marked=yes]/title", in: root).lines == ["t2", "t2"])
    // What could be there, but is not.
    #expect(try machine.okit("get", "books[copies=7]/title", in: root).text == "")
    #expect(try machine.okit("get", "books[title=nosuch]/title", in: root).text == "")
    #expect(try machine.okit("get", "books[date=2021-01-01]/title", in: root).text == "")
  }

  @Test func whatNoValueCanBeIsAnError() throws {
    let (machine, root) = try shop()
    for (condition, words) in [
      ("t=nosuch", "'nosuch' is not a case of Kind"), ("t=99", "'99' is not a case of Kind"),
      ("cover=foyl", "did you mean 'foil'?"), ("shape=flatt", "did you mean 'flat'?"),
      ("marked=perhaps", "'perhaps' is neither true nor false"), ("copies=zero", "'zero' is not a number"),
      ("date=yesterday", "'yesterday' is not a date"), ("title='t1'", "put a text in double quotes"),
      ("copies=1.5", "1.5 is not a valid Int"), ("copies=99999999999999999999", "is outside the range of Int"),
      ("price=1e-400", "Double"), ("date=2026", "'2026' is not a date"),
    ] {
      let output = try machine.okit("get", "books[\(condition)]/title", status: 66, in: root)
      #expect(output.errors.contains(words) && output.text == "", "\(output.errors)")
    }
    #expect(try machine.okit("get", #"books[title="'t1'"]/title"#, in: root).text == "")
  }

  @Test func aSecondEqualsSignGoesInQuotes() throws {
    let (machine, root) = try shop()
    for condition in ["t=0, title=t1", "t=hard; title=t1", "t=hard & title=t1", "t=0 title=t1"] {
      let output = try machine.okit("get", "books[\(condition)]/title", status: 64, in: root)
      #expect(output.errors.contains("a condition has one '='; put a text that contains another one in quotes"))
      #expect(output.errors.contains("^"))
    }
    try machine.okit("set", "books[0]/title", "a=b", in: root)
    #expect(try machine.okit("get", #"books[title="a=b"]/copies"#, in: root).line == "1")
  }

  @Test func withoutDefinitionsNumbersMatchByTheirValue() throws {
    let (machine, root) = try shop()
    try Files.remove(root + "/okit/model/Classes.swift")
    for condition in ["price=9.9", "copies=1.0", "genre=FANTASY"] {
      #expect(try machine.okit("get", "books[\(condition)]/title", in: root).lines == ["t1"], "\(condition)")
    }
    #expect(try machine.okit("get", "books[copies=zero]/title", in: root).text == "")
  }
}
