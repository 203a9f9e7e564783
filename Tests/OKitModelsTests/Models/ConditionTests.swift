import Bindings
import OKitStorage
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels

/// Conditions in paths accept values in the same spellings as edits; an impossible value is an error instead of no match.
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

  private func shop(definitions: String = classes) throws -> Scene {
    func book(_ id: String, _ rest: String) -> String { #"{"id":"\#(id)","title":"t\#(id)",\#(rest)}"# }
    let books = [
      book(
        "1",
        #""t":0,"cover":"0","shape":{"flat":{}},"marked":false,"copies":1,"price":9.90,"date":599529600,"genre":{"id":"R1","refKey":"FANTASY"}"#
      ),
      book("2", #""t":1,"cover":"1","marked":true,"copies":2,"price":8.5,"genre":{"id":"R2","refKey":""}"#),
    ]
    let scene = try Scene.empty()
    try scene.define(definitions)
    try Files.write(
      #"{"id":"S","books":[\#(books.joined(separator: ","))],"genres":[{"id":"FANTASY","name":"Fantasy"}]}"#,
      to: scene.data + "/shop.json")
    return scene
  }

  private func titles(_ condition: String, in scene: Scene) throws -> [String] {
    try ModelValues(scene.workspace()).matches(of: [Binding(parsing: "books[\(condition)]/title")])[0]
      .map(\.content.json)
  }

  @Test(arguments: [
    "t=hard", "t=0", "cover=plain", "cover=0", "shape=flat", "marked=no", "marked=false", "copies=1.0", "price=9.9",
    "price=9.90", "price=990e-2", "date=2020-01-01", "date=2020-01-01T00:00:00Z", "date=599529600", "genre=FANTASY",
    "genre/refKey=FANTASY", #"title="t1""#,
  ])
  func aConditionAcceptsTheSpellingsThatAnEditAccepts(_ condition: String) throws {
    #expect(try titles(condition, in: shop()) == [#""t1""#])
  }

  @Test(arguments: ["price=8.50", "marked=yes"])
  func aConditionMatchesOnlyEntitiesWithItsValue(_ condition: String) throws {
    #expect(try titles(condition, in: shop()) == [#""t2""#])
  }

  @Test(arguments: ["copies=7", "title=nosuch", "date=2021-01-01", #"title="'t1'""#])
  func aValidValueThatNoEntityHasMatchesNothing(_ condition: String) throws {
    #expect(try titles(condition, in: shop()) == [])
  }

  @Test(arguments: [
    ("t=nosuch", "'nosuch' is not a case of Kind"), ("t=99", "'99' is not a case of Kind"),
    ("cover=foyl", "'foyl' is not a case of Cover"), ("shape=flatt", "'flatt' is not a case of Shape"),
    ("marked=perhaps", "'perhaps' is neither true nor false"), ("copies=zero", "'zero' is not a number"),
    ("date=yesterday", "'yesterday' is not a date"), ("title='t1'", "put a text in double quotes"),
    ("copies=1.5", "1.5 is not a valid Int"), ("copies=99999999999999999999", "is outside the range of Int"),
    ("price=1e-400", "Double"), ("date=2026", "'2026' is not a date"),
  ])
  func anInvalidValueIsAnError(_ condition: String, _ message: String) throws {
    let scene = try shop()
    let error = try #require(throws: BindingError.self) { try titles(condition, in: scene) }
    #expect(error.kind == .notFound && error.description.contains(message), "\(error)")
  }

  @Test(arguments: [("cover=foyl", "foil"), ("shape=flatt", "flat")])
  func aMisspelledCaseIsReportedWithTheCases(_ condition: String, _ name: String) throws {
    let scene = try shop()
    let error = try #require(throws: BindingError.self) { try titles(condition, in: scene) }
    #expect(error.candidates.contains(name), "\(error.candidates)")
  }

  @Test(arguments: ["price=9.9", "copies=1.0", "genre=FANTASY"])
  func withoutDefinitionsNumbersMatchByTheirValue(_ condition: String) throws {
    #expect(try titles(condition, in: shop(definitions: "")) == [#""t1""#])
  }

  @Test func withoutDefinitionsAWordIsNotComparedWithNumbers() throws {
    let scene = try shop(definitions: "")
    let error = try #require(throws: BindingError.self) { try titles("copies=zero", in: scene) }
    #expect(error.description == "'zero' is not a number")
  }
}
