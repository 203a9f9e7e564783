import Foundation
import TestSupport
import Testing

@testable import JSONDocument

struct WriterTests {
  @Test(arguments: [
    ("", #""""#), ("a/b", #""a/b""#), ("\"\\", #""\"\\""#),
    ("\u{8}\t\n\u{C}\r\u{0}\u{1}\u{1F}\u{7F}", #""\b\t\n\f\r\u0000\u0001\u001f\#u{7F}""#),
    ("ä€😀\u{2028}", "\"ä€😀\u{2028}\""),
  ])
  func quotesWithTheFewestEscapes(_ text: String, _ json: String) throws {
    #expect(JSONText.quote(text) == json)
    #expect(try parse(json).root.string == text)
  }

  @Test func writesInOrder() throws {
    func write(_ writer: inout JSONWriter) throws {
      let value = try parse(#"{"n": 1.50, "e": [ ]}"#).root
      writer.object {
        $0.member("z", "te\"xt")
        $0.member("a", 1)
        $0.member("d", 1.5)
        $0.member("i", 2.0)
        $0.member("inf", Double.infinity)
        $0.member("b", true)
        $0.member("none", nil)
        $0.member("v", value)
        $0.member("raw", JSONText("1e5"))
        $0.object("o") { _ in }
        $0.array("l") {
          $0.element(1)
          $0.array { _ in }
          $0.object { $0.member("x", nil) }
        }
      }
    }
    var compact = JSONWriter()
    try write(&compact)
    #expect(
      compact.text
        == #"{"z":"te\"xt","a":1,"d":1.5,"i":2,"inf":null,"b":true,"none":null,"v":{"n":1.50,"e":[]},"raw":1e5,"o":{},"l":[1,[],{"x":null}]}"#
    )
    var pretty = JSONWriter(pretty: true)
    try write(&pretty)
    #expect(
      pretty.text == """
        {
          "z": "te\\"xt",
          "a": 1,
          "d": 1.5,
          "i": 2,
          "inf": null,
          "b": true,
          "none": null,
          "v": {
            "n": 1.50,
            "e": []
          },
          "raw": 1e5,
          "o": {},
          "l": [
            1,
            [],
            {
              "x": null
            }
          ]
        }
        """)
    #expect(try JSONWriter.pretty(parse(compact.text).root) == pretty.bytes)
  }

  @Test func writesAScalar() {
    var writer = JSONWriter()
    writer.element("a")
    #expect(writer.text == #""a""#)
  }

  @Test func writesMoreThanAPiece() throws {
    let document = try parse("[" + String(repeating: #"{"a": [1, "text", {}]}, "#, count: 20_000) + "0]")
    let bytes = JSONWriter.compact(document.root)
    #expect(bytes.count > 5 * JSONWriter.pieceSize)
    #expect(Tree(try JSONDocument(parsing: JSONBytes(bytes)).root) == Tree(document.root))
  }

  @Test func manyValuesTakeLinearTime() throws {
    let value = try parse(#"{"name": "The Dispossessed", "price": 9.99, "copies": [1, 2, 3]}"#).root
    func time(_ count: Int) -> Duration {
      busyTime {
        var writer = JSONWriter()
        writer.array { for _ in 0..<count { $0.element(value) } }
        #expect(writer.bytes.count > 50 * count)
      }
    }
    _ = time(1_000)
    #expect(time(160_000) < time(20_000) * 20)
  }

  @Test(arguments: 0..<8)
  func theLayoutAgreesWithJq(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let scalars = ["1", "-5", "true", "null", #""ä€😀""#, #""a b""#, #""""#]
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &generator) {
      case 2:
        "[" + (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth - 1) }.joined(separator: " , ")
          + "]"
      case 3:
        "{"
          + (0..<Int.random(in: 0...4, using: &generator)).map { "\"k\($0)\" :\(value(depth - 1))" }.joined(
            separator: ",\n") + "}"
      default: scalars.randomElement(using: &generator)!
      }
    }
    let text = "[" + (0..<20).map { _ in value(5) }.joined(separator: ",") + "]"
    let document = try parse(text)
    #expect(try jq(["."], text) == String(decoding: JSONWriter.pretty(document.root), as: UTF8.self) + "\n")
    #expect(try jq(["-c", "."], text) == String(decoding: JSONWriter.compact(document.root), as: UTF8.self) + "\n")
  }

  private func jq(_ arguments: [String], _ input: String) throws -> String {
    try Tool.run(["jq"] + arguments, input: Array(input.utf8)).text
  }
}
