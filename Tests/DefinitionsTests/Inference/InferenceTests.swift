import Definitions
import JSONDocument
import Testing

@Suite struct InferenceTests {
  @Test func absentOrNullScalarsAreOptional() throws {
    let definitions = try inferred(
      """
      {"id":"S","books":[{"id":"1","name":"a","copies":1,"price":1,"rating":1.0,"marked":true,"note":null},\
      {"id":"2","name":"b","copies":2,"price":2.5,"rating":2,"marked":false,"comment":"c"}],"total":3,"big":1e30}
      """)
    #expect(
      outline(definitions) == [
        "Book: ModelEntity {id: String!, name: String, comment: String?, copies: Int, marked: Bool, note: String?, "
          + "price: Double, rating: Double}",
        "Shop: Model {id: String!, big: Double, books: [Book], total: Double}",
      ])
    #expect(definitions.registrations == [ModelRegistration(className: "Shop", modelName: "shop")])
    #expect(definitions.classes["Book"]?.property(storedAs: "note")?.note?.contains("guess") == true)
  }

  @Test func numbersWithMoreDigitsThanADoubleAreDecimals() throws {
    let definitions = try inferred(
      """
      {"long":12345678901234567.25,"mixed":[1,0.1234567890123456789],"huge":123456789012345678901234,\
      "shortest":0.30000000000000004,"tiny":1e-400,"seventeen":9.9900000000000002,"power":1e30,"integer":9007199254740993}
      """)
    #expect(
      outline(definitions) == [
        "Shop: Model {huge: Decimal, integer: Int, long: Decimal, mixed: [Decimal], power: Double, seventeen: Double, "
          + "shortest: Double, tiny: Double}"
      ])
  }

  @Test func numbersAreDatesOnlyByNameAndValue() throws {
    let definitions = try inferred(
      """
      {"date":462567262.25,"dates":[600000000],"createdAt":-31600000,"updated":3,"day":17,"count":462567262,\
      "timestamp":1574332800000,"birthday":"1920-01-01","location":500000000}
      """)
    #expect(
      outline(definitions) == [
        "Shop: Model {birthday: String, count: Int, createdAt: Date, date: Date, dates: [Date], day: Int, location: Int, "
          + "timestamp: Int, updated: Int}"
      ])
  }

  @Test func longNumbersAreKeysOfText() throws {
    #expect(
      outline(
        try inferred(
          #"{"a":{"99999999999999999999":1,"1":2},"b":{"9223372036854775807":1},"c":{"123456789012345678901234":1}}"#))
        == ["Shop: Model {a: [String: Int], b: [Int: Int], c: [String: Int]}"])
  }

  @Test func keysAndIDsAreComparedByBytes() throws {
    let definitions = try inferred(#"{"\u00e9":1,"e\u0301":"x"}"#)
    let shop = try #require(definitions.classes["Shop"])
    #expect(shop.properties.count == 2)
    #expect(shop.property(storedAs: "\u{e9}")?.type == .integer(.int))
    #expect(shop.property(storedAs: "e\u{301}")?.type == .string)
    let roots = try ["\u{e9}": #"{"a":1}"#, "x": "{}"].map {
      (key: $0.key, root: try JSONDocument(parsing: $0.value).root)
    }
    let other = ModelInference.definitions(
      of: [.init(name: "shop", root: try JSONDocument(parsing: #"{"b":{"id":"e\u0301"}}"#).root, partials: roots)])
    #expect(outline(other) == ["Shop: Model {b: ModelRef}"])
  }

  @Test func classesOfTheFrameworkAreKnownByTheirKeys() throws {
    let attachment = #""id":"I","label":"","quality":0.5,"scale":1,"template":false,"size":0"#
    let definitions = try inferred(
      """
      {"author":{"id":"R"},"genre":{"id":"G","refKey":"FANTASY"},"authors":[{"id":"A","refKey":""}],\
      "icon":{\(attachment),"format":""},"scan":{\(attachment),"format":"image/png"},"bell":{\(attachment),"format":""},\
      "logo":{\(attachment),"format":"","data":"AA=="},"tune":{\(attachment),"format":"","data":"AA=="}}
      """)
    #expect(
      outline(definitions) == [
        "Shop: Model {author: ModelRef, authors: [ModelRef], bell: ModelData, genre: ModelRef, icon: ModelImage, "
          + "logo: ModelInlineImage, scan: ModelImage, tune: ModelInlineData}"
      ])
  }

  @Test func aSettingsModelUsesTheFrameworksClass() throws {
    let definitions = try inferred(
      #"{"themeName":"","encryption":true,"protection":true,"timeouts":[],"protectionTimeout":{"id":"1","refKey":"5"}}"#
    )
    #expect(outline(definitions).isEmpty)
    #expect(definitions.registrations == [ModelRegistration(className: "ModelSettings", modelName: "shop")])
  }

  @Test func aModelThatDiffersFromTheSettingsGetsItsOwnClass() throws {
    for json in [
      #"{"themeName":"","encryption":true}"#,
      #"{"themeName":"","encryption":true,"protection":true,"timeouts":[],"protectionTimeout":{},"id":"1"}"#,
      #"{"themeName":"","encryption":1,"protection":true,"timeouts":[],"protectionTimeout":{}}"#,
    ] {
      #expect(try inferred(json).registrations.map(\.className) == ["Shop"])
    }
  }

  @Test func alikeEntitiesShareAClass() throws {
    let definitions = try inferred(
      """
      {"authors":[{"id":"1","name":"a"}],"editors":[{"id":"2","author":{"id":"3","name":"b","born":1}}],\
      "shelves":[{"id":"4","author":"x","items":[{"id":"5","width":1}]}],"items":[{"id":"6","title":"t","text":"u"}],\
      "dates":[{"date":600000000}]}
      """)
    #expect(
      outline(definitions) == [
        "Author: ModelEntity {id: String!, name: String, born: Int?}",
        "Editor: ModelEntity {id: String!, author: Author}",
        "Item: ModelEntity {id: String!, width: Int}",
        "Shelf: ModelEntity {id: String!, author: String, items: [Item]}",
        "Shop: Model {authors: [Author], dates: [ShopDate], editors: [Editor], items: [ShopItem], shelves: [Shelf]}",
        "ShopDate: ModelEntity {date: Date}",
        "ShopItem: ModelEntity {id: String!, title: String, text: String}",
      ])
  }

  @Test func aDeepTreeGetsOneClass() throws {
    let depth = 5_000
    let json = String(repeating: #"{"id":"x","children":["#, count: depth) + String(repeating: "]}", count: depth)
    #expect(
      outline(try inferred(json)) == [
        "Child: ModelEntity {id: String!, children: [Child]}", "Shop: Model {id: String!, children: [Child]}",
      ])
  }

  @Test func deepArraysAreLimited() throws {
    let json = #"{"a":"# + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000) + "}"
    let type = try #require(try inferred(json).classes["Shop"]?.properties.first?.type)
    #expect(type.description == String(repeating: "[", count: 8) + "Any" + String(repeating: "]", count: 8))
  }

  @Test func aStandInWithAFileIsAPartial() throws {
    let definitions = try inferred(
      #"{"id":"S","groups":[{"id":"G1","name":"a"},{"id":"G2","name":"b"}]}"#,
      partials: [
        "G1": #"{"id":"E1","name":"a","open":true,"rooms":[{"id":"R1","name":"c"}]}"#,
        "R1": #"{"id":"E2","name":"c","beds":2}"#, "LOST": #"{"other":1}"#,
      ])
    #expect(
      outline(definitions) == [
        "Group: ModelEntity {id: String!, name: String, open: Bool, rooms: [RoomPartial]}",
        "GroupPartial: ModelPartial {id: String!, name: String} group -> Group",
        "Room: ModelEntity {id: String!, name: String, beds: Int}",
        "RoomPartial: ModelPartial {id: String!, name: String} room -> Room",
        "Shop: Model {id: String!, groups: [GroupPartial]}",
      ])
  }

  @Test func generatedKeysMakeAnObjectADictionary() throws {
    let ids = ["7E62AA0A-1DF9-4D78-9C65-39382B0537E6", "7e62aa0a-1df9-4d78-9c65-39382b0537e7"]
    let words = (0..<30).map { "\"word\($0)\":\($0)" }.joined(separator: ",")
    let definitions = try inferred(
      """
      {"books":{"\(ids[0])":{"id":"1","name":"a"},"\(ids[1])":{"id":"2","name":"b"}},"minutes":{"0":"now","15":null},\
      "texts":{"de-DE":"x","en-GB":"y"},"words":{\(words)},"size":{"width":1,"height":2},"none":{}}
      """)
    #expect(
      outline(definitions) == [
        "Book: ModelEntity {id: String!, name: String}",
        "None: ModelEntity {}",
        "Shop: Model {books: [String: Book], minutes: [Int: String?], none: None, size: Size, texts: [String: String], "
          + "words: [String: Int]}",
        "Size: ModelEntity {height: Int, width: Int}",
      ])
  }

  @Test func anEmptyArrayHasTheClassOfItsName() throws {
    let definitions = try inferred(#"{"shelf":{"id":"1","books":[]},"books":[{"id":"2","name":"a"}],"tags":[]}"#)
    #expect(
      outline(definitions) == [
        "Book: ModelEntity {id: String!, name: String}", "Shelf: ModelEntity {id: String!, books: [Book]}",
        "Shop: Model {books: [Book], shelf: Shelf, tags: [String]}",
      ])
    #expect(definitions.classes["Shop"]?.property(storedAs: "tags")?.note?.contains("guess") == true)
  }

  @Test func mixedValuesGetTheTypeAny() throws {
    let definitions = try inferred(#"{"a":[1,"x"],"b":[{"c":1},{"c":"x"}],"d":[1,null],"e":[{"id":"1"},2]}"#)
    #expect(
      outline(definitions) == [
        "B: ModelEntity {c: Any}", "E: ModelEntity {id: String!}",
        "Shop: Model {a: [Any], b: [B], d: [Int?], e: [Any]}",
      ])
  }

  @Test func unusableKeysGetNames() throws {
    let definitions = try inferred(
      #"{"first-name":1,"firstName":2,"2nd":3,"":4,"class":5,"description":6,"a b":7,"größe":8}"#)
    #expect(
      outline(definitions) == [
        "Shop: Model {property(): Int, property2nd(2nd): Int, aB(a b): Int, class: Int, descriptionValue(description): Int, "
          + "firstName(first-name): Int, firstName2(firstName): Int, größe: Int}"
      ])
  }

  @Test func reservedClassNamesAreAvoided() throws {
    let definitions = try inferred(
      #"{"books":[{"a":1}],"model":{"b":1},"sets":[{"c":1}]}"#, besides: ["Book", "Shop"])
    #expect(
      outline(definitions) == [
        "Shop2: Model {books: [Shop2Book], modelValue(model): Shop2Model, sets: [Shop2Set]}",
        "Shop2Book: ModelEntity {a: Int}", "Shop2Model: ModelEntity {b: Int}", "Shop2Set: ModelEntity {c: Int}",
      ])
  }

  @Test func modelsShareClasses() throws {
    let models = [
      ("default", #"{"authors":[{"id":"1","name":"a"}]}"#), ("authors", #"{"authors":[{"id":"2","name":"b"}]}"#),
    ]
    let definitions = ModelInference.definitions(
      of: try models.map { .init(name: $0, superclass: .encrypted, root: try JSONDocument(parsing: $1).root) })
    #expect(
      outline(definitions) == [
        "Author: ModelEntity {id: String!, name: String}", "Authors: ModelEncrypted {authors: [Author]}",
        "DefaultModel: ModelEncrypted {authors: [Author]}",
      ])
    #expect(definitions.registrations.map(\.className) == ["DefaultModel", "Authors"])
  }

  @Test(arguments: ["[]", "1", "null", "{}", #"{"a":{"a":{"a":{}}}}"#, #"{"id":{"id":[[]]}}"#])
  func definitionsAreInferredFromAnyJSON(_ json: String) throws {
    let definitions = try inferred(json)
    #expect(definitions.registrations.count == 1)
    #expect(definitions.classes["Shop"]?.role == .model(.model))
  }
}
