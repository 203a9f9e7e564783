import Foundation
import JSONDocument
import TestSupport
import Testing

struct ValidatorTests {
  /// The validator promises to agree with the parser on any bytes, in any pieces.
  @Test(arguments: 0..<40)
  func agreesWithTheParser(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var refused = 0
    for round in 0..<300 {
      let tree = Tree.random(depth: 4, using: &generator)
      let space = [Tree.Space.compact, .pretty, .wild].randomElement(using: &generator)!
      var bytes = Array((round % 7 == 0 ? "\u{FEFF}" : "").utf8) + Array(tree.text(space, using: &generator).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &generator) { mutate(&bytes, using: &generator) }
      let splits = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Int.random(in: 0...bytes.count, using: &generator)
      }
      let expected = parseVerdict(bytes)
      if expected != nil { refused += 1 }
      for splits in [[], splits, Array(0..<bytes.count)] {
        let (error, kind) = validatorVerdict(bytes, splitAt: splits)
        #expect(error == expected, "\(String(decoding: bytes, as: UTF8.self)) split at \(splits)")
        #expect((kind == nil) == (expected != nil))
      }
    }
    #expect(20..<280 ~= refused, "the mutations break too little or too much")
  }

  /// Long texts are read token by token, except at the ends of their pieces, where a token may be incomplete.
  @Test(arguments: 0..<20)
  func agreesWithTheParserOnLongTexts(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for round in 0..<20 {
      let space = [Tree.Space.compact, .pretty, .wild].randomElement(using: &generator)!
      let trees = (0..<30).map { _ in Tree.random(depth: 4, using: &generator).text(space, using: &generator) }
      var bytes = Array("{\"longer\": [\(trees.joined(separator: ",\n"))], \"ä\": {\"b\" : [] } }".utf8)
      if round % 2 == 0 { mutate(&bytes, using: &generator) }
      let expected = parseVerdict(bytes)
      for count in [0, 1, 2, 5, 20] {
        let splits = (0..<count).map { _ in Int.random(in: 0...bytes.count, using: &generator) }
        #expect(validatorVerdict(bytes, splitAt: splits).error == expected, "seed \(seed), round \(round)")
      }
    }
  }

  /// Objects with a key are noted with their ranges, in the order of their ends.
  @Test(arguments: 1...200)
  func objectsWithTheNotedKeyAreNoted(_ size: Int) throws {
    let long = String(repeating: "-", count: 70)
    let text = #"""
      {"a":[{"mark":1,"b":{"c":"\#(long)","mark":[]}},{"marks":1,"mar":"mark"},[{"x":"\#(long)","m\u0061rk":null}]],
       "\#(long)":{"mark" : {"mark":"\#(long)"}, "mark":2}, "d":{"\n":{"mark":{}}},"e":"\#(long)\#(long)"}
      """#
    let bytes = Array(text.utf8)
    var validator = JSONValidator(noting: "mark")
    var noted: [Range<Int>] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      try Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { try validator.feed($0) }
      noted += validator.takeNotedObjects()
    }
    try validator.finish()
    var expected: [Range<Int>] = []
    for value in try parse(text).values where value.kind == .object && value["mark"] != nil {
      expected.append(value.range)
    }
    #expect(expected.count == 6)
    #expect(noted == expected.sorted { $0.upperBound < $1.upperBound })
  }

  /// Finds the value at a path, however the text is cut; nothing if there is no such value, or if a key on the way has an escape.
  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 1_000])
  func findsAValue(_ size: Int) throws {
    let long = String(repeating: "-", count: 90)
    let text = #"""
       {"a" : [ 1 ,{"b":true}, [ ], [[2]], "\#(long)", {"x":{"b":0}, "b" : -2.5e1 ,"b":3}],"b":"\#(long)\#(long)", "ö":{"":null},"xö":1,
       "\#(long)": {"c":[[],[ 5, {} ,"é\n"] ]},"e\u0041":{"k":1},"k":7, "a":[9] }
      """#
    let bytes = Array(text.utf8)
    let found: [([JSONStep], String)] = [
      ([.key("a"), .index(0)], "1"), ([.key("a"), .index(1), .key("b")], "true"), ([.key("a"), .index(2)], "[ ]"),
      ([.key("a"), .index(3), .index(0), .index(0)], "2"), ([.key("a"), .index(4)], "\"\(long)\""),
      ([.key("a"), .index(5), .key("b")], "-2.5e1"), ([.key("b")], "\"\(long)\(long)\""),
      ([.key("ö"), .key("")], "null"),
      ([.key(long), .key("c"), .index(1), .index(0)], "5"), ([.key(long), .key("c"), .index(1)], #"[ 5, {} ,"é\n"]"#),
      ([.key(long), .key("c"), .index(0)], "[]"), ([.key(long), .key("c"), .index(1), .index(2)], #""é\n""#),
    ]
    for (path, value) in found {
      let range = try #require(try search(bytes, path, size), "\(path)")
      let around = CharacterSet.whitespacesAndNewlines.union([":"])
      #expect(String(decoding: bytes[range], as: UTF8.self).trimmingCharacters(in: around) == value, "\(path)")
    }
    let missing: [[JSONStep]] = [
      [], [.index(0)], [.key("c")], [.key("k")], [.key("eA")], [.key("a"), .key("b")], [.key("a"), .index(6)],
      [.key("b"), .index(0)], [.key("a"), .index(0), .key("b")], [.key("x")], [.key("ö"), .key("x")],
      [.key("ö"), .index(0)],
    ]
    for path in missing { #expect(try search(bytes, path, size) == nil, "\(path)") }
    let empty = try #require(try search(bytes, [.key("a"), .index(2), .index(0)], size))
    #expect(bytes[empty].allSatisfy { $0 == 0x20 })
  }

  private func search(_ bytes: [UInt8], _ path: [JSONStep], _ size: Int) throws -> Range<Int>? {
    var validator = JSONValidator(lookingFor: path)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { try validator.feed($0) }
    }
    try validator.finish()
    return try validator.found.map { $0.start..<(try #require($0.end)) }
  }

  private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let interesting =
      Array("{}[],:\"\\/ubnt0123456789eE+-.aAfF \n\r\t\u{0}\u{1F}\u{7F}".utf8) + [
        0x80, 0xBF, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xFF,
      ]
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.insert(interesting.randomElement(using: &generator)!, at: place)
    case 1 where place < bytes.count: bytes.remove(at: place)
    case 2 where place < bytes.count: bytes[place] = interesting.randomElement(using: &generator)!
    case 3: bytes.removeSubrange(place...)
    default:
      bytes.insert(
        contentsOf: Array(#"\ud83d\ude00"#.utf8).prefix(Int.random(in: 1...12, using: &generator)), at: place)
    }
  }

  @Test func throwsTheSameErrorAgain() throws {
    var validator = JSONValidator()
    let bytes = Array("[1 2".utf8)
    let first = #expect(throws: JSONError.self) { try bytes.withUnsafeBytes { try validator.feed($0) } }
    #expect(first?.reason == .expectedCommaOrBracket)
    #expect(throws: first!) { try bytes.withUnsafeBytes { try validator.feed($0) } }
    #expect(throws: first!) { try validator.finish() }
    #expect(validator.rootKind == nil)
  }
}
