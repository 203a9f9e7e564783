import Definitions
import TestSupport
import Testing

@Suite struct CorpusTests {
  @Test func onlyModelsAreRead() throws {
    let definitions = try read(Corpus.bookshop)
    #expect(
      definitions["Shop"] == [
        "id: String!", "books: [Book] = []", #"authors "writers": [String: Shop.Author] = {}"#,
        #"genres: Set<String> = ["FANTASY","CRIME"]"#, "genre: ModelRef = {ModelRef()}",
      ])
    #expect(
      definitions["Book"] == [
        "id: String!", #"name: String = "" / was title"#, "price: Double = 9.99", "copies: Int = 0",
        "published: Date? = null", #"kind: Book.Kind = "paperback""#, "cover: ModelImage! = {ModelImage()}",
        "let created: Date = {Date()}",
      ])
    #expect(definitions["Shop.Author"] == ["id: String!", "name: String = \"\""])
    #expect(definitions.classes["GroupPartial"]?.partialEntity?.className == "Group")
    #expect(definitions.classes["Shop"]?.note == "The shop.")
  }

  @Test func otherCodeIsSkipped() throws {
    let uiKit = try read(Corpus.uiKit)
    #expect(uiKit.registrations.map(\.modelName) == ["default", "directory"])
    #expect(uiKit.classes.values.filter { $0.place != nil }.map(\.name).sorted() == ["Directory", "Shop"])
    #expect(uiKit["Directory"] == ["groups: [ModelRef]!"])
    #expect(
      try read(Corpus.modern)["Note"] == [
        "default: Bool = true", ##"text: String = {#"raw "quoted" \#(1)"#}"##, "handler: (@Sendable (Int) -> Void)?",
        #"map: [String: [Int]] = {"a":[1,2],"b":[]}"#, "old: Int?",
      ])
  }

  @Test func allLiteralsAreRead() throws {
    let properties = try read(Corpus.strings).classes["Texts"]?.properties ?? []
    #expect(properties.map(\.name) == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
    #expect(
      properties.prefix(5).map(\.defaultValue?.json) == [
        #""a\"}😀\\""#, #""\\""#, ##""a\"#b""##, #""\"quoted\" {\n  indented joined""#, #""\\(not) \"\"\" x""#,
      ])
    #expect(properties.dropFirst(5).allSatisfy { $0.defaultValue?.json == nil })
  }

  @Test func conditionsMarksAndLineEndingsAreRead() throws {
    #expect(try read(Corpus.conditions)["Setup"].count == 5)
    let values = try read(Corpus.values)
    #expect(
      values["Derived"] == [
        "id: String!", "at: Point?", #"names: [String] = ["a"]"#, "let level: Int8 = -16",
        "grid: [[Double?]] = [[1,null],[]]", "any: Set<Int> = [1]",
      ])
    #expect(values["Point"] == ["x: Double = 0", "y: Double = -0.001"])
    #expect(values.classes["Base"]?.place == SourcePlace(path: "A.swift", line: 3, column: 7))
    for text in Corpus.sources {
      let returns = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r")
      #expect(try read(returns).classes.keys == read(text).classes.keys)
    }
  }

  @Test func surroundingCodeChangesNothing() throws {
    let alone = try read(Corpus.bookshop)
    let together = try read(Corpus.uiKit.replacingShop(), Corpus.strings, Corpus.modern, Corpus.bookshop)
    for (name, definition) in alone.classes { #expect(together[name] == definition.properties.map(\.line)) }
  }

  @Test func mutatedSourcesAreReadOrRefused() {
    let corpus = Corpus.sources.map { Array($0.utf8) }
    let pieces = [
      "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#", "/*", "*/", "//", "\n", "\\(", "`", "#if ",
      "#endif\n", "#else\n",
      "class ", "var ", ": ModelEntity", "=", ",", ".", "@", "?", "!", "/", "case ", "enum CodingKeys", "\u{FEFF}",
      "\r", "é",
      "extension Shop {", "typealias A = A", "Model.register(", "\\", "-> ",
    ].map { Array($0.utf8) }
    var refused = 0
    let count = Effort.isWhole ? 200_000 : 3_000
    var generator = SeededGenerator(seed: Effort.seed)
    for _ in 0..<count {
      var bytes = corpus.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator)))
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 3: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: bytes.suffix(Int.random(in: 0...200, using: &generator)), at: place)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do {
        _ = try Definitions(reading: [SwiftSource(path: "A.swift", bytes: bytes)])
      } catch {
        refused += 1
        #expect(error.caret <= error.lineText.unicodeScalars.count && error.place.column > error.caret)
      }
    }
    #expect(refused > count / 20 && refused < count)
    Effort.report("\(count) changed Swift sources read, \(refused) of them refused")
  }
}

extension String {
  /// The text with another name for the class that two files declare.
  fileprivate func replacingShop() -> String {
    split(separator: "Shop", omittingEmptySubsequences: false).joined(separator: "Store")
  }
}
