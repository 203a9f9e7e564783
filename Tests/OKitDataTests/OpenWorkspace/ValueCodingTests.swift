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

  private struct Numbers: Codable, Equatable {
    var byte = Int8.min
    var short = Int16.max
    var word = Int32.min
    var natural = UInt.max
    var shorts = UInt16.max
    var words = UInt32.max
    var nothing: Int16?
    var list: [Int8?] = [1, nil, -1]
  }

  @Test func numbersOfEverySizeAreEncodedAsByFoundation() throws {
    let json = try ValueEncoder.json(of: Numbers())
    #expect(try JSONDecoder().decode(Numbers.self, from: Data(json.utf8)) == Numbers())
    let foundation = try String(decoding: JSONEncoder().encode(Numbers()), as: UTF8.self)
    #expect(try ValueDecoder.decode(Numbers.self, from: foundation, at: "x") == Numbers())
  }

  /// Encodes itself with nested containers, as classes with a superclass and enumerations with values do.
  private struct Nested: Codable, Equatable {
    var name: String
    var rows: [[Int]]
    var owner: String

    private enum Key: String, CodingKey { case head, name, rows, none }

    init(name: String, rows: [[Int]], owner: String) {
      self.name = name
      self.rows = rows
      self.owner = owner
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      #expect(try container.decodeNil(forKey: .none))
      name = try container.nestedContainer(keyedBy: Key.self, forKey: .head).decode(String.self, forKey: .name)
      var rows = try container.nestedUnkeyedContainer(forKey: .rows)
      #expect(rows.count == 4)
      self.rows = []
      for _ in 0..<2 {
        var row = try rows.nestedUnkeyedContainer()
        var numbers: [Int] = []
        while !row.isAtEnd { numbers.append(try row.decode(Int.self)) }
        self.rows.append(numbers)
      }
      #expect(try rows.decodeNil())
      owner = try rows.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .name)
      #expect(throws: DecodingError.self) { try rows.decode(Int.self) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeNil(forKey: .none)
      var head = container.nestedContainer(keyedBy: Key.self, forKey: .head)
      try head.encode(name, forKey: .name)
      var list = container.nestedUnkeyedContainer(forKey: .rows)
      for row in rows {
        var inner = list.nestedUnkeyedContainer()
        for number in row { try inner.encode(number) }
      }
      try list.encodeNil()
      var last = list.nestedContainer(keyedBy: Key.self)
      try last.encode(owner, forKey: .name)
      #expect(list.count == 4)
    }
  }

  @Test func nestedContainersAreEncodedAsByFoundation() throws {
    let value = Nested(name: "Solaris", rows: [[1, 2], []], owner: "Lem")
    let json = try ValueEncoder.json(of: value)
    #expect(try JSONDecoder().decode(Nested.self, from: Data(json.utf8)) == value)
    let foundation = try String(decoding: JSONEncoder().encode(value), as: UTF8.self)
    #expect(try ValueDecoder.decode(Nested.self, from: foundation, at: "x") == value)
  }

  private class Animal: Codable {
    var name = ""

    init(name: String) { self.name = name }
  }

  private final class Cat: Animal {
    var lives = 9

    private enum Key: String, CodingKey { case lives }

    override init(name: String) { super.init(name: name) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      lives = try container.decode(Int.self, forKey: .lives)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(lives, forKey: .lives)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func aSuperclassIsEncodedAsByFoundation() throws {
    let json = try ValueEncoder.json(of: Cat(name: "Mog"))
    let decoded = try JSONDecoder().decode(Cat.self, from: Data(json.utf8))
    #expect(decoded.name == "Mog" && decoded.lives == 9)
    let foundation = try String(decoding: JSONEncoder().encode(Cat(name: "Mog")), as: UTF8.self)
    #expect(try ValueDecoder.decode(Cat.self, from: foundation, at: "x").name == "Mog")
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
