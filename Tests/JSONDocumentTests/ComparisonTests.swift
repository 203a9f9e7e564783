import JSONDocument
import Testing

@Suite struct ComparisonTests {
  @Test(arguments: [
    (#"{"a": 1, "b": [2, null]}"#, #"{"b":[2,null],"a":1.0}"#),
    (#"{"a": "é"}"#, #"{"\u0061": "\u00e9"}"#),
    // Of duplicate keys the first counts.
    (#"{"a": 1, "a": 2}"#, #"{"a": 1}"#),
    (#"{"a": 1, "a": 2}"#, #"{"a": 1, "a": 3}"#),
    (#"{"a": 1, "b": 2, "a": 3}"#, #"{"b": 2, "a": 1, "b": 1}"#),
    (#"{"b": 2, "a": 1, "a": 9}"#, #"{"a": 1, "b": 2, "b": 9}"#),
  ])
  func theMeaningIsTheSame(_ one: String, _ other: String) throws {
    for rest in ["", Self.manyMembers] {
      let (left, right) = (try Self.object(one, rest), try Self.object(other, rest))
      #expect(left.isSame(as: right) && right.isSame(as: left))
    }
  }

  @Test(arguments: [
    (#"{"a": 1}"#, #"{"a": 2}"#), (#"{"a": 1}"#, #"{"a": 1, "b": 1}"#), (#"{"a": 1, "b": 1}"#, #"{"a": 1, "c": 1}"#),
    (#"{"a": 1, "a": 2}"#, #"{"a": 2, "a": 1}"#), (#"{"a": [1, 2]}"#, #"{"a": [2, 1]}"#),
    (#"{"a": "é"}"#, #"{"a": "e\u0301"}"#), (#"{"a": null}"#, #"{"b": 1}"#),
    (#"{"a": 1, "b": 1, "a": 1}"#, #"{"a": 1, "c": 1, "a": 1}"#),
  ])
  func theMeaningDiffers(_ one: String, _ other: String) throws {
    for rest in ["", Self.manyMembers] {
      let (left, right) = (try Self.object(one, rest), try Self.object(other, rest))
      #expect(!left.isSame(as: right) && !right.isSame(as: left))
    }
  }

  @Test func editsCount() throws {
    let text = #"{"a": 1, "b": {"c": 2, "d": 3}, "e": [{"f": 4}]}"#
    let live = try JSONDocument(parsing: text).live()
    func isSame(_ other: String) throws -> Bool {
      let other = try JSONDocument(parsing: other).root
      let (forth, back) = (live.root.isSame(as: other), other.isSame(as: live.root))
      #expect(forth == back)
      return forth && back
    }
    #expect(try isSame(text))
    _ = try live.root["b"]?["c"]?.replace(with: "5")
    #expect(try !isSame(text) && isSame(#"{"e": [{"f": 4}], "a": 1, "b": {"d": 3, "c": 5}}"#))
    try live.root["a"]?.rename(to: "x")
    #expect(try !isSame(#"{"a": 1, "b": {"c": 5, "d": 3}, "e": [{"f": 4}]}"#))
    _ = try live.root["e"]?.insert(#"{"g": 6}"#, at: 1)
    #expect(try isSame(#"{"x": 1, "b": {"c": 5, "d": 3}, "e": [{"f": 4}, {"g": 6}]}"#))
    try live.root["e"]?.remove()
    #expect(try isSame(#"{"b": {"c": 5, "d": 3}, "x": 1}"#))
  }

  /// Objects with many members are compared in another way.
  private static let manyMembers = (0..<20).map { #", "member \#($0)": \#($0)"# }.joined()

  private static func object(_ text: String, _ members: String) throws -> JSONValue {
    try JSONDocument(parsing: text.dropLast() + members + "}").root
  }

  @Test(arguments: [("", ""), ("a", "a"), ("a", "b"), ("a", ""), ("é", "e\u{301}"), ("é", "é")])
  func textsAreComparedByBytes(_ one: String, _ other: String) {
    #expect(one.isExactly(other) == (Array(one.utf8) == Array(other.utf8)))
  }
}
