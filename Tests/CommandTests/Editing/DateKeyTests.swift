import TestSupport
import Testing

/// Dates as keys of dictionaries, and as the numbers in which they are stored.
@Suite struct DateKeyTests {
  private static let classes = """
    class Shop: Model, Codable {
      var id: String!
      var dates: [Date: Int] = [:]
      var books: [Book] = []
    }
    class Book: ModelEntity, Codable { var id: String!; var d: Date? }
    func f() { Model.register(Shop.self, name: "shop") }
    """

  @Test func nowIsTheTimeOfTheEdit() throws {
    let machine = try Machine()
    let root = try machine.workspace(Self.classes, ["shop": #"{"id":"S","dates":[],"books":[]}"#])
    try machine.okit("set", "dates/now", "4", in: root)
    let key = try #require(Double(machine.run("jq", ".dates[0]", root + "/okit/data/shop.json").line))
    let now = try #require(Double(machine.run("date", "+%s").line)) - 978_307_200
    #expect(abs(now - key) < 600)
    #expect(try machine.okit("get", "dates/now", status: 66, in: root).errors.contains("no key 'now'"))
  }

  @Test func aStoredNumberThatLooksLikeAYearCanBeSetAgain() throws {
    let machine = try Machine()
    let root = try machine.workspace(
      Self.classes, ["shop": #"{"id":"S","dates":[20260131,7],"books":[{"id":"B","d":2000}]}"#])
    let printed = try machine.okit("get", "books[0]/d", "--json", in: root).line
    #expect(printed == "2000")
    try machine.okit("set", "books[0]/d", printed, in: root)
    let refused = try machine.okit("set", "books[0]/d", "2001", status: 65, in: root)
    #expect(refused.errors.contains("could be a calendar day"))
    #expect(try machine.okit("get", "dates/20260131", in: root).line == "7")
    try machine.okit("get", "dates/20260201", status: 66, in: root)
  }
}
