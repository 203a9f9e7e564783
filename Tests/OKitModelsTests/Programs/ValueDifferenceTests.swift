import JSONDocument
import TestSupport
import Testing

@testable import OKitModels

@Suite struct ValueDifferenceTests {
  private func edited(_ old: String, _ new: String) throws -> (text: String, isEmpty: Bool) {
    let document = try JSONDocument(parsing: old).live()
    let difference = try ValueDifference(from: document.root, to: JSONDocument(parsing: new).root)
    return (String(decoding: document.currentText.bytes(), as: UTF8.self), difference.isEmpty)
  }

  @Test(arguments: [
    (
      #"{ "a": 1.0, "b": [1, 2], "c":"\u00e9" }"#, #"{"c":"é","b":[1,2],"a":1}"#,
      #"{ "a": 1.0, "b": [1, 2], "c":"\u00e9" }"#
    ),
    (#"{"a":{"x":1, "y":2}, "b":3}"#, #"{"a":{"y":4,"x":1},"b":3}"#, #"{"a":{"x":1, "y":4}, "b":3}"#),
    (#"{"a":[{"x": 1},{"x": 2}]}"#, #"{"a":[{"x":1},{"x":3}]}"#, #"{"a":[{"x": 1},{"x": 3}]}"#),
    (#"[1 ,2 ,3 ,4]"#, #"[1,3,4]"#, #"[1 ,3 ,4]"#), (#"[1, 2]"#, #"[1,2,3]"#, #"[1, 2, 3]"#),
    (#"[1, 4]"#, #"[1,2,3,4]"#, #"[1, 2, 3, 4]"#), (#"{"a":1}"#, #"{"b":1}"#, #"{"b":1}"#),
    (#"{"a":null}"#, #"{"a":[]}"#, #"{"a":[]}"#), ("[]", "[1]", "[1]"), ("[1]", "[]", "[]"),
  ])
  func equalBytesAreLeftAlone(_ old: String, _ new: String, _ result: String) throws {
    #expect(try edited(old, new).text == result)
    #expect(try edited(old, old) == (old, true))
  }

  @Test(arguments: 0..<200)
  func aDifferenceLeadsToTheOtherValue(seed: Int) throws {
    var generator = SeededGenerator(seed: Effort.seed &+ UInt64(seed))
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth == 0 ? 4 : 8), using: &generator) {
      case 0: return String(Int.random(in: 0..<3, using: &generator))
      case 1: return ["true", "null", #""x""#, "1.5"].randomElement(using: &generator)!
      case 2: return "[]"
      case 3: return "{}"
      case 4, 5:
        return "[" + (0..<Int.random(in: 0..<5, using: &generator)).map { _ in value(depth - 1) }.joined(separator: ",")
          + "]"
      default:
        let keys = "abcd".filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
        return "{" + keys.map { "\"\($0)\":\(value(depth - 1))" }.joined(separator: ",") + "}"
      }
    }
    let (old, new) = (value(5), value(5))
    let result = try edited(old, new)
    let (left, right) = (try JSONDocument(parsing: result.text).root, try JSONDocument(parsing: new).root)
    #expect(left.isSame(as: right), "\(old) to \(new): \(result.text)")
    #expect(try result.isEmpty == JSONDocument(parsing: old).root.isSame(as: right))
  }

  @Test(.timeLimit(.minutes(1)))
  func differencesTakeTimeInProportion() throws {
    let many = (0..<50_000).map(String.init).joined(separator: ",")
    #expect(try edited("[0,1,-1]", "[0,1,\(many),-1]").text == "[0,1,\(many),-1]")
    #expect(try edited("[\(many)]", "[0]").text == "[0]")
    let members = (0..<50_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(try edited("{\(members)}", "{}").text == "{}")
    #expect(try edited("{}", "{\(members)}").text == "{\(members)}")
    let (open, close) = (String(repeating: "[", count: 4000), String(repeating: "]", count: 4000))
    #expect(try edited(open + "1" + close, open + "2" + close).text == open + "2" + close)
  }

  @Test func addedAndRemovedMembersAreReported() throws {
    let old = try JSONDocument(parsing: #"{"a":{"x":1,"y":2},"b":3,"c":[1]}"#).live()
    let new = try JSONDocument(parsing: #"{"a":{"x":1},"b":{"z":[0]},"c":[1,5]}"#).root
    let difference = try ValueDifference(from: old.root, to: new)
    let concerned = [new["a"], new["b"], new["b"]?["z"]?[0], new["c"]?[1]]
    #expect(concerned.allSatisfy { $0.map(difference.concerns) ?? false })
    #expect([new, new["a"]?["x"], new["c"], new["c"]?[0]].allSatisfy { !($0.map(difference.concerns) ?? true) })
  }
}
