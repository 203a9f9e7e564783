import Foundation
import Testing

@testable import OKitData
@testable import OKitStorage

/// Values are encoded and decoded as by Foundation, which apps use.
@Suite struct ValueCodingTests {
  private enum Binding: String, Codable { case paperback = "0", hardcover = "1" }

  private struct Delivery: Codable, Equatable {
    var date: Date
    var count: Int?
  }

  private struct Book: Codable, Equatable {
    var name = "Solaris \u{1F600} \"quoted\" / \\ \n"
    var price = 9.99
    var copies = 3
    var isMarked = true
    var comment: String?
    var binding = Binding.hardcover
    var deliveries = [Delivery(date: Date(timeIntervalSinceReferenceDate: 600_000_000.25), count: 2)]
    var shelves = ["A": [1, 2], "B": []]
    var prices: [Int: Double] = [2020: 8.5]
    var tags: Set<String> = ["x"]
    var sizes: [UInt8] = [0, 255]
    var large = UInt64.max
    var small = Int64.min
    var ratio = Float(0.1)
    var matrix: [[Int?]] = [[1, nil], []]
  }

  @Test func decodesWhatFoundationEncodes() throws {
    let json = try String(decoding: JSONEncoder().encode(Book()), as: UTF8.self)
    #expect(try ValueDecoder.decode(Book.self, from: json, at: "book") == Book())
  }

  @Test func foundationDecodesWhatIsEncoded() throws {
    let json = try ValueEncoder.json(of: Book())
    #expect(try JSONDecoder().decode(Book.self, from: Data(json.utf8)) == Book())
  }

  @Test(arguments: [("1.0", 1), ("1e2", 100), ("-0", 0)])
  func aWholeNumberIsAnIntegerHoweverItIsSpelled(_ json: String, _ number: Int) throws {
    #expect(try ValueDecoder.decode(Int.self, from: json, at: "x") == number)
  }

  @Test(arguments: ["1.5", "300", "-1", "\"1\"", "null", "1e400", "[]"])
  func aValueThatDoesNotFitIsMalformed(_ json: String) throws {
    let error = try #require(throws: OKitError.self) { try ValueDecoder.decode(UInt8.self, from: json, at: "x") }
    #expect(error.kind == .malformed)
  }

  @Test func anElementThatDoesNotFitCanBeDecodedAsAnotherType() throws {
    enum Item: Decodable, Equatable {
      case number(Int)
      case text(String)
    }
    struct Items: Decodable {
      var all: [Item] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let number = try? container.decode(Int.self) {
            all.append(.number(number))
          } else {
            all.append(.text(try container.decode(String.self)))
          }
        }
      }
    }
    let items = try ValueDecoder.decode(Items.self, from: #"["a",1,"b"]"#, at: "x").all
    #expect(items == [.text("a"), .number(1), .text("b")])
  }

  @Test func anErrorNamesTheInnerPath() throws {
    let json = #"{"deliveries":[{"date":1},{"date":"soon"}]}"#
    struct Partial: Decodable { var deliveries: [Delivery] }
    let error = try #require(throws: OKitError.self) { try ValueDecoder.decode(Partial.self, from: json, at: "book") }
    #expect(error.message.contains("book/deliveries/1/date"))
  }

  @Test func aMissingMemberIsNamed() throws {
    struct Named: Decodable { var name: String }
    let error = try #require(throws: OKitError.self) { try ValueDecoder.decode(Named.self, from: "{}", at: "book") }
    #expect(error.message.contains("'name'"))
  }

  @Test func aNumberThatIsNotFiniteIsAnError() {
    #expect(throws: EncodingError.self) { try ValueEncoder.json(of: [Double.infinity]) }
  }

  @Test func classesEncodeTheirSuperclassIntoTheSameObject() throws {
    class Entity: Codable {
      var id = "A"
    }
    final class Guest: Entity {
      var name = "B"
      private enum Key: CodingKey { case name }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
      }
    }
    let json = try ValueEncoder.json(of: Guest())
    #expect(json == #"{"id":"A","name":"B"}"#)
    #expect(try ValueDecoder.decode(Guest.self, from: json, at: "guest").id == "A")
  }
}
