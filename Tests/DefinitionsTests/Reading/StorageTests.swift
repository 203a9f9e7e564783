import Definitions
import Testing

@Suite struct StorageTests {
  @Test func theNearestCodableClassDecides() throws {
    let definitions = try read(
      """
      class Base: ModelEntity { var hidden = 1 }
      class Book: Base, Codable { var title = "" }
      class Comic: Book { var colors = 4 }
      class Manga: Comic { var volumes = 1
        required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
        override func encode(to encoder: any Encoder) throws { }
      }
      """)
    #expect(definitions["Base"] == ["hidden: Int = 1"])
    #expect(definitions["Book"] == ["title: String = \"\""])
    #expect(definitions["Comic"] == ["title: String = \"\""])
    #expect(definitions["Manga"] == ["title: String = \"\"", "volumes: Int = 1"])
    #expect(definitions.classes["Manga"]?.superclass == "Comic")
    #expect(definitions.classes["Manga"]?.role == .entity)
  }

  @Test func withoutCodableEverythingIsStored() throws {
    let definitions = try read("class A: ModelEntity { var a = 1 }\nclass B: A { var b = 2 }")
    #expect(definitions["B"] == ["a: Int = 1", "b: Int = 2"])
  }

  @Test func propertiesOfTheFrameworkAreStored() throws {
    let definitions = try read(
      """
      class Link: ModelRef { var extra = 1 }
      class Settings: ModelSettings { var extra = 1
        required init(from decoder: Decoder) throws {}
        override func encode(to encoder: Encoder) throws {} }
      class Empty: ModelPartial, Codable {}
      """)
    #expect(definitions["Link"] == ["id: String!", "refKey: String?"])
    #expect(definitions["Settings"].last == "extra: Int = 1")
    #expect(definitions["Settings"].count == 6)
    #expect(definitions.classes["Settings"]?.role == .model(.settings))
    #expect(definitions.classes["Link"]?.role == .reference)
    #expect(definitions["Empty"] == [])
  }

  @Test func codableCanBeDeclaredInAnyWay() throws {
    let definitions = try read(
      """
      class A: ModelEntity, Encodable, Decodable { var a = 1 }
      class A1: A { var x = 1 }
      class B: ModelEntity { var b = 1 }
      class B1: B { var x = 1 }
      class C: ModelEntity, Storable { var c = 1 }
      class C1: C { var x = 1 }
      class D: ModelEntity, Both { var d = 1 }
      class D1: D { var x = 1 }
      """,
      "extension B: Swift.Codable {}\nprotocol Storable: Inner {}\nprotocol Inner: Codable {}\ntypealias Both = Codable & Hashable"
    )
    for name in ["A", "B", "C", "D"] {
      #expect(definitions[name + "1"] == ["\(name.lowercased()): Int = 1"])
    }
  }

  @Test func codingKeysDecide() throws {
    let definitions = try read(
      """
      class Book: ModelEntity, Codable {
        var id: String!
        var title = ""
        var draft = makeDraft()
        private enum CodingKeys: String, CodingKey { case title = "name", id }
      }
      class Shop: Model, Codable { var a = 1, b = 2 }
      """, "extension Shop { enum CodingKeys: CodingKey { case b } }")
    #expect(definitions["Book"] == ["id: String!", "title \"name\": String = \"\""])
    #expect(definitions["Shop"] == ["b: Int = 2"])
  }

  @Test func codingKeysDecideForOwnEncoding() throws {
    let definitions = try read(
      """
      class Base: ModelEntity { var id: String! }
      class Book: Base, Codable {
        var title = ""
        var upper: String { title.uppercased() }
        enum CodingKeys: String, CodingKey { case upper, title, id, legacy }
        required init(from decoder: Decoder) throws {}
      }
      extension Book { func encode(to encoder: Encoder) throws {} }
      """)
    #expect(definitions["Book"] == ["title: String = \"\"", "upper: String", "id: String!"])
  }

  @Test func constantsAreStored() throws {
    let definitions = try read("class A: ModelEntity, Codable { let x = 5\n let y: Int }")
    #expect(definitions["A"] == ["let x: Int = 5", "let y: Int"])
  }

  @Test func aClassHasARole() throws {
    let definitions = try read(
      """
      class A: Model {}
      class B: ModelEncrypted {}
      class C: ModelHttp {}
      class D: ModelPartial {}
      class E: ModelImage {}
      class F: OKit.ModelInlineData {}
      class G: A {}
      class H: UIViewController {}
      typealias Entity = ModelEntity
      class I: Entity {}
      """)
    let roles = "ABCDEFGI".map { definitions.classes[String($0)]?.role }
    #expect(
      roles == [
        .model(.model), .model(.encrypted), .model(.http), .partial, .image, .inlineData, .model(.model), .entity,
      ])
    #expect(definitions.classes["H"] == nil)
    #expect(definitions.classes["F"]?.superclass == "ModelInlineData")
    #expect(definitions.classes["I"]?.superclass == "ModelEntity")
  }

  @Test func aPartialNamesItsEntity() throws {
    let definitions = try read(
      """
      class GroupPartial: ModelPartial, Codable {
        var name = ""
        var group: Group { return retrieve(Group.self) as! Group }
      }
      class Special: GroupPartial {}
      class Other: ModelPartial, Codable { }
      extension Other { var thing: Outer.Thing { get { self.retrieve(Outer.Thing.self)! } } }
      class Group: ModelEntity { }
      class Outer: ModelEntity { class Thing: ModelEntity {} }
      """)
    #expect(definitions.classes["GroupPartial"]?.partialEntity == .init(property: "group", className: "Group"))
    #expect(definitions.classes["Special"]?.partialEntity == .init(property: "group", className: "Group"))
    #expect(definitions.classes["Other"]?.partialEntity == .init(property: "thing", className: "Outer.Thing"))
    #expect(definitions["GroupPartial"] == ["name: String = \"\""])
  }
}
