import Glibc
import JSONDocument
import TestSupport
import Testing

@Suite struct ColumnTests {
  @Test func columnsHaveTheValuesOfEachObject() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    let members = [
      #""a":1"#, #""a":"x""#, #""\u0061":2"#, #""b":{"a":3}"#, #""b":{"c":[],"a":true}"#, #""b":null"#, #""aa":4"#,
      #""c":{}"#,
    ]
    // Many objects are read on two threads.
    let elements = (0..<40_000).map { number -> String in
      if number % 97 == 0 { return ["7", "[]", "\"a\"", "null"].randomElement(using: &generator)! }
      let count = Int.random(in: 0...4, using: &generator)
      return "{" + (0..<count).map { _ in members.randomElement(using: &generator)! }.joined(separator: ",") + "}"
    }
    let document = try JSONDocument(parsing: "[\(elements.joined(separator: ","))]")
    let values = Array(document.root.elements)
    for keys in [["a"], ["b", "a"], ["c", "x"], [""]] {
      let indices = try #require(document.indices(along: keys, from: values.map { UInt32($0.index) }))
      for (value, index) in zip(values, indices) {
        let expected = keys.reduce(value as JSONValue?) { $0?[$1] }
        #expect(Int(index) == expected?.index ?? 0)
        guard index > 0, let plain = document.plainBytes(at: index) else { continue }
        #expect(plain.kind == expected?.kind)
        #expect(String(decoding: plain.bytes, as: UTF8.self) == expected?.string ?? expected?.rawText)
      }
    }
    #expect(document.live().indices(along: ["a"], from: [1]) == nil)
  }

  @Test func largeTextsThatGrowAreParsed() throws {
    // Large buffers get their pages from another thread, before and after they grow.
    let piece = Array("[1,\"two\",{\"three\":null}],\n".utf8)
    let count = (90 << 20) / piece.count
    let bytes = JSONBytes(capacity: 0)
    #expect(bytes.makeRoom(for: 40 << 20))
    Array("[".utf8).withUnsafeBytes { bytes.append($0) }
    for _ in 0..<count { piece.withUnsafeBytes { bytes.append($0) } }
    Array("0]".utf8).withUnsafeBytes { bytes.append($0) }
    let document = try JSONDocument(parsing: bytes)
    #expect(document.root.count == count + 1)
    #expect(document.values.lazy.filter { $0.kind == .string }.allSatisfy { $0.hasString(equalTo: "two") })
  }

  @Test func numbersAreComparedByTheirBytes() {
    func order(_ one: String, _ other: String) -> Int {
      Array(one.utf8).withUnsafeBytes { one in
        Array(other.utf8).withUnsafeBytes { JSONValue.orderOfNumbers(one, $0) }
      }
    }
    #expect(order("3", "3") == 0 && order("3", "3.0") == 0 && order("30", "3e1") == 0)
    #expect(order("2", "3") < 0 && order("10", "9") > 0 && order("-1", "1") < 0)
  }
}
