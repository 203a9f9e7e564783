import Definitions
import Testing

@Suite struct SwiftWriterTests {
  private static let id = PropertyDefinition(name: "id", type: .optional(.string), isImplicitlyUnwrapped: true)

  @Test func definitionsReadAsIfWrittenByHand() {
    let definitions = Definitions(
      classes: [
        ClassDefinition(
          name: "Shop", superclass: "ModelEncrypted", role: .model(.encrypted),
          properties: [
            Self.id,
            PropertyDefinition(
              name: "books", type: .array(.object("Book")), defaultValue: DefaultValue(text: "[]", json: "[]"),
              note: "All of them.\n\nAlso the sold ones.", formerName: "titles"),
            PropertyDefinition(name: "groups", type: .dictionary(key: .string, value: .object("GroupPartial"))),
          ], note: "The shop."),
        ClassDefinition(
          name: "Book", superclass: "ModelEntity", role: .entity,
          properties: [
            PropertyDefinition(name: "default", key: "is default", type: .bool),
            PropertyDefinition(name: "kind", type: .enumeration("Kind")),
            PropertyDefinition(
              name: "version", type: .integer(.int), isConstant: true, defaultValue: DefaultValue(text: "2", json: "2")),
          ]),
        ClassDefinition(
          name: "Novel", superclass: "Book", role: .entity,
          properties: [
            PropertyDefinition(name: "default", key: "is default", type: .bool),
            PropertyDefinition(name: "kind", type: .enumeration("Kind")),
            PropertyDefinition(
              name: "version", type: .integer(.int), isConstant: true, defaultValue: DefaultValue(text: "2", json: "2")),
            PropertyDefinition(name: "pages", type: .optional(.integer(.uint16))),
          ]),
        ClassDefinition(
          name: "GroupPartial", superclass: "ModelPartial", role: .partial, properties: [Self.id],
          partialEntity: .init(property: "group", className: "Group")),
        ClassDefinition(name: "Group", superclass: "ModelEntity", role: .entity, properties: [Self.id]),
      ],
      enumerations: [
        Enumeration(
          name: "Kind", rawType: .string,
          cases: [.init(name: "paper", json: "\"paper\""), .init(name: "in", json: #""a \"b\"""#)])
      ],
      registrations: [
        ModelRegistration(className: "Shop"), ModelRegistration(className: "Shop", modelName: "second"),
      ])
    #expect(
      SwiftWriter(definitions).text == """
        import Foundation
        import OKit

        /// The shop.
        final class Shop: ModelEncrypted, Codable {
          var id: String!
          /// All of them.
          ///
          /// Also the sold ones.
          // okit: was titles
          var books: [Book] = []
          var groups: [String: GroupPartial]
        }

        class Book: ModelEntity, Codable {
          var `default`: Bool
          var kind: Kind
          let version: Int = 2

          enum CodingKeys: String, CodingKey {
            case `default` = "is default"
            case kind
            case version
          }
        }

        enum Kind: String, Codable {
          case paper
          case `in` = "a \\"b\\""
        }

        final class GroupPartial: ModelPartial, Codable {
          var id: String!

          var group: Group { retrieve(Group.self) }
        }

        final class Group: ModelEntity, Codable {
          var id: String!
        }

        final class Novel: Book {
          var pages: UInt16?

          enum CodingKeys: String, CodingKey {
            case pages
          }

          required init() {
            super.init()
          }

          required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            pages = try container.decodeIfPresent(UInt16.self, forKey: .pages)
            try super.init(from: decoder)
          }

          override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(pages, forKey: .pages)
          }
        }

        /// Registers the models. Call this before you use the first one.
        func registerModels() {
          Model.register(Shop.self)
          Model.register(Shop.self, name: "second")
        }

        """)
  }

  @Test func aNoteDoesNotEndItsComment() {
    let definitions = Definitions(classes: [
      ClassDefinition(name: "A", superclass: "Model", role: .model(.model), note: "one\r}\r\nclass B {}")
    ])
    #expect(
      SwiftWriter(definitions).text.split(separator: "\n").dropFirst(2).map(String.init) == [
        "/// one", "/// }", "///", "/// class B {}", "final class A: Model, Codable {", "}",
      ])
  }
}
