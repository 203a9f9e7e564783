import Definitions
import Testing

@Suite struct TypeNameTests {
  @Test func namesAreLookedUpFromTheInside() throws {
    let definitions = try read(
      """
      class Shop: Model, Codable {
        class Book: ModelEntity, Codable {
          enum Kind: String, Codable { case a }
          var kind: Kind = .a
          var other: Shop.Kind
          var outer: Item
        }
        enum Kind: Int, Codable { case b }
        class Item: ModelEntity, Codable { var b: Book; var k: Book.Kind }
        var books: [Book] = []
        var kind = Kind.b
        var top: Top.Inner
      }
      class Book: ModelEntity, Codable { var s: Shop.Book; var b: Book }
      """, "extension Top { struct Inner: Codable { var x = 1 } }\nenum Top {}")
    #expect(definitions["Shop"] == ["books: [Shop.Book] = []", "kind: Shop.Kind = 0", "top: Top.Inner"])
    #expect(
      definitions["Shop.Book"] == ["kind: Shop.Book.Kind = \"a\"", "other: Shop.Kind", "outer: Shop.Item"])
    #expect(definitions["Shop.Item"] == ["b: Shop.Book", "k: Shop.Book.Kind"])
    #expect(definitions["Book"] == ["s: Shop.Book", "b: Book"])
    #expect(definitions["Top.Inner"] == ["x: Int = 1"])
    #expect(definitions.classes["Top.Inner"]?.role == .value)
    #expect(definitions.enumerations.keys.sorted() == ["Shop.Book.Kind", "Shop.Kind"])
  }

  @Test func nestedTypesOfASuperclassAreInScope() throws {
    let definitions = try read(
      """
      class Base: ModelEntity { enum Kind: String { case a } }
      class Derived: ModelEntity, Codable { }
      class Book: Base, Encodable, Decodable { var kind: Kind = .a }
      extension Base.Nested { enum Deep: Int { case z } }
      extension Base { class Nested: ModelEntity { var d: Deep } }
      """)
    #expect(definitions["Base.Nested"] == ["d: Base.Nested.Deep"])
    #expect(definitions["Book"] == ["kind: Base.Kind = \"a\""])
  }

  @Test func aliasesAreFollowed() throws {
    let text = """
      var a: Identifier
      var b: Books
      var c: Optional<Books>
      var d: Circle
      var e: Local
      typealias Local = [Identifier: Int]
      """
    let code = """
      typealias Identifier = String
      typealias Books = [Swift.Int: Set<Identifier>]
      typealias Circle = Round; typealias Round = [Circle]
      """
    #expect(
      try members(text, after: code) == [
        "a: String", "b: [Int: Set<String>]", "c: [Int: Set<String>]?", "d: [Circle]", "e: [String: Int]",
      ])
  }

  @Test func codableValuesAreObjects() throws {
    let text =
      "var a: Point\nvar b: Opaque\nvar c: Shape\nvar d: Options\nvar e: Tag\nvar f: Payload\nvar g: Box<Int>\nvar h: Proto"
    let code = """
      /// A point.
      struct Point: Codable { var x = 0.5, y: Double; private(set) var more: [Segment]?; let odd = make() }
      struct Segment: Hashable { var p: Int }
      extension Segment: Codable {}
      struct Opaque { var x = 1 }
      class Figure: Codable { var sides = 4 }
      class Shape: Figure { var x = 1 }
      struct Options: OptionSet, Codable { let rawValue: Int }
      struct Tag: RawRepresentable, Codable { var rawValue: String }
      enum Payload: Codable { case a(Int) }
      struct Box<T: Codable>: Codable { var value: T }
      protocol Proto {}
      struct Unused: Codable {}
      """
    let definitions = try read(code + "class Thing: ModelEntity, Codable { \(text) }")
    #expect(
      definitions["Thing"] == [
        "a: Point", "b: Opaque", "c: Shape", "d: Int", "e: String", "f: Payload", "g: Box<Int>", "h: Proto",
      ])
    #expect(definitions["Point"] == ["x: Double = 0.5", "y: Double", "more: [Segment]?", "let odd: _ = {make()}"])
    #expect(definitions.classes["Point"]?.note == "A point.")
    #expect(definitions["Segment"] == ["p: Int"])
    #expect(definitions["Shape"] == ["sides: Int = 4"])
    #expect(definitions.classes["Shape"]?.superclass == "Figure")
    #expect(definitions.classes["Figure"]?.role == .value)
    #expect(definitions.classes["Unused"] == nil)
    #expect(definitions.classes["Thing"]?.property(storedAs: "b")?.type == .other("Opaque"))
  }

  @Test func classesOfTheFrameworkStayItsOwn() throws {
    let definitions = try read(
      "open class ModelEntity: NSObject { var x = foo() }\nopen class ModelRef: ModelEntity { var y = 1 }\nclass A: ModelEntity { var r: ModelRef }"
    )
    #expect(definitions["ModelRef"] == ["id: String!", "refKey: String?"])
    #expect(definitions["A"] == ["r: ModelRef"])
    #expect(definitions.classes["ModelEntity"]?.place == nil)
  }
}
