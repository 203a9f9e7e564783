import Definitions
import JSONDocument
import TestSupport
import Testing

@Suite struct SnapshotWritingTests {
  private static let shop = """
    /// The shop.
    class Shop: Model, Codable {
      var id: String!
      var books: [Book] = []
      var parts: [GroupPartial] = []
      var size: (Int, Int)?
    }
    class Book: ModelEntity, Codable {
      var id: String!
      // okit: was title
      var name: String = ""
      var isbn: String?
      var kind: BookType = .paperback
      var level: [Level: Data] = [:]
      var added: Date = Date()
      let pages: Int = 7
      enum CodingKeys: String, CodingKey { case id, name, isbn = "ISBN", kind, level, added, pages }
      class Data: ModelEntity, Codable { var id: String! }
    }
    enum BookType: String, Codable { case paperback = "0", hardcover }
    enum Level: Int8, Codable { case low = -1, high }
    class GroupPartial: ModelPartial, Codable {
      var id: String!
      var group: Group { return retrieve(Group.self) }
    }
    class Group: ModelEntity, Codable { var id: String!; var logo: ModelImage? }
    class Nothing: ModelEntity, Codable { var id: String! }
    """

  @Test func aSnapshotHoldsOnlyTheModel() throws {
    #expect(
      try ModelSnapshot.of(Self.shop).json(pretty: true) == """
        {
          "class": "Shop",
          "classes": {
            "Book": {
              "superclass": "ModelEntity",
              "role": "entity",
              "properties": {
                "id": {
                  "type": "String!"
                },
                "name": {
                  "type": "String",
                  "default": "",
                  "was": "title"
                },
                "isbn": {
                  "key": "ISBN",
                  "type": "String?"
                },
                "kind": {
                  "type": "BookType",
                  "default": "0"
                },
                "level": {
                  "type": "[Level: Book.Data]",
                  "default": []
                },
                "added": {
                  "type": "Date",
                  "defaultText": "Date()"
                },
                "pages": {
                  "type": "Int",
                  "constant": true,
                  "default": 7
                }
              }
            },
            "Book.Data": {
              "superclass": "ModelEntity",
              "role": "entity",
              "properties": {
                "id": {
                  "type": "String!"
                }
              }
            },
            "Group": {
              "superclass": "ModelEntity",
              "role": "entity",
              "properties": {
                "id": {
                  "type": "String!"
                },
                "logo": {
                  "type": "ModelImage?"
                }
              }
            },
            "GroupPartial": {
              "superclass": "ModelPartial",
              "role": "partial",
              "properties": {
                "id": {
                  "type": "String!"
                }
              },
              "entity": {
                "property": "group",
                "class": "Group"
              }
            },
            "Shop": {
              "superclass": "Model",
              "role": "plain-model",
              "properties": {
                "id": {
                  "type": "String!"
                },
                "books": {
                  "type": "[Book]",
                  "default": []
                },
                "parts": {
                  "type": "[GroupPartial]",
                  "default": []
                },
                "size": {
                  "type": {
                    "optional": {
                      "other": "(Int, Int)"
                    }
                  }
                }
              }
            }
          },
          "enumerations": {
            "BookType": {
              "type": "String",
              "cases": {
                "paperback": "0",
                "hardcover": "hardcover"
              }
            },
            "Level": {
              "type": "Int8",
              "cases": {
                "low": -1,
                "high": 0
              }
            }
          }
        }
        """)
  }

  @Test func aSnapshotIsReadAsWritten() throws {
    let snapshot = try ModelSnapshot.of(Self.shop)
    let read = try ModelSnapshot(json: snapshot.json())
    #expect(read == snapshot)
    #expect(read.agrees(with: snapshot))
    let book = try #require(read.definitions.classes["Book"])
    #expect(
      book.properties.map(\.line) == [
        "id: String!", "name: String = \"\" / was title", #"isbn "ISBN": String?"#, #"kind: BookType = "0""#,
        "level: [Level: Book.Data] = []", "added: Date = {Date()}", "let pages: Int = 7",
      ])
    #expect(book.properties[3].type == .enumeration("BookType"))
    #expect(book.properties[4].type == .dictionary(key: .enumeration("Level"), value: .object("Book.Data")))
    #expect(read.root?.properties.last?.type == .optional(.other("(Int, Int)")))
    #expect(read.superclass == .model)
    #expect(read.definitions.classes["GroupPartial"]?.partialEntity == .init(property: "group", className: "Group"))
    #expect(read.definitions.enumerations["Level"]?.rawType == .integer(.int8))
    #expect(read.definitions.enumerations["Level"]?.cases.map(\.json) == ["-1", "0"])
  }

  @Test(arguments: 0..<(Effort.isWhole ? 3_000 : 200))
  func randomSnapshotsAreReadAsWritten(_ number: Int) throws {
    var random = RandomDefinitions(seed: Effort.seed &+ UInt64(number))
    let definitions = random.make()
    for name in definitions.classes.keys {
      let snapshot = ModelSnapshot(of: name, in: definitions)
      let read = try ModelSnapshot(json: snapshot.json())
      #expect(read == snapshot, "\(snapshot.json())")
      #expect(read.agrees(with: snapshot))
      for (name, definition) in snapshot.definitions.classes {
        let other = try #require(read.definitions.classes[name])
        #expect(other.role == definition.role && other.partialEntity == definition.partialEntity)
        #expect(other.superclass == definition.superclass && other.formerName == definition.formerName)
        #expect(other.properties.map(\.asKept) == definition.properties.map(\.asKept))
      }
      #expect(
        read.definitions.enumerations.mapValues(\.cases) == snapshot.definitions.enumerations.mapValues(\.cases))
    }
  }

  @Test(
    arguments: [
      (.object("Date"), #"{"object":"Date"}"#), (.array(.enumeration("Int")), #"{"array":{"enumeration":"Int"}}"#),
      (.optional(.other("Shop")), #"{"optional":{"other":"Shop"}}"#), (.other("A & B"), #"{"other":"A & B"}"#),
      (.other(""), #"{"other":""}"#), (.object("class"), #"{"object":"class"}"#),
      (.dictionary(key: .string, value: .object("Date")), #"{"key":"String","value":{"object":"Date"}}"#),
      (.set(.set(.other("!"))), #"{"set":{"set":{"other":"!"}}}"#), (.date, #""Date""#), (.object("Shop"), #""Shop""#),
      (.other("Unknown"), #""Unknown""#), (.optional(.optional(.other("Far.Away"))), #""Far.Away??""#),
    ] as [(PropertyType, String)])
  func typesThatDifferFromTheirTextAreWritten(_ type: PropertyType, _ text: String) throws {
    for isImplicitlyUnwrapped in [false, true] {
      let property = PropertyDefinition(name: "a", type: type, isImplicitlyUnwrapped: isImplicitlyUnwrapped)
      let definitions = Definitions(
        classes: [
          ClassDefinition(name: "Shop", superclass: "Model", role: .model(.model), properties: [property]),
          ClassDefinition(name: "Date", superclass: nil, role: .value),
          ClassDefinition(name: "class", superclass: nil, role: .value),
        ], enumerations: [Enumeration(name: "Int", rawType: .integer(.int), cases: [.init(name: "a", json: "1")])])
      let json = ModelSnapshot(of: "Shop", in: definitions).json()
      if !isImplicitlyUnwrapped { #expect(json.contains("\"a\":{\"type\":\(text)}"), "\(json)") }
      let read = try #require(ModelSnapshot(json: json).root?.properties.first)
      #expect(read.type == type)
      #expect(read.isImplicitlyUnwrapped == (isImplicitlyUnwrapped && type.isOptional))
    }
  }

  @Test func settingsHaveNoClasses() throws {
    let snapshot = ModelSnapshot(of: "ModelSettings", in: Definitions())
    #expect(snapshot.json() == #"{"class":"ModelSettings","classes":{}}"#)
    #expect(try ModelSnapshot(json: snapshot.json()).superclass == .settings)
  }

  @Test func repeatedPropertiesAndCasesKeepTheFirst() throws {
    let snapshot = try ModelSnapshot.of(
      """
      class Shop: Model, Codable { var a: Int; var a: String; var e: E }
      enum E: String, Codable { case x = "1", x = "2" }
      """)
    #expect(snapshot.root?.properties.map(\.line) == ["a: Int", "e: E"])
    #expect(snapshot.definitions.enumerations["E"]?.cases.map(\.json) == [#""1""#])
    #expect(try ModelSnapshot(json: snapshot.json()) == snapshot)
  }

  @Test func unreachableClassesAreDropped() throws {
    var snapshot = try ModelSnapshot.of(Self.shop)
    snapshot.definitions.classes["Shop"]?.properties.removeAll { $0.name == "books" }
    let read = try ModelSnapshot(json: snapshot.json())
    #expect(read.definitions.classes["Book"] == nil)
    #expect(read.definitions.enumerations.isEmpty)
    #expect(read == snapshot && read.agrees(with: snapshot))
  }
}

extension PropertyDefinition {
  /// The property as a snapshot stores it: without notes, and with the JSON of a default, or only its Swift text if it has no JSON.
  fileprivate var asKept: PropertyDefinition {
    var copy = self
    copy.note = nil
    copy.defaultValue = defaultValue.map {
      if let json = $0.json { DefaultValue(text: json, json: json) } else { DefaultValue(text: $0.text) }
    }
    return copy
  }
}
