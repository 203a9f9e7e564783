import Definitions
import JSONDocument
import TestSupport
import Testing

@Suite struct RandomDataTests {
  @Test(arguments: 0..<(Effort.isWhole ? 5_000 : 300))
  func randomDataFitsItsInferredDefinitions(_ number: Int) throws {
    var random = RandomData(seed: Effort.seed &+ UInt64(number))
    let json = random.object(depth: 0)
    let root = try JSONDocument(parsing: json).root
    let inferred = try inferred(json)
    let text = SwiftWriter(inferred).text
    let read = try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(text.utf8))])
    for definitions in [inferred, read] {
      #expect(definitions.misfit(root, .object("Shop")) == nil, "\(json)\n\(text)")
    }
  }

  @Test func inferenceTakesTimeInProportion() throws {
    let entity =
      #"{"id":"7E62AA0A-1DF9-4D78-9C65-39382B0537E6","name":"x","tags":["a"],"by":{"7E62AA0A-1DF9-4D78-9C65-39382B0537E6":1}},"#
    let json = #"{"books":["# + String(repeating: entity, count: 20_000) + "{}]}"
    let found = outline(try inferred(json))
    #expect(
      found.first == "Book: ModelEntity {id: String!, name: String?, by: [String: Int]?, tags: [String]?}")
    let keys = (0..<100_000).map { "\"k\($0)\":{\"v\":\($0)}" }.joined(separator: ",")
    #expect(try inferred("{\(keys)}").classes["Shop"]?.properties.count == 100_000)
  }
}

/// Random JSON with few keys and all kinds of values, so that different types meet at the same place.
private struct RandomData {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private mutating func any(_ candidates: [String]) -> String { candidates.randomElement(using: &generator)! }

  mutating func object(depth: Int) -> String {
    let keys = [
      "id", "books", "book", "name", "date", "price", "refKey", "first name", "7",
      "7E62AA0A-1DF9-4D78-9C65-39382B0537E6",
      "format", "label", "quality", "scale", "template", "size", "data", "children", "é", "e\u{301}",
      "99999999999999999999",
    ]
    let members = keys.shuffled(using: &generator).prefix(Int.random(in: 0...8, using: &generator)).map {
      "\"\($0)\":\(value(depth: depth + 1))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func value(depth: Int) -> String {
    let scalars = [
      "null", "true", "\"text\"", "\"\"", "1", "-2.5", "1e3", "500000000", "1e400", "9223372036854775808",
      "0.1234567890123456789",
    ]
    switch Int.random(in: 0..<(depth < 5 ? 6 : 2), using: &generator) {
    case 0, 1: return any(scalars)
    case 2, 3: return object(depth: depth)
    default:
      let count = Int.random(in: 0...3, using: &generator)
      let one = any(scalars)
      return "["
        + (0..<count).map { _ in Bool.random(using: &generator) ? object(depth: depth) : one }.joined(separator: ",")
        + "]"
    }
  }
}

extension Definitions {
  /// Returns the path of the first value that an app could not decode, or nil.
  func misfit(_ value: JSONValue, _ type: PropertyType, _ path: String = "$") -> String? {
    switch type {
    case .optional: return value.isNull ? nil : misfit(value, type.unwrapped, path)
    case .other: return nil
    case .string: return value.string == nil ? path : nil
    case .bool: return value.bool == nil ? path : nil
    case .integer: return value.int == nil ? path : nil
    case .double, .decimal, .date: return value.kind != .number ? path : nil
    case .array(let element):
      guard value.kind == .array else { return path }
      return value.elements.lazy.compactMap { misfit($0, element, path + "[]") }.first
    case .dictionary(let key, let inner):
      guard value.kind == .object else { return path }
      if key != .string, value.members.contains(where: { Int($0.key.string) == nil }) { return path }
      return value.members.lazy.compactMap { misfit($0.value, inner, path + "." + $0.key.string) }.first
    case .object(let name):
      guard value.kind == .object, let definition = classes[name] else { return path }
      for property in definition.properties {
        guard let member = value[property.key] else {
          if property.isRequired { return "\(path).\(property.key) is absent" }
          continue
        }
        if let misfit = misfit(member, property.type, path + "." + property.key) { return misfit }
      }
      return value.members.first { definition.property(storedAs: $0.key.string) == nil }.map {
        "\(path).\($0.key.string) is unknown"
      }
    default: return "\(path): \(type)"
    }
  }
}
