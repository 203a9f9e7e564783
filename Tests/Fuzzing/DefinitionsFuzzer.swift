import Definitions

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

extension Fuzzer {
  /// Swift sources: an error points into its line, and parsed definitions are consistent. The input is two files, separated by a byte 0.
  static let definitions = Fuzzer(
    name: "definitions",
    seeds: {
      Seeds.texts(
        """
        /// Note.
        @objc(Book) public class Book: ModelEntity, Codable { // okit: was Volume
          var id: String! = UUID().uuidString, pages = 0x1F
          private(set) var tags: Set<String> = ["a"] { didSet { print("\\(tags)") } }
          var kind: Kind? = .crime
          enum Kind: String, Codable { case crime = "C", other }
          enum CodingKeys: String, CodingKey { case id, pages = "count", tags, kind }
        }
        \u{0}extension Book { struct Point: Codable { let x = 1.5 } }
        """,
        """
        #if os(iOS) && !DEBUG
        class Base: Model { var map: [String: [Int]?] = ["a": [1, -2]] }
        #else
        class Base {
        #endif
        typealias Alias = Base
        class Shop: Alias { var text = #"a\\#n"#, long = \"\"\"
          x \\
          y
          \"\"\" }
        func f<T>(_ a: T) { Model.register(Shop.self, name: "shop"); _ = /a[b]/ }
        """,
        "class P: ModelPartial { var g: Group { retrieve(Group.self) } }\nclass Group: ModelEntity { let a = Date(), b = [1: 2] }"
      )
    }
  ) { input in
    let files = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let sources = files.enumerated().map { SwiftSource(path: "\($0).swift", bytes: Array($1)) }
    do throws(DefinitionError) {
      let definitions = try Definitions(reading: sources)
      for definition in definitions.classes.values {
        require(!definition.name.isEmpty, "a class has a name")
        require(definition.place.map { $0.line > 0 && $0.column > 0 } ?? true, "a place counts from 1")
      }
      require(try! Definitions(reading: sources) == definitions, "reading again gives the same")
    } catch {
      require(error.caret <= error.lineText.unicodeScalars.count, "an error points into its line")
      require(error.place.column > error.caret, "a line is cut only in front")
      require(!error.message.isEmpty, "an error has words")
    }
    _ = PropertyType(parsing: String(decoding: input, as: UTF8.self))
  }
}
