import Definitions
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct StepEdgeTests {
  private func bench(_ json: String, _ old: String, _ new: String? = nil) throws -> MigrationBench {
    try MigrationBench(
      json, "class Shop: Model, Codable { \(old) }", to: "class Shop: Model, Codable { \(new ?? old) }")
  }

  @Test func setAcceptsNullInContainers() throws {
    let source =
      "var names: [String?] = []; var counts: [String: Int] = [:]; var grid: [[Int]] = []; var plain: [String] = []"
    let set = try bench("{}", source)
    try set.run(
      #"{"set":"Shop.names","value":["a",null]}"#, #"{"set":"Shop.counts","value":{"a":1}}"#,
      #"{"set":"Shop.grid","value":[[1],[2,3]]}"#)
    #expect(set.text() == #"{"names":["a",null],"counts":{"a":1},"grid":[[1],[2,3]]}"#)
    for value in [#"{"set":"Shop.plain","value":["a",null]}"#, #"{"set":"Shop.grid","value":[["1"]]}"#] {
      #expect(failure { try set.run(value) }?.kind == .malformed)
    }
  }

  @Test func convertAcceptsNullInArrays() throws {
    let convert = try bench(#"{"a":[1,null]}"#, "var a: Int", "var a: [String?] = []")
    try convert.run(#"{"convert":"Shop.a","to":"[String?]"}"#)
    #expect(convert.text() == #"{"a":["1",null]}"#)
  }

  @Test(.timeLimit(.minutes(1)))
  func convertingALongArrayTakesTimeInProportion() throws {
    let count = 60_000
    let numbers = (0..<count).map(String.init)
    let convert = try bench(
      #"{"a":[\#(numbers.joined(separator: ","))]}"#, "var a: [Int] = []", "var a: [String] = []")
    #expect(try convert.run(#"{"convert":"Shop.a","to":"[String]"}"#)[0].count == 1)
    #expect(convert.text() == #"{"a":[\#(numbers.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
  }

  @Test func movingElementsTakesNoTimeForTheRestOfTheDocument() throws {
    func time(_ padding: Int) throws -> Duration {
      let books = (0..<5_000).map { _ in #"{"a":[1,2]}"# }.joined(separator: ",")
      let bench = try MigrationBench(
        #"{"books":[\#(books)],"note":"\#(String(repeating: " ", count: padding))"}"#,
        MigrationStepTests.shop("var a: [Int]?"), to: MigrationStepTests.shop("var b: [String]?"))
      return try busyTime {
        let changes = try bench.run(#"{"move":"Book.a","to":"Book.b"}"#)
        #expect(changes.map(\.count) == [5_000])
        #expect(bench.text().hasPrefix(#"{"books":[{"b":["1","2"]},{"b":["1","2"]}"#))
      }
    }
    #expect(try time(16_000_000) < time(0) * 3 + .seconds(2))
  }

  @Test func dictionaryKeysAreReadAsSwiftStoresThem() throws {
    let set = try bench("{}", "var a: [Int: Int] = [:]; var b: [Int64: Int] = [:]; var c: [UInt8: Int] = [:]")
    try set.run(
      #"{"set":"Shop.a","value":{"1":2}}"#, #"{"set":"Shop.b","value":[1,2]}"#, #"{"set":"Shop.c","value":[1,2]}"#)
    #expect(set.text() == #"{"a":{"1":2},"b":[1,2],"c":[1,2]}"#)
    for value in [
      #"{"set":"Shop.a","value":[1,2]}"#, #"{"set":"Shop.b","value":{"1":2}}"#, #"{"set":"Shop.c","value":[256,2]}"#,
    ] {
      #expect(failure { try set.run(value) }?.kind == .malformed, "\(value)")
    }
    let convert = try bench(
      #"{"a":[1,"2",3,"x"]}"#, "var a: [Int64: String] = [:]", "var a: [Int64: Int] = [:]")
    try convert.run(#"{"convert":"Shop.a","to":"[Int64: Int]","otherwise":null}"#)
    #expect(convert.text() == #"{"a":[1,2]}"#)
  }

  @Test func convertingADictionaryRemovesKeyAndValueTogether() throws {
    let convert = try bench(
      #"{"rates":[1.5,"1",2.5,"x",3.5,"3","y","4","z","w",5.5,"5"]}"#, "var rates: [Double: String] = [:]",
      "var rates: [Double: Int] = [:]")
    let change = try convert.run(#"{"convert":"Shop.rates","to":"[Double: Int]","otherwise":null}"#)[0]
    #expect(convert.text() == #"{"rates":[1.5,1,3.5,3,5.5,5]}"#)
    #expect(change.lost == 4)
  }

  @Test func enumerationCasesConvertByStoredValueAndName() throws {
    func conversion(_ old: String, _ new: String) throws -> ValueConversion {
      func definitions(_ cases: String) throws -> Definitions {
        try MigrationBench.snapshot("class Shop: Model, Codable { var a: Kind! }\nenum Kind: \(cases) }").definitions
      }
      return ValueConversion(from: try definitions(old), to: try definitions(new))
    }
    func become(_ json: String, _ conversion: ValueConversion) throws -> ValueConversion.Conversion {
      let type = PropertyType.enumeration("Kind")
      return conversion.convert(try JSONDocument(parsing: json).root, from: type, to: type)
    }
    let numbers = try conversion("Int, Codable { case a = 1, b = 2", "Int, Codable { case a = 3, c = 4")
    #expect(try become("1", numbers) == .replaced("3"))
    #expect(try become("1.0", numbers) == .replaced("3"))
    #expect(try become("4", numbers) == .same)
    #expect(try become("2", numbers) == .fails)
    let texts = try conversion(
      "String, Codable { case a = \"x\", b = \"y\"", "String, Codable { case a = \"y\", c = \"x\"")
    #expect(try become(#""x""#, texts) == .replaced(#""y""#))
    // The text stands for another case now, so it must not be kept.
    #expect(try become(#""y""#, texts) == .fails)
  }

  @Test(arguments: [
    #"{"remove":"Shop.name"}"#, #"{"convert":"Shop.name","to":"Int"}"#, #"{"rename":"Shop.name","to":"other"}"#,
    #"{"split":"Shop.name","to":["a","b"],"at":" "}"#, #"{"move":"Shop.name","to":"Shop.title"}"#,
  ])
  func readingAPropertyThatOnlyTheNewDefinitionsHaveIsRefused(_ step: String) throws {
    let refused = failure { try bench(#"{"nam":"x"}"#, "var nam: String?", "var name: String?").run(step) }
    #expect(refused?.kind == .configuration)
    #expect(refused?.message.contains("Shop has no property 'name'") == true)
    guard case .candidates(let names, insteadOf: "name")? = refused?.remedy?.step as? GeneralRemedy else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(names.contains("nam"))
  }

  @Test func partialsUseStoredKeys() throws {
    // One key contains a dot, and the other is the name of another property.
    let keys =
      "enum CodingKeys: String, CodingKey { case items = \"a.b\", note = \"items\" }"
    let entity = "class Item: ModelEntity, Codable { var id: String! }"
    let inModel = "class Shop: Model, Codable { var items: [Item] = []; var note: String?; \(keys) }\n\(entity)"
    let inPartials = """
      class Shop: Model, Codable { var items: [ItemPartial] = []; var note: String?; \(keys) }
      class ItemPartial: ModelPartial, Codable { var id: String!; var item: Item? { return retrieve(Item.self) } }
      \(entity)
      """
    let json = #"{"a.b":[{"id":"A"}],"items":"n"}"#
    let bench = try MigrationBench(json, inModel, to: inPartials)
    let programs = MigrationPrograms(try bench.scene.workspace(), .plan)
    let context = StepContext(model: bench.model, step: "test", programs: programs)
    func place(_ key: String) throws -> PropertyLocation {
      try #require(try context.place(storedAs: key, in: "Shop"))
    }
    let type = PropertyType.array(.object("ItemPartial"))
    let extracted = try Extraction(of: place("a.b"), as: type, in: context).edit.run(in: context)
    #expect(extracted.count == 1 && bench.text() == #"{"a.b":[{"id":"N1"}],"items":"n"}"#)
    #expect(try Inlining.run(at: place("a.b"), in: context).count == 1 && bench.text() == json)
    #expect(failure { _ = try Inlining.run(at: place("note"), in: context) }?.kind == .configuration)
  }
}
